import { type AdRoll, type HlsDialect } from '#libs/contracts';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { type MissedSegments } from '../playlist/missed-segments.js';
import { type ListedSegment, type Tracked } from '../playlist/window-tracker.js';
import { AdRanges, hasAdTitle, verdictOf, type AdState, type Verdict } from './ad-verdict.js';

/** An ad in place of the broadcast, or segments missed inside an ad break. The capture never fetches it. */
export interface ListedAd {
  readonly kind: 'ad';
  /** The site's id of the break; empty if the site gives none. */
  readonly id: string;
  readonly roll: AdRoll;
  readonly durMs: number;
  readonly pdtMs: number | null;
  readonly arrivalAt: number;
}
export type FilteredItem = Tracked | ListedAd;

/**
 * The number of further lists that an undecided segment waits for: a date range may appear one reload after its
 * segments. A window is about 15 segments long.
 */
const WAIT_LISTS = 2;
const INITIAL_STATE: AdState = { kind: null, unmarkedMs: 0, titled: false };

/**
 * Separates the ads from the new items of each playlist, in order; keeps state between reloads. An undecided segment,
 * and everything after it, waits for the next lists; without evidence of an ad it counts as the broadcast. The filter
 * never loads low-latency prefetch addresses, so no ad can enter through them: the playlist lists the same media as a
 * full segment with its title within seconds, which is early enough for a recorder.
 */
export class AdFilter {
  private readonly ranges: AdRanges;
  private readonly maps = new AdMaps();
  private waiting: readonly Tracked[] = [];
  private waited = 0;
  private before: AdState = INITIAL_STATE;
  /** True after the first content segment of this session of the source. */
  private hasContent = false;

  constructor(private readonly dialect: HlsDialect) {
    this.ranges = new AdRanges(dialect.ads);
  }

  /**
   * @param tracked the new items of the list
   * @returns the items that are decided now, in order
   */
  sort(list: MediaPlaylist, tracked: readonly Tracked[], numbering: number): readonly FilteredItem[] {
    this.ranges.learn(list.dateRanges);
    const items = [...this.waiting.map((item) => asListed(item, list, numbering)), ...tracked];
    this.waited = this.waiting.length > 0 ? this.waited + 1 : 0;
    return this.decide(items, list);
  }

  /** Returns the undecided segments as broadcast, because no further list follows. */
  flush(): readonly Tracked[] {
    const rest = this.waiting;
    this.waiting = [];
    return rest;
  }

  private decide(items: readonly Tracked[], list: MediaPlaylist): readonly FilteredItem[] {
    const sorted: FilteredItem[] = [];
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
    this.before = { ...INITIAL_STATE, titled: this.before.titled };
    this.hasContent = false;
    this.maps.reset();
  }

  private verdict(segment: MediaSegment): Verdict {
    return verdictOf(segment, this.before, { dialect: this.dialect, ranges: this.ranges });
  }

  private ad({ segment, arrivalAt }: ListedSegment): ListedAd {
    const { durMs, pdtMs, seq } = segment;
    const range = this.ranges.covering(segment);
    const marked = range !== null || hasAdTitle(segment.title, this.dialect);
    const roll = this.hasContent ? 'midroll' : seq === 0 || this.before.kind === 'ad' ? 'preroll' : 'unknown';
    this.before = { ...this.before, kind: 'ad', unmarkedMs: marked ? 0 : this.before.unmarkedMs + durMs };
    this.maps.ad(segment);
    return { kind: 'ad', id: range?.id ?? '', roll, durMs, pdtMs, arrivalAt };
  }

  private content(item: ListedSegment, list: MediaPlaylist): ListedSegment {
    this.hasContent = true;
    this.before = {
      kind: 'content',
      unmarkedMs: 0,
      titled: this.before.titled || this.dialect.contentTitles.includes(item.segment.title.trim()),
    };
    return this.maps.isOfAd(item.segment, list) ? { ...item, mapOfAd: true } : item;
  }

  /** Segments missed between two ads count as ads. */
  private missed(item: MissedSegments, next: Tracked | undefined): FilteredItem {
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
      roll: this.hasContent ? 'midroll' : 'preroll',
      durMs: item.durMs,
      pdtMs: null,
      arrivalAt: item.at,
    };
  }
}

/**
 * Updates a waiting item from a newer list, which may add a title and has a newer address. Keeps the discontinuity and
 * the programme date-time, because the list may have dropped them.
 */
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

const MAX_MAPS = 256;

/**
 * Finds init sections that belong to ads. EXT-X-MAP applies until the next one and a playlist cannot cancel it, so
 * MPEG-TS segments after fMP4 ads inherit an init section that is not theirs (docs/reference/hls.md#init-sections).
 */
class AdMaps {
  /** Sequence numbers of ad segments. */
  private readonly ads = new Set<number>();

  /** Call this when the source restarts its numbering. */
  reset(): void {
    this.ads.clear();
  }

  ad({ seq }: MediaSegment): void {
    this.ads.add(seq);
    for (const old of this.ads) {
      if (this.ads.size <= MAX_MAPS) break;
      this.ads.delete(old);
    }
  }

  /**
   * Whether the segment inherited its MAP tag from an ad: the first listed segment with the same tag is an ad. The
   * parser creates one object per tag, so the comparison is by identity.
   */
  isOfAd({ map }: MediaSegment, list: MediaPlaylist): boolean {
    if (map === null) return false;
    const first = list.segments.find((other) => other.map === map);
    return first !== undefined && this.ads.has(first.seq);
  }
}
