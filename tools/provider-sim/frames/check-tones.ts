import type { ReadFrame } from './read-frames.js';
import { TONE_STEP_MS, type ReadTone } from './read-tones.js';
import { toneOfSecond } from './tone-code.js';

/** A section of a recording, ms from its start. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ToneReport {
  readonly ok: boolean;
  /** Milliseconds of audio that were compared with the video. */
  readonly checkedMs: number;
  readonly silent: Span[];
  /** Sections whose tone does not match the second shown in the video. */
  readonly wrong: Span[];
  /** Length of the video without audio at the end. */
  readonly missingAtEndMs: number;
}

export interface ToneOptions {
  readonly fps?: number;
  /** Allowed offset between audio and video: one frame at 30 fps plus the 10 ms resolution of the tone detection. */
  readonly toleranceMs?: number;
  /** How much earlier than the video the audio may end; default 100 ms. */
  readonly endToleranceMs?: number;
}

const DEFAULT_TOLERANCE_MS = 45;
/** Audio has its own frames of 21 ms, so it may end a few of them before the video. */
const END_TOLERANCE_MS = 100;

function toSpans(times: readonly number[]): Span[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const at of times) {
    const last = spans.at(-1);
    if (last && at - last.toMs < TONE_STEP_MS / 2) last.toMs = at + TONE_STEP_MS;
    else spans.push({ fromMs: at, toMs: at + TONE_STEP_MS });
  }
  return spans;
}

/**
 * Returns a function that gives the tones that the video frames near a time allow, each extrapolated to that time. It
 * advances through the frames, so its times must rise.
 */
function allowedTones(frames: readonly ReadFrame[], fps: number, toleranceMs: number): (atMs: number) => Set<number> {
  let from = 0;
  const frameMs = 1000 / fps;
  return (atMs) => {
    while ((frames[from]?.ptsMs ?? Infinity) + frameMs < atMs - toleranceMs) from += 1;
    const tones = new Set<number>();
    for (let i = from; ; i++) {
      const frame = frames[i];
      if (!frame || frame.ptsMs > atMs + toleranceMs) return tones;
      if (frame.number === null) continue;
      const sourceMs = frame.number * frameMs + atMs - frame.ptsMs;
      for (const at of [sourceMs - toleranceMs, sourceMs + toleranceMs])
        tones.add(toneOfSecond(Math.max(0, Math.floor(at / 1000))));
    }
  };
}

/**
 * Checks that the audio is continuous and matches the video. At each moment, the tone must be that of the second which
 * the frames near it show, within the tolerance. So a gap, a jump, a drift and a wrong order are all detected. Times
 * without video are not checked.
 */
export function checkTones(
  frames: readonly ReadFrame[],
  tones: readonly ReadTone[],
  { fps = 30, toleranceMs = DEFAULT_TOLERANCE_MS, endToleranceMs = END_TOLERANCE_MS }: ToneOptions = {},
): ToneReport {
  const allowed = allowedTones(frames, fps, toleranceMs);
  const judged = tones.map(({ atMs, tone }) => ({ atMs, tone, may: allowed(atMs) })).filter(({ may }) => may.size > 0);
  const silent = toSpans(judged.filter(({ tone }) => tone === null).map(({ atMs }) => atMs));
  const splices = splicesOf(frames);
  const wrong = toSpans(
    judged.filter(({ tone, may }) => tone !== null && !may.has(tone)).map(({ atMs }) => atMs),
  ).filter((span) => !isBlend(span, splices));
  const missingAtEndMs = shortfall(frames, tones, fps);
  return {
    ok: silent.length + wrong.length === 0 && missingAtEndMs <= endToleranceMs,
    checkedMs: judged.length * TONE_STEP_MS,
    silent,
    wrong,
    missingAtEndMs,
  };
}

/** Times at which the frame number is not the next one: two parts of the source were joined. */
const splicesOf = (frames: readonly ReadFrame[]): number[] =>
  frames.filter(({ number }, i) => i > 0 && number !== (frames[i - 1]?.number ?? NaN) + 1).map(({ ptsMs }) => ptsMs);

/**
 * AAC overlaps half of one block with the next (1,024 samples, 21 ms), so the join of two parts produces a sound that
 * belongs to neither.
 */
const BLEND_MS = 22;
const isBlend = ({ fromMs, toMs }: Span, splices: readonly number[]): boolean =>
  toMs - fromMs <= BLEND_MS && splices.some((at) => Math.abs(at - fromMs) <= DEFAULT_TOLERANCE_MS + BLEND_MS);

function shortfall(frames: readonly ReadFrame[], tones: readonly ReadTone[], fps: number): number {
  const pictureEnd = (frames.at(-1)?.ptsMs ?? 0) + 1000 / fps;
  const soundEnd = (tones.at(-1)?.atMs ?? 0) + TONE_STEP_MS;
  return Math.max(0, Math.round(pictureEnd - soundEnd));
}
