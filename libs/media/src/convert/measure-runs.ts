import { TRACK_KINDS, TS_WRAP_MS, TS_WRAP_TICKS } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { ffprobe, ffprobeLines } from '../ffmpeg/ffprobe.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { areJoinable, type MediaShape, mediaShape, ProbedMedia, type Track } from './media-shape.js';
import { adtsFrames } from '../inspect/adts.js';
import { readPiece, SegmentServer } from './segment-server.js';
import { type ScannedRun, scanRun } from './scan-run.js';
import {
  isPacked,
  muxFormatOf,
  type OpenPiece,
  type SourceAudio,
  type SourcePiece,
  type SourceRun,
  withPieces,
} from './source-run.js';

const ENTRIES =
  'format=start_time:stream=index,codec_type,codec_name,profile,width,height,pix_fmt,extradata,sample_rate,channels,time_base:packet=stream_index,pts,duration';
/**
 * Numbers of segments to probe together, tried in order until the format is known: the first segment may contain only
 * audio, or no parameter sets.
 */
const PROBE_SIZES: readonly number[] = [1, 4, 16];
/** By default, ffprobe reads 5 MB or 5 s to find the tracks; a track of several segments may start later. */
const LONG_PROBE = ['-probesize', '500000000', '-analyzeduration', '600000000'] as const;
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
  /** Called for segments at the start of an audio rendition that ffprobe cannot read; the others are used. */
  readonly onAudioUnreadable?: (unreadable: SourceAudio, why: OutsideError) => void;
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
  onAudioUnreadable,
}: MeasureRuns): Promise<MeasuredRun[]> {
  await using server = await SegmentServer.start(open);
  const withoutMedia = new OutsideError(message('error.segment-without-media'));
  let fault: unknown = withoutMedia;
  const measure = async (run: SourceRun): Promise<MeasuredRun[]> => {
    const scanned = await scanRun({ run, open, signal, ...(onMeasured && { onProgress: onMeasured }) });
    const prober = new Prober({ server, open, signal, having: scanned.having, onAudioUnreadable });
    if (scanned.runs.length === 0) onUnreadable?.(run, withoutMedia);
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

const slice = (run: SourceRun, from: number, to: number): SourceRun => withPieces(run, run.pieces.slice(from, to));

interface ProberOptions {
  readonly server: SegmentServer;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly having: ScannedRun['having'];
  readonly onAudioUnreadable: MeasureRuns['onAudioUnreadable'] | undefined;
}

class Prober {
  constructor(private readonly o: ProberOptions) {}

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
    const measured: MeasuredRun = {
      ...measureRun(run, head.shape, end),
      shape: widest.shape,
      sample: widest.sample,
      firstTracks: head.sample.pieces.length === 1 ? head.shape.tracks.length : 0,
      startSeconds: head.shape.firstTicks / head.shape.ticksPerSecond,
    };
    return run.audio ? this.withAudio(measured, run.audio) : [measured];
  }

  /** Splits the run where audio starts late ({@link lateStart}). */
  private async withAudio(measured: MeasuredRun, sources: readonly SourceAudio[]): Promise<MeasuredRun[]> {
    const { run } = measured;
    const audio: MeasuredAudio[] = [];
    const unreadable: SourceAudio[] = [];
    for (const source of sources) {
      const { from, shape } = await this.readableAudio(source);
      const used = { ...source, pieces: source.pieces.slice(from) };
      const track = shape?.tracks.find(isAudio);
      if (shape && track)
        audio.push({ source: used, codec: track.codec, format: track.format, ...placeAudio(measured, used, shape) });
      if (from > 0) unreadable.push({ ...source, pieces: source.pieces.slice(0, from) });
    }
    const cut = lateStart(measured, audio);
    if (cut !== null)
      return [...(await this.measure(slice(run, 0, cut))), ...(await this.measure(slice(run, cut, run.pieces.length)))];
    for (const one of unreadable)
      this.o.onAudioUnreadable?.(one, new OutsideError(message('error.segment-without-media')));
    return [addAudio(measured, audio)];
  }

  /** @returns the first segment with readable audio, or the number of segments, and the shape from there */
  private async readableAudio(source: SourceAudio): Promise<{ from: number; shape: MediaShape | null }> {
    const count = source.pieces.length;
    const whole = await this.probeAudio(source, 0);
    if (whole?.sample.pieces.length === 1) return { from: 0, shape: whole.shape };
    const from = await this.firstReadable(source);
    if (from === null) return { from: whole ? 0 : count, shape: whole?.shape ?? null };
    const rest = await this.probeAudio(source, from);
    return { from: rest ? from : count, shape: rest?.shape ?? null };
  }

  /**
   * The first segment that has readable audio by itself, by bisection: some segments at the start have none, the
   * others do. Null: none was found.
   */
  private async firstReadable(source: SourceAudio): Promise<number | null> {
    const last = source.pieces.length - 1;
    let bad = -1;
    let good = 0;
    while (!(await this.probeAudio(source, good, 1))) {
      if (good >= last) return null;
      bad = good;
      good = Math.min(Math.max(good * 2, 1), last);
    }
    while (good - bad > 1) {
      const middle = Math.floor((good + bad) / 2);
      if (await this.probeAudio(source, middle, 1)) good = middle;
      else bad = middle;
    }
    return good;
  }

  /** @returns null if the segments have no audio that can be read */
  private async probeAudio(
    { container, init, pieces }: SourceAudio,
    from: number,
    count?: number,
  ): Promise<Probed | null> {
    const run = { container, init, pieces: pieces.slice(from, count && from + count), durMs: 0 };
    try {
      const probed = await this.probeWindow(run, (n) => [0, n]);
      return probed.shape.tracks.some(isAudio) ? probed : null;
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      return null;
    }
  }

  /**
   * The window with the most tracks. A track that starts late and stops early is in neither the first nor the last one,
   * although the container announces it.
   */
  private async widest(run: SourceRun, head: Probed, tail: Probed): Promise<Probed> {
    let wider = tail.shape.tracks.length > head.shape.tracks.length ? tail : head;
    for (const kind of TRACK_KINDS) {
      const at = run.pieces.findIndex((piece) => this.o.having[kind].has(piece));
      if (at < 0 || wider.shape.tracks.some(({ type }) => type === kind)) continue;
      const middle = await this.probeWindow(run, (n) => [at, at + n]);
      if (areJoinable(wider.shape, middle.shape) && middle.shape.tracks.length > wider.shape.tracks.length)
        wider = middle;
    }
    return wider;
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
    for (const size of PROBE_SIZES) {
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
    const url = this.o.server.addRun(run);
    const answer = await ffprobe({
      args: [
        ...(run.pieces.length > 1 ? LONG_PROBE : []),
        '-show_data',
        '-show_entries',
        ENTRIES,
        ...mediaOnly(url),
        url,
      ],
      signal: this.o.signal,
    }).catch((thrown: unknown) => {
      throw this.o.server.failure ?? thrown;
    });
    if (this.o.server.failure !== null) throw this.o.server.failure;
    return mediaShape(ProbedMedia.parse(answer), run.container);
  }

  /** Packed audio has no time stamps: its length is the sum of its frames. */
  private async wholeAudio(run: SourceRun, head: MediaShape): Promise<MediaShape> {
    const seconds =
      run.container === 'aac' ? await this.adtsSeconds(run) : (await this.packetTicks(run)) / head.ticksPerSecond;
    return { ...head, endTicks: head.firstTicks + Math.round(seconds * head.ticksPerSecond) };
  }

  /** Counted in the stored bytes, so that a file is compared with what was received. */
  private async adtsSeconds({ pieces }: SourceRun): Promise<number> {
    let ms = 0;
    for (const piece of pieces) {
      const chunks: Buffer[] = [];
      for await (const chunk of readPiece({ piece, open: this.o.open, signal: this.o.signal })) chunks.push(chunk);
      for (const frame of adtsFrames(Buffer.concat(chunks))) ms += frame.ms;
    }
    return ms / 1000;
  }

  private async packetTicks(run: SourceRun): Promise<number> {
    let ticks = 0;
    const url = this.o.server.addRun(run);
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
    for await (const line of ffprobeLines({ args, signal: this.o.signal })) ticks += Number.parseInt(line, 10) || 0;
    if (this.o.server.failure !== null) throw this.o.server.failure;
    return ticks;
  }
}

/** What a window of segments contains. */
interface Probed {
  readonly shape: MediaShape;
  readonly sample: SourceRun;
}

const differs = (a: MediaShape, b: MediaShape): boolean => a.complete && b.complete && !areJoinable(a, b);
const isAudio = ({ type }: Track): boolean => type === 'audio';
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
  /** Audio renditions; their tracks are the last ones of the shape. Absent: the segments contain all audio. */
  readonly audio?: readonly MeasuredAudio[];
  /** First time stamp of the anchor as ffmpeg reads it, s. */
  readonly startSeconds: number;
}

/** Audio of a rendition, with what the mux of its run needs. */
export interface MeasuredAudio {
  readonly source: SourceAudio;
  readonly codec: string;
  readonly format: string;
  /** Its start as ffmpeg reads it, s. */
  readonly readSeconds: number;
  /** Its start on the clock of the run, s. */
  readonly startSeconds: number;
  /** Number of its packets before the start of the run. */
  readonly earlyPackets: number;
}

/** Packets that start at most this long before a run belong to the run: time stamps are rounded. */
export const ROUNDING_S = 0.001;

/**
 * Where audio of a rendition is on the clock of its run. ffmpeg unwraps the 33-bit clock of each input by itself, and
 * reads packed audio from 0.
 */
export function placeAudio(
  run: Pick<MeasuredRun, 'run' | 'startSeconds'>,
  source: Pick<SourceAudio, 'container' | 'pieces'>,
  shape: Pick<MediaShape, 'startSeconds' | 'packetTicks' | 'ticksPerSecond'>,
): Pick<MeasuredAudio, 'readSeconds' | 'startSeconds' | 'earlyPackets'> {
  const wrapS = TS_WRAP_MS / 1000;
  const secondsOf = ([first]: readonly SourcePiece[]): number => (first?.time?.ptsMs ?? 0) / 1000;
  const wraps = Math.round((run.startSeconds - secondsOf(run.run.pieces)) / wrapS) * wrapS;
  const readSeconds = shape.startSeconds;
  const exact = secondsOf(source.pieces) + wraps;
  const startSeconds = isPacked(source) ? exact : readSeconds + Math.round((exact - readSeconds) / wrapS) * wrapS;
  const from = run.startSeconds - startSeconds + readSeconds - ROUNDING_S;
  const earlyPackets = shape.packetTicks.filter((ticks) => ticks / shape.ticksPerSecond < from).length;
  return { readSeconds, startSeconds, earlyPackets };
}

/**
 * Audio that starts later than this splits the run. The mux to fMP4 holds everything in memory until each track has a
 * packet.
 */
const MAX_DELAY_S = 10;

/** The segment in which late audio starts, if the run must be split there; null: no split. */
function lateStart(measured: MeasuredRun, audio: readonly MeasuredAudio[]): number | null {
  const { run } = measured;
  const delays = audio
    .map(({ startSeconds }) => startSeconds - measured.startSeconds)
    .filter((delay) => delay > MAX_DELAY_S);
  if (delays.length === 0 || muxFormatOf(run) !== 'mp4') return null;
  const startMs = (run.pieces[0]?.time?.ptsMs ?? 0) + Math.min(...delays) * 1000;
  const at = run.pieces.findLastIndex(({ time }) => time && time.ptsMs <= startMs);
  return at > 0 ? at : null;
}

/** ffmpeg finds the format of a track that starts within this time by reading only the first segment. */
const PROMPT_S = 1;

/** Adds the tracks of the renditions to those of the run. The mux gives new indexes to all. */
function addAudio(measured: MeasuredRun, audio: readonly MeasuredAudio[]): MeasuredRun {
  const { run, shape, firstTracks } = measured;
  const own = shape.tracks.map((track, index) => ({ ...track, index, muxedFrom: track.index }));
  const added = audio.map(({ codec, format }, i) => ({ index: own.length + i, type: 'audio' as const, codec, format }));
  const isPrompt =
    firstTracks > 0 && audio.every(({ startSeconds }) => startSeconds - measured.startSeconds < PROMPT_S);
  return {
    ...measured,
    audio,
    shape: {
      ...shape,
      container: muxFormatOf(run),
      tracks: [...own, ...added],
      fingerprint: [shape.fingerprint, ...added.map(({ format }) => format)].join('; '),
    },
    firstTracks: isPrompt ? firstTracks + audio.length : 0,
  };
}

/** The run with its own tracks only. The mux stays, so that the run can be joined with the same ones. */
export const withoutRenditions = (measured: MeasuredRun): MeasuredRun =>
  measured.audio
    ? {
        ...measured,
        audio: [],
        shape: { ...measured.shape, tracks: measured.shape.tracks.filter((t) => t.muxedFrom !== undefined) },
        firstTracks: Math.max(0, measured.firstTracks - measured.audio.length),
      }
    : measured;

/** Combines the measurements of the first and the last segment of a run. */
export function measureRun(
  run: SourceRun,
  head: MediaShape,
  tail: MediaShape,
): Pick<MeasuredRun, 'run' | 'spanSeconds' | 'leadSeconds' | 'frameSeconds'> {
  const raw = (tail.endTicks * head.ticksPerSecond) / tail.ticksPerSecond - head.firstTicks;
  const wraps =
    run.container === 'ts' ? Math.round(((run.durMs / 1000) * head.ticksPerSecond - raw) / TS_WRAP_TICKS) : 0;
  return {
    run,
    spanSeconds: (raw + wraps * TS_WRAP_TICKS) / head.ticksPerSecond,
    leadSeconds: head.firstTicks / head.ticksPerSecond - head.startSeconds,
    frameSeconds: tail.frameTicks / tail.ticksPerSecond,
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
