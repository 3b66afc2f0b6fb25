import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { ffprobeLines } from '../ffmpeg/ffprobe.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { MAX_PAUSE_MS } from '../inspect/track-limits.js';
import { type ByteReader } from './byte-reader.js';

/** Summary of the packets of one track; times in ticks of its time base. */
export interface PacketScan {
  readonly ticksPerSecond: number;
  readonly packets: number;
  /** Earliest presentation time, and the latest end of a packet. */
  readonly firstTicks: number;
  readonly endTicks: number;
  /** Presentation times of the keyframes of video, in file order. Empty for audio. */
  readonly keyframes: readonly number[];
  /** Shortest and longest step between decode times. */
  readonly minStep: number;
  readonly maxStep: number;
  readonly lastTicks: number;
  /** Pauses between packets in which media is missing, or a picture stands still, ms. */
  readonly pausesMs: readonly number[];
}

/** 46 hours of video with only keyframes, at 60 fps. */
const MAX_TIMES = 10_000_000;

/** The keyframes or the pauses of a track. A damaged index may name any number of them. */
export class Times {
  readonly values: number[] = [];

  /** @throws OutsideError `file-without-media`: there are too many to keep */
  add(value: number): void {
    if (this.values.length >= MAX_TIMES) throw new OutsideError(message('error.file-without-media.index'));
    this.values.push(value);
  }
}

/** Finds the pauses of a track, from its steps in order, ms. */
export class Pauses {
  private readonly found = new Times();
  private usualMs: number | null = null;

  get ms(): readonly number[] {
    return this.found.values;
  }

  /** @param times how many steps in a row are this long */
  step(ms: number, times = 1): void {
    if (this.usualMs !== null && ms - this.usualMs > MAX_PAUSE_MS)
      for (let i = 0; i < times; i += 1) this.found.add(ms - this.usualMs);
    else this.usualMs = ms;
  }
}

export interface Scan {
  /** A local file, or a loopback address that supports ranges. */
  readonly file: string;
  /** Reads the same bytes if `file` is an address. */
  readonly bytes?: ByteReader;
  readonly signal: AbortSignal;
  /** Called repeatedly during the scan: a day of video takes minutes. */
  readonly onProgress?: () => void;
}

/** About five minutes of video. */
const PACKETS_PER_REPORT = 20_000;

/**
 * Reads every packet header of a track, one at a time; holds only the keyframes in memory.
 * @param track `v:0` or `a:0`
 * @returns null if the track does not exist or is empty
 */
export async function scanPackets(
  track: 'v:0' | 'a:0',
  { file, signal, onProgress }: Scan,
): Promise<PacketScan | null> {
  const counter = new PacketCounter(track === 'v:0');
  let lines = 0;
  const args = [
    '-select_streams',
    track,
    '-show_entries',
    'stream=time_base:packet=pts,dts,dts_time,duration,flags',
    '-of',
    'compact',
    ...mediaOnly(file),
    file,
  ];
  for await (const line of ffprobeLines({ args, signal })) {
    counter.add(line);
    lines += 1;
    if (lines % PACKETS_PER_REPORT === 0) onProgress?.();
  }
  return counter.result();
}

/**
 * Parses ffprobe's `compact` lines: `packet|pts=0|dts=0|dts_time=0.000000|duration=3000|flags=K_`, and after them
 * `stream|time_base=1/90000`.
 */
export class PacketCounter {
  private ticksPerSecond = 1;
  private packets = 0;
  private firstTicks = Infinity;
  private lastTicks = -Infinity;
  private endTicks = -Infinity;
  private lastDts: number | null = null;
  private minStep = Infinity;
  private maxStep = 0;
  private lastDtsMs: number | null = null;
  private readonly pauses = new Pauses();
  private readonly keyframes = new Times();

  constructor(private readonly hasKeyframes = true) {}

  add(line: string): void {
    const fields = new Map(line.split('|').map((pair) => pair.split('=', 2) as [string, string | undefined]));
    const base = fields.get('time_base')?.split('/');
    if (base) this.ticksPerSecond = Number(base[1]) / Number(base[0]);
    const pts = Number(fields.get('pts'));
    if (fields.get('pts') === undefined || Number.isNaN(pts)) return;
    this.take(pts, Number(fields.get('duration')) || 0, fields.get('flags')?.startsWith('K') === true);
    this.step(Number(fields.get('dts')));
    this.pause(Number(fields.get('dts_time')) * 1000);
  }

  result(): PacketScan | null {
    if (this.packets === 0) return null;
    const { ticksPerSecond, packets, firstTicks, lastTicks, endTicks, maxStep } = this;
    return {
      ticksPerSecond,
      packets,
      firstTicks,
      lastTicks,
      endTicks: Math.max(endTicks, lastTicks),
      keyframes: this.keyframes.values,
      maxStep,
      minStep: Math.min(this.minStep, maxStep),
      pausesMs: this.pauses.ms,
    };
  }

  private take(pts: number, duration: number, isKey: boolean): void {
    this.packets += 1;
    this.firstTicks = Math.min(this.firstTicks, pts);
    this.lastTicks = Math.max(this.lastTicks, pts);
    this.endTicks = Math.max(this.endTicks, pts + duration);
    if (isKey && this.hasKeyframes) this.keyframes.add(pts);
  }

  private step(dts: number): void {
    if (Number.isNaN(dts)) return;
    if (this.lastDts !== null) {
      this.minStep = Math.min(this.minStep, dts - this.lastDts);
      this.maxStep = Math.max(this.maxStep, dts - this.lastDts);
    }
    this.lastDts = dts;
  }

  private pause(dtsMs: number): void {
    if (Number.isNaN(dtsMs)) return;
    if (this.lastDtsMs !== null) this.pauses.step(dtsMs - this.lastDtsMs);
    this.lastDtsMs = dtsMs;
  }
}
