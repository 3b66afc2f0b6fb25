import { BENCH_MEDIA } from '../media/media-spec.js';
import type { ChannelSpec, Scenario } from '../scenario.js';

const SEGMENT_S = 2;

/** N channels of 8 Mbit/s from one source; their phases are spread over the length of a segment. */
export function benchScenario(count: number): Scenario {
  const channels = Array.from({ length: count }, (_, i): ChannelSpec => ({
    name: `bench-${String(i)}`,
    renditions: [{ name: 'source', media: BENCH_MEDIA }],
    container: 'ts',
    segmentS: SEGMENT_S,
    window: 6,
    prefill: 6,
  }));
  return {
    name: 'bench',
    about: 'channels of 8 Mbit/s with a full list from the start (--channels N, 20 when not given)',
    channels,
    steps: channels.map(({ name: channel }, i) => ({
      atMs: Math.round((i * SEGMENT_S * 1000) / count),
      channel,
      action: { do: 'start' },
    })),
  };
}
