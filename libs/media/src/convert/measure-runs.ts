import { OutsideError } from '#libs/errors';
import { ffprobe, ffprobeLines } from '../ffmpeg/ffprobe.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { type MediaShape, mediaShape, ProbedMedia } from './media-shape.js';
import { SegmentServer } from './segment-server.js';
import { type OpenPiece, type SourceRun } from './source-run.js';

const ENTRIES =
  'format=start_time:stream=index,codec_type,codec_name,profile,width,height,pix_fmt,extradata,sample_rate,channels,time_base:packet=stream_index,pts,duration';
/**
 * The numbers of segments to check together, tried in order until the format is known: the first segment may contain
 * only audio, or no parameter sets.
 */
const WINDOWS: readonly number[] = [1, 4, 16];
/** ffmpeg unwraps the 26.5 h clock of TS only once per file, so a longer run is split into several. */
const MAX_RUN_MS = 20 * 3_600_000;

export interface MeasureRuns {
  readonly runs: readonly SourceRun[];
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly onMeasured?: () => void;
}

/**
 * Measures the exact length and the format of each run by probing its first and last segment (two short ffprobe runs
 * each, whatever the length). Splits a run where its format changes, and a run above 20 h into pieces.
 * @returns runs in the given order, at least as many
 * @throws OutsideError `segment-unreadable`, `segment-without-media`, `command-failed`
 */
export async function measureRuns({ runs, open, signal, onMeasured }: MeasureRuns): Promise<MeasuredRun[]> {
  await using server = await SegmentServer.start(open);
  const prober = new Prober(server, signal);
  const measured: MeasuredRun[] = [];
  for (const run of runs.flatMap(cutLong)) {
    measured.push(...(await prober.measure(run)));
    onMeasured?.();
  }
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
  ) {}

  async measure(run: SourceRun): Promise<MeasuredRun[]> {
    const count = run.pieces.length;
    const probed = this.probeWindow(run, (n) => [0, n]);
    const [head, tail] = await Promise.all([
      probed,
      count > 1 ? this.probeWindow(run, (n) => [Math.max(count - n, 0), count]) : probed,
    ]);
    if (differs(head, tail)) {
      const cut = await this.findChange(run, head);
      return [...(await this.measure(slice(run, 0, cut))), ...(await this.measure(slice(run, cut, count)))];
    }
    return [measureRun(run, head, run.container === 'aac' ? await this.wholeAac(run, head) : tail)];
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
      if (differs(head, await this.probeWindow(run, (n) => [middle, middle + n]))) other = middle;
      else same = middle;
    }
    return other;
  }

  private async probeWindow(run: SourceRun, window: (size: number) => [number, number]): Promise<MediaShape> {
    let seen: MediaShape | null = null;
    let fault: unknown = null;
    for (const size of WINDOWS) {
      try {
        seen = await this.probe(slice(run, ...window(size)));
        if (seen.complete && seen.seenAll) return seen;
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
      args: ['-show_data', '-show_entries', ENTRIES, ...mediaOnly(url), url],
      signal: this.signal,
    }).catch((thrown: unknown) => {
      throw this.server.failure ?? thrown;
    });
    if (this.server.failure !== null) throw this.server.failure;
    return mediaShape(ProbedMedia.parse(answer), run.container);
  }

  /** Packed AAC has no time stamps: its length is the sum of its frames. */
  private async wholeAac(run: SourceRun, head: MediaShape): Promise<MediaShape> {
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

const differs = (a: MediaShape, b: MediaShape): boolean => a.complete && b.complete && a.fingerprint !== b.fingerprint;
const isUnreadable = (thrown: unknown): boolean =>
  thrown instanceof OutsideError && ['segment-without-media', 'command-failed'].includes(thrown.code);

/** A run with its exact length, in seconds of its own clock. */
export interface MeasuredRun {
  readonly run: SourceRun;
  readonly shape: MediaShape;
  /** From the start of the anchor's first frame to the end of its last one. */
  readonly spanSeconds: number;
  /** Start of the anchor minus start of the stream: audio often starts 20 ms earlier. */
  readonly leadSeconds: number;
  readonly frameSeconds: number;
}

/** TS time stamps have 33 bits: 26.5 hours at 90 kHz (ISO 13818-1). */
const TS_WRAP_TICKS = 2 ** 33;

/** Combines the measurements of the first and the last segment of a run. */
export function measureRun(run: SourceRun, head: MediaShape, tail: MediaShape): MeasuredRun {
  const raw = tail.endTicks - head.firstTicks;
  const wraps =
    run.container === 'ts' ? Math.round(((run.durMs / 1000) * head.ticksPerSecond - raw) / TS_WRAP_TICKS) : 0;
  return {
    run,
    shape: head,
    spanSeconds: (raw + wraps * TS_WRAP_TICKS) / head.ticksPerSecond,
    leadSeconds: head.firstTicks / head.ticksPerSecond - head.startSeconds,
    frameSeconds: tail.frameTicks / head.ticksPerSecond,
  };
}

/** Groups the runs by file: consecutive runs of one format. */
export function groupRuns(runs: readonly MeasuredRun[]): MeasuredRun[][] {
  const groups: MeasuredRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last?.[0]?.shape.fingerprint === run.shape.fingerprint) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Expected length of the runs' video track, in seconds (of the audio if there is no video). */
export const spanOf = (runs: readonly MeasuredRun[]): number => runs.reduce((sum, run) => sum + run.spanSeconds, 0);
