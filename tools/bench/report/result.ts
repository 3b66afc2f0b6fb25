import type { Score } from '../measure/score.js';
import type { ToolName } from '../tools/tool-run.js';

/** One tool at one number of streams. CPU in core seconds per second of one stream, memory in MB (2^20). */
export interface Result extends Score {
  readonly tool: ToolName;
  readonly streams: number;
  readonly wholeCpu: number;
  readonly steadyCpu: number;
  /** Steady CPU of the rest of the house, by service; empty for the others. */
  readonly houseCpu: Readonly<Record<string, number>>;
  readonly housePssMb: Readonly<Record<string, number>>;
  readonly pssMb: number;
  readonly idlePssMb: number | null;
  readonly processes: number;
  /** Cores that everything else on the machine took meanwhile. */
  readonly outsideCores: number;
}
