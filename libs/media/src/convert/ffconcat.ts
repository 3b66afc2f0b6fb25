import { type MeasuredRun } from './measured-run.js';

/**
 * The list for ffmpeg's concat demuxer (its documentation, "ffconcat syntax"). Each run is placed so that its first
 * *video* frame follows the last one of the run before: the demuxer aligns the start of the whole stream, so that
 * without this a run whose audio begins 20 ms earlier than another's would shift its picture by as much. Offsets are
 * summed exactly and rounded once each: nothing drifts. See docs/adr/0002-concat.md.
 * @param urls one address per run
 */
export function ffconcat(runs: readonly MeasuredRun[], urls: readonly string[]): string {
  const lines = ['ffconcat version 1.0'];
  let videoMicros = 0;
  let placedMicros = 0;
  const firstLead = runs[0]?.leadSeconds ?? 0;
  for (const [i, run] of runs.entries()) {
    videoMicros += run.spanSeconds * 1e6;
    const nextLead = runs[i + 1]?.leadSeconds ?? run.leadSeconds;
    const end = Math.round(videoMicros + (firstLead - nextLead) * 1e6);
    const durationMicros = Math.max(end - placedMicros, 1);
    placedMicros += durationMicros;
    lines.push(`file '${urls[i] ?? ''}'`, `duration ${(durationMicros / 1e6).toFixed(6)}`);
  }
  return `${lines.join('\n')}\n`;
}
