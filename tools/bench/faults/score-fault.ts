import type { TimelineGap } from '#libs/contracts';
import type { ReadFrame } from '../../provider-sim/frames/index.js';
import { unreachable, type Fault } from './faults.js';

const FPS = 30;
/** A gap ends with a frame of the audio, not of the video. */
const TOLERANCE_S = 0.1;

export interface Vods {
  readonly count: number;
  readonly gaps: readonly TimelineGap[];
  /** Why a VOD is not finalized; empty: all are. */
  readonly note: string;
}

/** What a tool has of a source. */
export interface Recorded {
  readonly frames: readonly ReadFrame[];
  /** Only of Vodkeep. */
  readonly vods?: Vods;
  /** Only of the others; `atMs`: on the clock of the source. */
  readonly exit?: { readonly code: number | null; readonly atMs: number | null };
}

/** Seconds of video, and what a tool says about them. */
export interface FaultScore {
  readonly publishedS: number;
  readonly lostS: number;
  /** Of `lostS`: what no recorder can have. */
  readonly unreachableS: number;
  readonly doubledS: number;
  /** Of `lostS`: what no gap of the timeline covers; null: the tool has no timeline. */
  readonly unexplainedS: number | null;
  readonly causes: readonly string[];
}

/** Compares the frames of a recording with those of its source. */
export function scoreFault(fault: Fault, { frames, vods }: Recorded): FaultScore {
  const { seconds = 0, segmentS = 2 } = fault.source();
  const counts = countsOf(frames);
  // The others begin three segments from the end of the list; what they leave behind at their start does not count.
  const first = vods === undefined && counts.size > 0 ? Math.min(...counts.keys()) : 0;
  const published = Array.from({ length: seconds * FPS - first }, (_, i) => first + i);
  const lost = published.filter((frame) => !counts.has(frame));
  const none = unreachable(fault);
  const inS = (count: number): number => count / FPS;
  const lostS = inS(lost.length);
  const explainedS =
    vods === undefined ? null : vods.gaps.reduce((sum, gap) => sum + (gap.lostMs ?? gap.durMs), 0) / 1000;
  return {
    publishedS: inS(published.length),
    lostS,
    unreachableS: inS(lost.filter((frame) => none.has(Math.floor(frame / (FPS * segmentS)))).length),
    doubledS: inS([...counts.values()].reduce((sum, count) => sum + count - 1, 0)),
    unexplainedS: explainedS === null ? null : aboveTolerance(lostS - explainedS),
    causes: [...new Set(vods?.gaps.map(({ cause }) => cause))],
  };
}

function countsOf(frames: readonly ReadFrame[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { number } of frames) if (number !== null) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

const aboveTolerance = (s: number): number => (s > TOLERANCE_S ? s : 0);
