import type { Vod } from '#libs/contracts';
import { type InstallationApi, SPARING_WAIT } from '../measure/installation-api.js';
import { until } from '../../common/until.js';
import type { LongSource } from '../source/long-source.js';

/** A stream of the source, and its channel. */
export interface SoakedStream {
  readonly id: number;
  readonly channel: string;
  readonly segments: number;
}

interface Recorded {
  readonly vod: Vod;
  /** Numbers of the segments that the recorder never requested. */
  readonly unrequested: readonly number[];
  /** Length of the media that the VOD lacks, in segments. */
  readonly missing: number;
}

const FINISHED: readonly Vod['state'][] = ['finalized', 'failed'];
const HOUR_S = 3600;

/** The VOD of a stream that has ended, once it is finished, against what the stream listed. */
export async function recordedOf(
  { api, source, segmentS }: { readonly api: InstallationApi; readonly source: LongSource; readonly segmentS: number },
  { id, channel, segments }: SoakedStream,
): Promise<Recorded> {
  const vod = await until(`the finished VOD of stream ${String(id)}`, SPARING_WAIT, async () => {
    const now = await api.vodOf(channel);
    return now !== null && FINISHED.includes(now.state) && now;
  });
  return { vod, unrequested: source.missed(id), missing: Math.max(0, segments - vod.media_ms / 1000 / segmentS) };
}

/** Segments that are not in the VOD, whether the recorder requested them or not. */
export const lostSegments = ({ unrequested, missing }: Recorded): number =>
  Math.max(unrequested.length, Math.round(missing));

/** Which segments are lost, and the gaps of the timeline with their causes; no line if nothing is. */
export function describeLoss(stream: number, recorded: Recorded, segmentS: number): string[] {
  const { vod, unrequested, missing } = recorded;
  const hours = (seconds: number): string => (seconds / HOUR_S).toFixed(3);
  const started = vod.media_started_at ?? 0;
  const gaps = vod.gaps.map(
    ({ at, durMs, cause }) => `gap ${cause} at ${hours((at - started) / 1000)} h, ${(durMs / 1000).toFixed(1)} s`,
  );
  if (lostSegments(recorded) === 0 && gaps.length === 0) return [];
  const numbers = runsOf(unrequested).map(
    ([from, to]) => `${String(from)}..${String(to)} (${hours(from * segmentS)} h)`,
  );
  return [
    `  stream ${String(stream)}: ${missing.toFixed(1)} segments are not in the VOD (${vod.state})`,
    `    never requested: ${numbers.join(', ') || 'none'}`,
    ...gaps.map((gap) => `    ${gap}`),
  ];
}

/** Numbers that follow each other, as their first and last one. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs;
}
