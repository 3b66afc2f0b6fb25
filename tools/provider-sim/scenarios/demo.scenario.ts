import { DEMO_MEDIA } from '../media/media-spec.js';
import type { Scenario } from '../scenario.js';

const channel = 'harbour-cam';

/** A newcomer's first three minutes: live, a drop of 8 s, live again, the end; ten minutes later the next broadcast. */
export const demo: Scenario = {
  name: 'demo',
  about: 'one pleasant channel that goes live after 5 s, drops out for 8 s, comes back and ends; again every 10 minutes',
  channels: [{ name: channel, renditions: [{ name: 'source', media: DEMO_MEDIA }], container: 'ts', segmentS: 2, window: 6 }],
  steps: [
    { atMs: 5000, channel, action: { do: 'start' } },
    { atMs: 50_000, channel, action: { do: 'drop', answer: '404' } },
    { atMs: 58_000, channel, action: { do: 'resume' } },
    { atMs: 90_000, channel, action: { do: 'end', how: 'endlist' } },
    { atMs: 120_000, channel, action: { do: 'end', how: 'vanish' } },
  ],
  // Longer than the reopening time (300 s): the next round is a VOD of its own.
  repeatMs: 600_000,
};
