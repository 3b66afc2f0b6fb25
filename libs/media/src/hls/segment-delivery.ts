import { type CaptureNotice, extOf, type GapCause } from '#libs/contracts';
import { AdBreaks } from '../ads/ad-breaks.js';
import { type FilteredItem, type ListedAd } from '../ads/ad-filter.js';
import { formatOf } from '../inspect/ts-format.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { type CapturedGap, type CaptureSink } from './capture-sink.js';
import { type ClockEnd, type Epoch, EpochTracker, type EpochResume, type FetchedInfo } from './epoch-tracker.js';
import { type FetchedSegment, type InitSection } from './fetch-segment.js';
import { type MediaBytes } from './known-media.js';
import { MissingTracks } from './missing-tracks.js';
import { statedSegment } from './segment-completion.js';
import { type ChosenDuration, SegmentDurations, type StatedSegment } from './segment-durations.js';
import { StoredNumbers } from './stored-numbers.js';

interface DeliverySettings {
  readonly sink: CaptureSink;
  readonly ignoreContentDiscontinuity: boolean;
  readonly resume?: EpochResume | null;
  /** Where an earlier part of the same source stopped; absent: there is none. */
  readonly previous?: ClockEnd | null;
}

/** A segment as received. `isKnown`: its media are stored already; `isDamaged`: its end is missing. */
export interface Received {
  readonly fetched: FetchedSegment;
  readonly media: MediaBytes;
  readonly isKnown: boolean;
  readonly isDamaged?: boolean;
}

/** What became of a listed item. `empty`: a segment without media. */
export type Delivered = Received | { readonly lost: GapCause } | { readonly ad: true } | { readonly empty: true };

/** `discontinuity`: one of the missing segments starts another clock. */
type Lost = Omit<CapturedGap, 'epoch'> & { readonly discontinuity: boolean };

/** A missing end of a segment that is shorter than this is a rounded EXTINF, or a part of a frame, and no gap. */
const MIN_END_MS = 100;

/**
 * Delivers the outcome of each listed item to the sink, in the order of the source: places media on the source's clock,
 * records gaps and ads, and drops media that are stored already.
 */
export class SegmentDelivery {
  /** Number of delivered segments with media, and of those that hold only tables. */
  readonly delivered = { media: 0, empty: 0 };
  readonly epochs: EpochTracker;
  readonly durations = new SegmentDurations();
  /** The source marks a discontinuity before every segment. */
  marksEach = false;
  private readonly breaks: AdBreaks;
  private readonly numbers = new StoredNumbers();
  private readonly tracks = new MissingTracks();
  /** The previous segment was dropped, because its media are known. */
  private isKnownBefore = false;

  constructor(private readonly settings: DeliverySettings) {
    this.epochs = new EpochTracker(
      { ignoreContentDiscontinuity: settings.ignoreContentDiscontinuity },
      settings.resume ?? null,
      settings.previous ?? null,
    );
    this.breaks = new AdBreaks(settings.sink);
  }

  /** Call when nothing follows. */
  end(): Promise<void> {
    return this.breaks.end(null);
  }

  async deliver(item: FilteredItem, outcome: Delivered): Promise<void> {
    if (item.kind === 'ad') return this.ad(item);
    if (item.kind === 'missed') {
      const { fromSeq, toSeq, durMs, at } = item;
      return this.gap({ fromSeq, toSeq, durMs, at, cause: 'left-window', discontinuity: false });
    }
    if ('empty' in outcome) this.skip(item);
    if ('lost' in outcome) return this.lose(item, outcome.lost);
    if ('fetched' in outcome) await this.deliverMedia(item, outcome);
  }

  /** A segment without media takes no time and no number, but it may start another clock. */
  private skip(item: ListedSegment): void {
    this.delivered.empty += 1;
    this.epochs.lost(0, this.startsClock(item));
    this.numbers.dropped();
  }

  private lose(item: ListedSegment, cause: GapCause): Promise<void> {
    const { segment, arrivalAt } = item;
    const { seq, durMs, pdtMs } = segment;
    return this.gap({
      fromSeq: seq,
      toSeq: seq,
      durMs,
      at: pdtMs === null ? (this.epochs.nextAt ?? arrivalAt) : this.epochs.wallOf(pdtMs, arrivalAt),
      cause,
      discontinuity: this.startsClock(item),
    });
  }

  private startsClock({ segment, reset }: ListedSegment): boolean {
    return (segment.discontinuity && !this.marksEach) || reset;
  }

  private async deliverMedia(item: ListedSegment, received: Received): Promise<void> {
    const { fetched, isKnown, isDamaged = false } = received;
    this.delivered.media += 1;
    if (isKnown) this.drop(fetched.body);
    else if (isDamaged && fetched.inspected.mediaMs === undefined) await this.loseTruncated(item, fetched.body);
    else await this.store(item, received);
  }

