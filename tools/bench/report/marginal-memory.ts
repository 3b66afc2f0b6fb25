import type { Result } from './result.js';

/**
 * What one more stream costs in memory: the difference to the same number of processes with one stream each, by the run
 * with one stream where there is one, else to the processes before their first stream (which also counts what a process
 * needs once).
 */
export function marginalPssMb(result: Result, results: readonly Result[]): number | null {
  const { tool, streams, processes, pssMb, idlePssMb } = result;
  const one = results.find((other) => other.tool === tool && other.streams === 1);
  if (tool === 'ffmpeg' || tool === 'streamlink') return pssMb / streams;
  if (one && streams > processes) return (pssMb - processes * one.pssMb) / (streams - processes);
  return idlePssMb === null ? null : (pssMb - idlePssMb) / streams;
}
