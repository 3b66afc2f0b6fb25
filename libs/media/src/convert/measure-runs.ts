import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { ffprobe, ffprobeLines } from '../ffmpeg/ffprobe.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { areJoinable, type MediaShape, mediaShape, ProbedMedia } from './media-shape.js';
import { SegmentServer } from './segment-server.js';
import { scanRun } from './scan-run.js';
import { type OpenPiece, type SourcePiece, type SourceRun } from './source-run.js';

const ENTRIES =
  'format=start_time:stream=index,codec_type,codec_name,profile,width,height,pix_fmt,extradata,sample_rate,channels,time_base:packet=stream_index,pts,duration';
/**
 * The numbers of segments to check together, tried in order until the format is known: the first segment may contain
 * only audio, or no parameter sets.
 */
const WINDOWS: readonly number[] = [1, 4, 16];
/** A track may start after the 5 MB or 5 s that ffprobe reads to find its format. */
const PROBE_FAR = ['-probesize', '500000000', '-analyzeduration', '600000000'] as const;
/** Runs that are measured at the same time. */
const PARALLEL = 4;
/** ffmpeg unwraps the 26.5 h clock of TS only once per file, so a longer run is split into several. */
const MAX_RUN_MS = 20 * 3_600_000;

export interface MeasureRuns {
  readonly runs: readonly SourceRun[];
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly onMeasured?: () => void;
  /** Called for a run that ffprobe cannot read; the others are measured. */
  readonly onUnreadable?: (run: SourceRun, why: unknown) => void;
}

/**
 * Measures the exact length and the format of each run by probing its first and last segment (two short ffprobe runs
 * each, whatever the length). Splits a run where its format changes, and a run above 20 h into pieces. Leaves out
 * segments and runs without media.
 * @returns runs in the given order
 * @throws OutsideError `segment-unreadable`; `segment-without-media`, `command-failed`: no run can be read
 */
export async function measureRuns({
  runs,
  open,
  signal,
  onMeasured,
  onUnreadable,
}: MeasureRuns): Promise<MeasuredRun[]> {
  await using server = await SegmentServer.start(open);
  let fault: unknown = new OutsideError(message('error.segment-without-media'));
  const measure = async (run: SourceRun): Promise<MeasuredRun[]> => {
    const scanned = await scanRun({ run, open, signal, ...(onMeasured && { onProgress: onMeasured }) });
    const prober = new Prober(server, signal, scanned.withSound);
    if (scanned.runs.length === 0) onUnreadable?.(run, fault);
    const measured: MeasuredRun[] = [];
    for (const part of scanned.runs) {
      try {
        measured.push(...(await prober.measure(part)));
      } catch (thrown) {
        if (!isUnreadable(thrown)) throw thrown;
        fault = thrown;
        onUnreadable?.(part, thrown);
      }
    }
    onMeasured?.();
    return measured;
  };
  const measured: MeasuredRun[] = [];
  const all = runs.flatMap(cutLong);
  // A source whose clock starts again in each segment has thousands of runs.
  for (let at = 0; at < all.length; at += PARALLEL)
    measured.push(...(await Promise.all(all.slice(at, at + PARALLEL).map(measure))).flat());
  if (measured.length === 0) throw fault;
  return measured;
}

/**
 * Splits a run above 20 h at segment borders. The lengths are estimated from the number of segments; that is accurate
 * enough, since they only select the clock wrap and 26.5 h is far away.
 */
export function cutLong(run: SourceRun): SourceRun[] {
  const parts = Math.min(Math.ceil(run.durMs / MAX_RUN_MS), run.pieces.length);
  if (parts <= 1) return [run];
  const size = Math.ceil(run.pieces.length / parts);
  return Array.from({ length: parts }, (_, i) => slice(run, i * size, (i + 1) * size)).filter(
    (part) => part.pieces.length > 0,
  );
}

function slice(run: SourceRun, from: number, to: number): SourceRun {
  const pieces = run.pieces.slice(from, to);
  return { ...run, pieces, durMs: (run.durMs * pieces.length) / run.pieces.length };
}

class Prober {
  constructor(
    private readonly server: SegmentServer,
    private readonly signal: AbortSignal,
    private readonly withSound: ReadonlySet<SourcePiece>,
  ) {}

  async measure(run: SourceRun): Promise<MeasuredRun[]> {
    const count = run.pieces.length;
    const probed = this.probeWindow(run, (n) => [0, n]);
    const [head, tail] = await Promise.all([
      probed,
      count > 1 ? this.probeWindow(run, (n) => [Math.max(count - n, 0), count]) : probed,
    ]);
    if (differs(head.shape, tail.shape)) {
      const cut = await this.findChange(run, head.shape);
      return [...(await this.measure(slice(run, 0, cut))), ...(await this.measure(slice(run, cut, count)))];
    }
    const end = isPacked(run) ? await this.wholeAudio(run, head.shape) : tail.shape;
    const widest = await this.widest(run, head, tail);
    return [
      {
        ...measureRun(run, head.shape, end),
        shape: widest.shape,
        sample: widest.sample,
        firstTracks: head.sample.pieces.length === 1 ? head.shape.tracks.length : 0,
      },
    ];
  }

  /**
   * The window with the most tracks. Audio that starts late and stops early is in neither the first nor the last one,
   * although the container announces it.
   */
  private async widest(run: SourceRun, head: Probed, tail: Probed): Promise<Probed> {
    const wider = tail.shape.tracks.length > head.shape.tracks.length ? tail : head;
    const at = run.pieces.findIndex((piece) => this.withSound.has(piece));
    const isUsed = wider.shape.tracks.some((t) => t.type === 'audio');
    if (at < 0 || isUsed) return wider;
    const middle = await this.probeWindow(run, (n) => [at, at + n]);
    return areJoinable(wider.shape, middle.shape) && middle.shape.tracks.length > wider.shape.tracks.length
      ? middle
      : wider;
  }

