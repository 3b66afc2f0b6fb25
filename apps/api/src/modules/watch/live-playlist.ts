import { type Storage } from '#libs/storage';
import { LiveSegmentReader } from '../../vods/live-segment-reader.js';
import { PlaylistText } from './playlist-text.js';
import { type ServedPlaylist } from './served-playlist.js';

/** Minimum interval between two reads of a playlist from storage, however many players request it. */
const REFRESH_MS = 900;

/**
 * The growing playlist of one VOD in memory. It omits a segment that fills an earlier gap; the sealed playlist contains
 * it.
 */
export class LivePlaylist implements ServedPlaylist {
  private readonly parts: LiveSegmentReader;
  private text: PlaylistText | null = null;
  private refreshing: Promise<void> | null = null;
  private refreshedAt = 0;
  usedAt = 0;

  readonly stamp: string;
  private readonly query: string;

  /** `query` is the signature of the VOD's URLs. */
  constructor({
    storage,
    vodUuid,
    stamp,
    query,
  }: {
    readonly storage: Storage;
    readonly vodUuid: string;
    readonly stamp: string;
    readonly query: string;
  }) {
    this.parts = new LiveSegmentReader(storage, vodUuid);
    this.stamp = stamp;
    this.query = query;
  }

  async render(delta: boolean): Promise<string | null> {
    this.usedAt = Date.now();
    if (this.usedAt - this.refreshedAt >= REFRESH_MS)
      await (this.refreshing ??= this.refresh().finally(() => {
        this.refreshing = null;
      }));
    return this.text === null || this.text.segments === 0 ? null : this.text.render({ ended: false, delta });
  }

  private async refresh(): Promise<void> {
    await this.parts.refresh(({ s, epoch, part }) => {
      this.text ??= new PlaylistText(this.query, part?.targetDurationMs ?? 2000);
      this.text.append(s, epoch);
    });
    this.refreshedAt = Date.now();
  }
}
