import type { Metered } from '../measure/meter.js';
import type { StoredSegment } from '../measure/score.js';
import type { LiveClock } from '../source/live-clock.js';
import type { Source } from '../source/start-source.js';
import type { StreamLog } from '../source/source-server.js';

export const TOOLS = ['ours', 'bare', 'ffmpeg', 'streamlink'] as const;
export type ToolName = (typeof TOOLS)[number];

/** Parameters of the run of any tool. */
export interface RunPlan {
  readonly source: Source;
  readonly streams: number;
  readonly seconds: number;
  /** The tool's run creates and removes this folder. */
  readonly dir: string;
  /** Only for Vodkeep: captures per recorder process. */
  readonly perProcess: number;
  /** Processes of the bench itself: those that load the machine on purpose. */
  readonly loads: readonly number[];
  /** NODE_OPTIONS of the installation, for experiments: profiles, other memory settings. */
  readonly nodeOptions: string;
}

/** Measurements of one run of one tool, before the score. The group `tool` contains the capturing processes. */
export interface RunInfo {
  readonly clock: LiveClock;
  readonly logs: readonly StreamLog[];
  readonly stored: readonly StoredSegment[];
  readonly metered: Metered;
  /** PSS and number of the capturing processes before the first stream; null if they start with their stream. */
  readonly idle: { readonly pssMb: number; readonly processes: number } | null;
}