  /**
   * Finds the first segment whose format differs from `head`, by bisection: a format changes at most once in a run,
   * because a second change ends an epoch.
   */
  private async findChange(run: SourceRun, head: MediaShape): Promise<number> {
    let same = 0;
    let other = run.pieces.length - 1;
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      const { shape } = await this.probeWindow(run, (n) => [middle, middle + n]);
      if (differs(head, shape)) other = middle;
      else same = middle;
    }
    return other;
  }

  private async probeWindow(run: SourceRun, window: (size: number) => [number, number]): Promise<Probed> {
    let seen: Probed | null = null;
    let fault: unknown = null;
    for (const size of WINDOWS) {
      try {
        const sample = slice(run, ...window(size));
        const shape = await this.probe(sample);
        if (!seen || shape.tracks.length > seen.shape.tracks.length) seen = { shape, sample };
        if (shape.complete && shape.seenAll) return { shape, sample };
      } catch (thrown) {
        if (!isUnreadable(thrown)) throw thrown;
        fault = thrown;
      }
      if (size >= run.pieces.length) break;
    }
    if (seen) return seen;
    throw fault;
  }

  private async probe(run: SourceRun): Promise<MediaShape> {
    const url = this.server.addRun(run);
    const answer = await ffprobe({
      args: [
        ...(run.pieces.length > 1 ? PROBE_FAR : []),
        '-show_data',
        '-show_entries',
        ENTRIES,
        ...mediaOnly(url),
        url,
      ],
      signal: this.signal,
    }).catch((thrown: unknown) => {
      throw this.server.failure ?? thrown;
    });
    if (this.server.failure !== null) throw this.server.failure;
    return mediaShape(ProbedMedia.parse(answer), run.container);
  }

  /** Packed audio has no time stamps: its length is the sum of its frames. */
  private async wholeAudio(run: SourceRun, head: MediaShape): Promise<MediaShape> {
    let ticks = 0;
    const url = this.server.addRun(run);
    const args = [
      '-select_streams',
      'a:0',
      '-show_entries',
      'packet=duration',
      '-of',
      'csv=p=0',
      ...mediaOnly(url),
      url,
    ];
    for await (const line of ffprobeLines({ args, signal: this.signal })) ticks += Number.parseInt(line, 10) || 0;
    if (this.server.failure !== null) throw this.server.failure;
    return { ...head, endTicks: head.firstTicks + ticks };
  }
}

const isPacked = ({ container }: SourceRun): boolean => container !== 'ts' && container !== 'fmp4';

/** What a window of segments contains. */
interface Probed {
  readonly shape: MediaShape;
  readonly sample: SourceRun;
}

const differs = (a: MediaShape, b: MediaShape): boolean => a.complete && b.complete && !areJoinable(a, b);
const isUnreadable = (thrown: unknown): boolean =>
  thrown instanceof OutsideError && ['segment-without-media', 'command-failed'].includes(thrown.code);

/** A run with its exact length, in seconds of its own clock. */
export interface MeasuredRun {
  readonly run: SourceRun;
  /** With all tracks of the run that were found, also those that start late or stop early. */
  readonly shape: MediaShape;
  /** Some segments of the run that contain all tracks of the shape. */
  readonly sample: SourceRun;
  /** The number of tracks of the first segment; 0 if it does not have all that the container announces. */
  readonly firstTracks: number;
  /** From the start of the anchor's first frame to the end of its last one. */
  readonly spanSeconds: number;
  /** Start of the anchor minus start of the stream: audio often starts 20 ms earlier. */
  readonly leadSeconds: number;
  readonly frameSeconds: number;
}

/** TS time stamps have 33 bits: 26.5 hours at 90 kHz (ISO 13818-1). */
const TS_WRAP_TICKS = 2 ** 33;

/** Combines the measurements of the first and the last segment of a run. */
export function measureRun(
  run: SourceRun,
  head: MediaShape,
  tail: MediaShape,
): Pick<MeasuredRun, 'run' | 'spanSeconds' | 'leadSeconds' | 'frameSeconds'> {
  const raw = tail.endTicks - head.firstTicks;
  const wraps =
    run.container === 'ts' ? Math.round(((run.durMs / 1000) * head.ticksPerSecond - raw) / TS_WRAP_TICKS) : 0;
  return {
    run,
    spanSeconds: (raw + wraps * TS_WRAP_TICKS) / head.ticksPerSecond,
    leadSeconds: head.firstTicks / head.ticksPerSecond - head.startSeconds,
    frameSeconds: tail.frameTicks / head.ticksPerSecond,
  };
}

/** Groups the runs by file: consecutive runs whose tracks are those of one of them, or fewer. */
export function groupRuns(runs: readonly MeasuredRun[]): MeasuredRun[][] {
  const groups: MeasuredRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    const widest = last && widestOf(last);
    if (widest && areJoinable(widest.shape, run.shape)) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** The run with the most tracks, which are the tracks of the file; undefined without runs. */
export const widestOf = (runs: readonly MeasuredRun[]): MeasuredRun | undefined =>
  runs.reduce<MeasuredRun | undefined>(
    (most, run) => (most && most.shape.tracks.length >= run.shape.tracks.length ? most : run),
    undefined,
  );

/** Expected length of the runs' video track, in seconds (of the audio if there is no video). */
export const spanOf = (runs: readonly MeasuredRun[]): number => runs.reduce((sum, run) => sum + run.spanSeconds, 0);
