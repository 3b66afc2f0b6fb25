import type { Metered } from '../measure/meter.js';
import type { StoredSegment } from '../measure/score.js';
import type { LiveClock } from '../source/live-clock.js';
import type { Source } from '../source/start-source.js';
import type { StreamLog } from '../source/source-server.js';

export const TOOLS = ['ours', 'bare', 'ffmpeg', 'streamlink'] as const;
export type ToolName = (typeof TOOLS)[number];

/** What every tool is run with. */
export interface RunPlan {
  readonly source: Source;
  readonly streams: number;
  readonly seconds: number;
  /** Made and removed by the tool's run. */
  readonly dir: string;
  /** Of ours: captures that one recorder process takes. */
  readonly perProcess: number;
  /** NODE_OPTIONS of the installation, to try out: profiles, other memory settings. */
  readonly nodeOptions: string;
}

/** What one run of one tool gave, before it is judged. The group `tool` holds the processes that capture. */
export interface RunInfo {
  readonly clock: LiveClock;
  readonly logs: readonly StreamLog[];
  readonly stored: readonly StoredSegment[];
  readonly metered: Metered;
  /**
   * PSS of the capturing processes before the first stream, and how many they are; null where they start with their
   * stream.
   */
  readonly idle: { readonly pssMb: number; readonly processes: number } | null;
}
