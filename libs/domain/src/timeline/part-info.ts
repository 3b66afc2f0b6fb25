import {
  type AdRecord,
  type CaptureNotice,
  containerOf,
  type EndRecord,
  type EpochRecord,
  type GapRecord,
  type JournalRecord,
  parseSegmentName,
  type PartRecord,
  type SegmentInfo,
} from '#libs/contracts';

/** A stored segment, with its object name and its part. */
export interface PlacedSegment extends SegmentInfo {
  readonly name: string;
  readonly partId: string;
}
/** How often something was odd about the source of a part. */
export interface NoticeCount {
  readonly code: CaptureNotice;
  readonly count: number;
}
/** Properties of an epoch that a timeline needs; `startAt` is in ms since the Unix epoch. */
export type EpochInfo = Omit<EpochRecord, 't'>;

/**
 * Everything known about a part: from its journal pages, and from the object listing for segments that no page contains
 * yet.
 */
export interface PartInfo {
  readonly partId: string;
  readonly part: PartRecord | null;
  readonly epochs: ReadonlyMap<number, EpochInfo>;
  /** In source order (epoch, sequence); each once. */
  readonly segments: readonly PlacedSegment[];
  readonly gaps: readonly GapRecord[];
  readonly ads: readonly AdRecord[];
  /** What was odd about the source, with the number of occurrences. */
  readonly notices: readonly NoticeCount[];
  readonly end: EndRecord | null;
}

/**
 * Whether a part that fills gaps is incomplete: its converter works on it, or was killed. Its media must not count,
 * because its journal does not place them yet.
 */
export const isUnfinishedFill = ({ part, end }: Pick<PartInfo, 'part' | 'end'>): boolean =>
  part?.origin !== undefined && end === null;

/** A segment in a storage listing: name without prefix, size, and modification time in ms since the Unix epoch. */
export interface ListedSegment {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/**
 * Reads a part from its journal and its object listing, an object at a time: a day of segments takes long, and a caller
 * that lists them lets other work run in between.
 * The listing decides which segments exist: a segment that is only in the journal has been deleted; one whose size
 * differs from the size in its name is incomplete and is left out.
 * Dates that the recorder found to be wrong (`dates-ignored`) are left out too.
 * An epoch without a journal record (its recorder was killed) is reconstructed from its first segment.
 */
export class PartScan {
  private readonly segments: PlacedSegment[] = [];
  private readonly epochs: Map<number, EpochInfo>;
  /** The first segment of each epoch that has no record. */
  private readonly firsts = new Map<number, { readonly s: PlacedSegment; readonly storedAt: number }>();
  private readonly ignoresDates: boolean;

  /** @param records of all pages, in order; those of segments are not needed */
  constructor(
    private readonly partId: string,
    private readonly records: readonly JournalRecord[],
  ) {
    this.ignoresDates = records.some((r) => r.t === 'notice' && r.code === 'dates-ignored');
    this.epochs = new Map(records.filter((r) => r.t === 'epoch').map((r) => [r.epoch, r]));
  }

  /** Adds an object below the part's segment prefix. Call it in name order. */
  add({ name, bytes, modifiedAt }: ListedSegment): void {
    const info = parseSegmentName(name);
    if (info?.bytes !== bytes) return;
    const s = { ...info, pdtMs: this.ignoresDates ? null : info.pdtMs, name, partId: this.partId };
    this.segments.push(s);
    const first = this.firsts.get(s.epoch);
    if (!this.epochs.has(s.epoch) && (!first || s.seq < first.s.seq))
      this.firsts.set(s.epoch, { s, storedAt: modifiedAt });
  }

  /** The part, once all its objects are added. */
  read(): PartInfo {
    const { partId, records, segments, epochs } = this;
    segments.sort(bySource);
    for (const { s, storedAt } of [...this.firsts.values()].sort((a, b) => bySource(a.s, b.s)))
      epochs.set(s.epoch, guessEpoch(s, storedAt));
    return {
      partId,
      epochs,
      segments,
      part: records.find((r) => r.t === 'part') ?? null,
      gaps: records.filter((r) => r.t === 'gap'),
      ads: records.filter((r) => r.t === 'ad'),
      notices: mergeNotices(
        [],
        records.filter((r) => r.t === 'notice'),
      ),
      end: records.findLast((r) => r.t === 'end') ?? null,
    };
  }
}

/** Reads a part at once ({@link PartScan}). @param listed objects below the part's segment prefix, in name order */
export function readPart(
  partId: string,
  records: readonly JournalRecord[],
  listed: readonly ListedSegment[],
): PartInfo {
  const scan = new PartScan(partId, records);
  for (const object of listed) scan.add(object);
  return scan.read();
}

/** Merges counts of notices. They only grow, so an older report changes nothing. */
export function mergeNotices(before: readonly NoticeCount[], update: readonly NoticeCount[]): NoticeCount[] {
  const counts = new Map(before.map(({ code, count }) => [code, count]));
  for (const { code, count } of update) counts.set(code, Math.max(counts.get(code) ?? 0, count));
  return [...counts].map(([code, count]) => ({ code, count }));
}

/** Totals of a part. `mediaMs`: its stored segments; `missingMs`: its gaps. */
export interface PartTotals {
  readonly segments: number;
  readonly bytes: number;
  readonly mediaMs: number;
  readonly missingMs: number;
}

/** Adds up what is stored of a part, and what is missing in it. */
export function partTotals({ segments, gaps }: Pick<PartInfo, 'segments' | 'gaps'>): PartTotals {
  return {
    segments: segments.length,
    bytes: segments.reduce((sum, s) => sum + s.bytes, 0),
    mediaMs: segments.reduce((sum, s) => sum + s.durMs, 0),
    missingMs: gaps.reduce((sum, g) => sum + g.durMs, 0),
  };
}

/** End of the media of a part by its recorder's clock, ms since the Unix epoch; null if it has none. */
export function mediaEndOf({ segments, epochs }: Pick<PartInfo, 'segments' | 'epochs'>): number | null {
  const last = segments.at(-1);
  const epoch = last && epochs.get(last.epoch);
  return epoch ? epoch.startAt + (last.ptsMs - epoch.firstPtsMs) + last.durMs : null;
}

/** Source order within one part: epoch, then media sequence. */
const bySource = (a: SegmentInfo, b: SegmentInfo): number => a.epoch - b.epoch || a.seq - b.seq;

function guessEpoch(first: PlacedSegment, storedAt: number): EpochInfo {
  return {
    epoch: first.epoch,
    cause: 'start',
    startAt: first.pdtMs ?? storedAt - first.durMs,
    firstPtsMs: first.ptsMs,
    initCrc: null,
    container: containerOf(first.ext),
  };
}
