import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';

const REMEMBERED = 256;

/**
 * Knows init sections that were announced for ads. EXT-X-MAP holds until the next one, and a playlist cannot take it
 * back: segments of MPEG-TS behind ads in fMP4 inherit a section that is none of theirs (protocols.md 3.7).
 */
export class AdMaps {
  /** Sequence numbers. */
  private readonly ads = new Set<number>();

  /** The source counts anew. */
  reset(): void {
    this.ads.clear();
  }

  ad({ seq }: MediaSegment): void {
    this.ads.add(seq);
    for (const old of this.ads) {
      if (this.ads.size <= REMEMBERED) break;
      this.ads.delete(old);
    }
  }

  /**
   * Whether the first segment behind the MAP tag that holds for this one is an ad. The parser makes one object for each
   * tag.
   */
  isOfAd({ map }: MediaSegment, list: MediaPlaylist): boolean {
    if (map === null) return false;
    const first = list.segments.find((other) => other.map === map);
    return first !== undefined && this.ads.has(first.seq);
  }
}
