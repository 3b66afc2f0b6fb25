import { type Score, score } from '../measure/score.js';
import type { ToolName, RunInfo } from '../tools/tool-run.js';

/** One tool at one number of streams. CPU in core seconds per second of one stream, memory in MB (2^20). */
export interface Result extends Score {
  readonly tool: ToolName;
  readonly streams: number;
  readonly wholeCpu: number;
  readonly steadyCpu: number;
  /** Steady CPU of the other services of the installation, by service; empty for other tools. */
  readonly installationCpu: Readonly<Record<string, number>>;
  readonly installationPssMb: Readonly<Record<string, number>>;
  readonly pssMb: number;
  readonly idlePssMb: number | null;
  readonly processes: number;
  /** Cores that all other processes of the machine used in the meantime. */
  readonly outsideCores: number;
}

const NO_USAGE = { wholeCpuS: 0, steadyCpuS: 0, pssMb: 0 };
const OTHER_GROUPS = new Set(['tool', 'source']);

/** Computes the result of a run. */
export function resultOf(
  tool: ToolName,
  { clock, logs, stored, metered, idle }: RunInfo,
  segmentBytes: readonly number[],
): Result {
  const { groups, wholeS, steadyS, outsideCpuS } = metered;
  const { streams } = clock;
  const usage = groups['tool'] ?? NO_USAGE;
  const installation = Object.entries(groups).filter(([name]) => !OTHER_GROUPS.has(name));
  return {
    tool,
    streams,
    ...score({ clock, logs, segmentBytes, stored }),
    wholeCpu: usage.wholeCpuS / (wholeS * streams),
    steadyCpu: usage.steadyCpuS / (steadyS * streams),
    installationCpu: Object.fromEntries(
      installation.map(([name, { steadyCpuS }]) => [name, steadyCpuS / (steadyS * streams)]),
    ),
    installationPssMb: Object.fromEntries(installation.map(([name, { pssMb }]) => [name, pssMb])),
    pssMb: usage.pssMb,
    idlePssMb: idle?.pssMb ?? null,
    processes: idle?.processes ?? (tool === 'bare' ? 1 : streams),
    outsideCores: outsideCpuS / wholeS,
  };
}

/**
 * Memory of one more stream: the difference to the same number of processes with one stream each, from the run with one
 * stream if it exists. Otherwise the difference to the processes before their first stream (which also includes the
 * memory that a process needs once).
 */
export function marginalPssMb(result: Result, results: readonly Result[]): number | null {
  const { tool, streams, processes, pssMb, idlePssMb } = result;
  const one = results.find((other) => other.tool === tool && other.streams === 1);
  if (tool === 'ffmpeg' || tool === 'streamlink') return pssMb / streams;
  if (one && streams > processes) return (pssMb - processes * one.pssMb) / (streams - processes);
  return idlePssMb === null ? null : (pssMb - idlePssMb) / streams;
}
