import { type AdRoll, type HlsDialect } from '#libs/contracts';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { type ListedSegment, type MissedSegments, type Tracked } from '../playlist/window-tracker.js';
import { AdRanges, hasAdTitle, verdictOf, type Before, type Verdict } from './ad-verdict.js';

/** An ad in the place of the broadcast, or what went by unseen inside a break. It is never fetched. */
export interface ListedAd {
  readonly kind: 'ad';
  /** The site's id of the break, empty where it gives none. */
  readonly id: string;
  readonly roll: AdRoll;
  readonly durMs: number;
  readonly pdtMs: number | null;
  readonly arrivalAt: number;
}
export type Sorted = Tracked | ListedAd;

/**
 * How many more lists a segment in doubt waits for: a date range may be a reload later than what it speaks of. A window
 * is some 15 segments long.
 */
const WAIT_LISTS = 2;
const FRESH: Before = { kind: null, unmarkedMs: 0, titled: false };

/**
 * Takes the ads out of what the playlist brings, in order, with a memory over reloads. A segment of which nothing is
 * known yet waits, with all behind it, for the next lists; it is the broadcast if they say nothing. Low-latency
 * prefetch addresses are never loaded: what they name is listed as a full segment within seconds, with its title, and a
 * recorder needs nothing before that; so an ad cannot come in by them.
 */
export class AdFilter {
  private readonly ranges: AdRanges;
  private readonly maps = new AdMaps();
  private waiting: readonly Tracked[] = [];
  private waited = 0;
  private before: Before = FRESH;
  /** Content of this session of the source was listed. */
  private begun = false;

  constructor(private readonly dialect: HlsDialect) {
    this.ranges = new AdRanges(dialect.ads);
  }

  /** @param tracked what is new in the list; @returns what is decided now, in order */
  sort(list: MediaPlaylist, tracked: readonly Tracked[], numbering: number): readonly Sorted[] {
    this.ranges.learn(list.dateRanges);
    const items = [...this.waiting.map((item) => asListed(item, list, numbering)), ...tracked];
    this.waited = this.waiting.length > 0 ? this.waited + 1 : 0;
    return this.decide(items, list);
  }

  /** No more lists will come: what waits is the broadcast. */
  flush(): readonly Tracked[] {
    const rest = this.waiting;
    this.waiting = [];
    return rest;
  }

  private decide(items: readonly Tracked[], list: MediaPlaylist): readonly Sorted[] {
    const sorted: Sorted[] = [];
    this.waiting = [];
    for (const [i, item] of items.entries()) {
      if (item.kind === 'missed') {
        sorted.push(this.missed(item, items[i + 1]));
        continue;
      }
      if (item.reset) this.restart();
      const verdict = this.verdict(item.segment);
      if (verdict === 'doubt' && this.waited < WAIT_LISTS && !list.ended) {
        this.waiting = items.slice(i);
        return sorted;
      }
      this.waited = 0;
      sorted.push(verdict === 'ad' ? this.ad(item) : this.content(item, list));
    }
    return sorted;
  }

  private restart(): void {
    this.before = { ...FRESH, titled: this.before.titled };
    this.begun = false;
    this.maps.reset();
  }

  private verdict(segment: MediaSegment): Verdict {
    return verdictOf(segment, this.before, { dialect: this.dialect, ranges: this.ranges });
  }

  private ad({ segment, arrivalAt }: ListedSegment): ListedAd {
    const { durMs, pdtMs, seq } = segment;
    const range = this.ranges.covering(segment);
    const marked = range !== null || hasAdTitle(segment.title, this.dialect);
    const roll = this.begun ? 'midroll' : seq === 0 || this.before.kind === 'ad' ? 'preroll' : 'unknown';
    this.before = { ...this.before, kind: 'ad', unmarkedMs: marked ? 0 : this.before.unmarkedMs + durMs };
    this.maps.ad(segment);
    return { kind: 'ad', id: range?.id ?? '', roll, durMs, pdtMs, arrivalAt };
  }

  private content(item: ListedSegment, list: MediaPlaylist): ListedSegment {
    this.begun = true;
    this.before = {
      kind: 'content',
      unmarkedMs: 0,
      titled: this.before.titled || this.dialect.contentTitles.includes(item.segment.title.trim()),
    };
    return this.maps.isOfAd(item.segment, list) ? { ...item, mapOfAd: true } : item;
  }

  /** What went by between two ads were ads. */
  private missed(item: MissedSegments, next: Tracked | undefined): Sorted {
    const inside =
      this.before.kind === 'ad' &&
      next?.kind === 'segment' &&
      this.verdict(next.segment) === 'ad' &&
      !next.segment.discontinuity;
    if (!inside) {
      this.before = { ...this.before, kind: null };
      return item;
    }
    return {
      kind: 'ad',
      id: '',
      roll: this.begun ? 'midroll' : 'preroll',
      durMs: item.durMs,
      pdtMs: null,
      arrivalAt: item.at,
    };
  }
}

/** A newer list may give it a title, and has a newer address; the discontinuity before it may have left the list. */
function asListed(item: Tracked, list: MediaPlaylist, numbering: number): Tracked {
  if (item.kind === 'missed' || item.numbering !== numbering) return item;
  const listed = list.segments[item.segment.seq - list.mediaSequence];
  if (listed?.seq !== item.segment.seq) return item;
  return {
    ...item,
    baseUrl: list.baseUrl,
    segment: {
      ...listed,
      discontinuity: item.segment.discontinuity || listed.discontinuity,
      pdtMs: item.segment.pdtMs ?? listed.pdtMs,
    },
  };
}

const REMEMBERED = 256;

/**
 * Knows init sections that were announced for ads. EXT-X-MAP holds until the next one, and a playlist cannot take it
 * back: segments of MPEG-TS behind ads in fMP4 inherit a section that is none of theirs
 * (docs/reference/hls.md#init-sections).
 */
class AdMaps {
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