  private async store(item: ListedSegment, { fetched, media, isDamaged = false }: Received): Promise<void> {
    const { segment, numbering } = item;
    const { body, init, inspected } = fetched;
    const stated = statedSegment(item, fetched);
    const endMs = isDamaged ? this.durations.missingMs(stated) : 0;
    const { isOdd, ...lengths } = this.lengthOf(stated, isDamaged);
    const { begins, epoch, ptsMs, stepsBack } = this.epochs.place({ ...this.placing(item, fetched), ...lengths });
    this.isKnownBefore = false;
    this.notify(noticesOf({ isOdd, stepsBack }));
    await this.announce(begins, init).catch((error: unknown) => {
      body.release();
      throw error;
    });
    const stored = this.numbers.next({ numbering, seq: segment.seq }, begins !== null);
    const isNext = begins === null && stored.isNext;
    if (isDamaged) this.durations.skipped();
    else
      this.durations.placed(ptsMs, isNext, {
        listedMs: segment.durMs,
        mediaMs: inspected.mediaMs ?? null,
      });
    const { named, notices } = this.tracks.add({ tracks: inspected.tracks, ptsMs, durMs: lengths.durMs, isNext });
    this.notify(notices);
    const info = {
      epoch,
      seq: stored.seq,
      ptsMs: Math.round(ptsMs),
      durMs: Math.round(lengths.durMs),
      bytes: media.size,
      pdtMs: segment.pdtMs === null ? null : Math.round(segment.pdtMs),
      crc: media.crc,
      ext: extOf(inspected.container),
      ...named,
    };
    await this.settings.sink.segment({ info, body });
    if (isDamaged) await this.loseEnd(item, { seq: stored.seq, durMs: endMs });
  }

  private notify(codes: readonly CaptureNotice[]): void {
    for (const code of codes) this.settings.sink.notice(code);
  }

  private lengthOf(stated: StatedSegment, isDamaged: boolean): ChosenDuration {
    if (!isDamaged) return this.durations.choose(stated);
    return { durMs: stated.inspected.mediaMs ?? 0, otherMs: null, isOdd: false };
  }

  /** What the epochs need to know about a segment. */
  placing(item: ListedSegment, { body, init, inspected }: FetchedSegment): FetchedInfo {
    const { segment, reset, arrivalAt } = item;
    return {
      ...inspected,
      durMs: segment.durMs,
      pdtMs: segment.pdtMs,
      arrivalAt,
      discontinuity: segment.discontinuity,
      marksEach: this.marksEach,
      reset: reset && !this.isKnownBefore,
      initCrc: init?.crc ?? null,
      format: () => formatOf(body.bytes),
    };
  }

  /** The received part of the segment is too short to be played, so the whole segment is a gap. */
  private loseTruncated(item: ListedSegment, body: FetchedSegment['body']): Promise<void> {
    body.release();
    this.settings.sink.notice('segment-truncated');
    return this.lose(item, 'truncated');
  }

  /** The gap has the number of the segment, because the rest of it is stored. */
  private async loseEnd(
    { arrivalAt }: ListedSegment,
    { seq, durMs }: { readonly seq: number; readonly durMs: number },
  ): Promise<void> {
    const { epochs } = this;
    this.settings.sink.notice('segment-truncated');
    if (durMs < MIN_END_MS) return;
    const gap = { epoch: epochs.epoch, fromSeq: seq, toSeq: seq, at: Math.round(epochs.nextAt ?? arrivalAt) };
    epochs.lostEnd(durMs);
    await this.settings.sink.gap({ ...gap, durMs: Math.round(durMs), cause: 'truncated' });
  }

  /** The media are stored already, under another number. The next segment continues where they end. */
  private drop(body: FetchedSegment['body']): void {
    body.release();
    this.numbers.dropped();
    this.isKnownBefore = true;
    this.settings.sink.notice('known-media');
  }

  /** Delivers what precedes a segment: the end of a break, and an epoch that starts with the segment. */
  private async announce(begins: Epoch | null, init: InitSection | null): Promise<void> {
    const { sink } = this.settings;
    await this.breaks.end(begins?.startAt ?? null);
    if (begins && init) await sink.init(init);
    if (begins) await sink.epoch(begins);
  }

  private async gap({ discontinuity, ...gap }: Lost): Promise<void> {
    await this.breaks.end(null);
    this.epochs.lost(gap.durMs, discontinuity);
    await this.settings.sink.gap({
      ...gap,
      ...this.numbers.gap(gap),
      epoch: this.epochs.epoch,
      durMs: Math.max(0, Math.round(gap.durMs)),
      at: Math.round(gap.at),
    });
  }

  /** An ad takes no time on the clock of the broadcast: the next segment starts an epoch at its own time. */
  private async ad(ad: ListedAd): Promise<void> {
    const { epoch, nextAt } = this.epochs;
    const wallAt = this.epochs.wallOf(ad.pdtMs, ad.arrivalAt);
    await this.breaks.add(ad, {
      epoch,
      at: nextAt === null ? wallAt : ad.pdtMs === null ? nextAt : Math.max(nextAt, wallAt),
    });
    this.epochs.interrupted();
  }
}

const noticesOf = ({ isOdd, stepsBack }: { readonly isOdd: boolean; readonly stepsBack: boolean }): CaptureNotice[] => [
  ...(isOdd ? (['durations-replaced'] as const) : []),
  ...(stepsBack ? (['times-step-back'] as const) : []),
];
