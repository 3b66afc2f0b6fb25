import { DEMO_MEDIA, DEMO_TWITCH_MEDIA } from '../media/media-spec.js';
import type { Scenario, Step } from '../scenario.js';
import { HARBOUR_PAST } from './harbour-past.js';

const harbour = 'harbour-cam';
const twitch = 'salty_harbour';

/** A plain HLS address: live, a drop of 8 s, live again, the end. */
const HARBOUR: readonly Step[] = [
  { atMs: 5000, channel: harbour, action: { do: 'start' } },
  { atMs: 50_000, channel: harbour, action: { do: 'drop', answer: '404' } },
  { atMs: 58_000, channel: harbour, action: { do: 'resume' } },
  { atMs: 90_000, channel: harbour, action: { do: 'end', how: 'endlist' } },
  { atMs: 120_000, channel: harbour, action: { do: 'end', how: 'vanish' } },
];

/**
 * A channel of the simulated Twitch: it goes live, has chat messages, changes its category and title, has an ad and a
 * raid, and ends.
 */
const TWITCH: readonly Step[] = [
  { atMs: 7000, channel: twitch, action: { do: 'update', title: 'Boats come and go', category: 'Just Chatting' } },
  { atMs: 8000, channel: twitch, action: { do: 'start' } },
  { atMs: 28_000, channel: twitch, action: { do: 'viewers', count: 187 } },
  { atMs: 40_000, channel: twitch, action: { do: 'update', category: 'Chess' } },
  { atMs: 55_000, channel: twitch, action: { do: 'ad', seconds: 12 } },
  { atMs: 75_000, channel: twitch, action: { do: 'burst', perSecond: 12, seconds: 3 } },
  { atMs: 80_000, channel: twitch, action: { do: 'update', title: 'Chess while the boats come home' } },
  { atMs: 85_000, channel: twitch, action: { do: 'viewers', count: 342 } },
  { atMs: 105_000, channel: twitch, action: { do: 'update', category: 'Music', title: 'Sea songs to the end' } },
  { atMs: 135_000, channel: twitch, action: { do: 'end', how: 'endlist' } },
  { atMs: 165_000, channel: twitch, action: { do: 'end', how: 'vanish' } },
];

/** The first three minutes of a new user; the next broadcasts start ten minutes later. */
export const demo: Scenario = {
  name: 'demo',
  about:
    'a plain HLS channel that drops out and comes back, and a simulated Twitch channel with chat, an ad, chapters, and videos and clips from before; both end, and come again every 10 minutes',
  channels: [
    { name: harbour, renditions: [{ name: 'source', media: DEMO_MEDIA }], container: 'ts', segmentS: 2, window: 6 },
    {
      name: twitch,
      renditions: [{ name: 'source', media: DEMO_TWITCH_MEDIA }],
      container: 'ts',
      segmentS: 2,
      window: 15,
      twitch: {
        userId: '50000001',
        displayName: 'Salty_Harbour',
        broadcasterType: 'affiliate',
        description: 'A camera over a small harbour, and somebody who talks.',
        title: 'Boats come and go',
        category: 'Just Chatting',
        tags: ['English', 'Chill', 'Harbour'],
        language: 'en',
        viewers: 123,
        chatPerMinute: 70,
        past: HARBOUR_PAST,
      },
    },
  ],
  steps: [...HARBOUR, ...TWITCH],
  // Longer than the reopening time (300 s), so that the next round is a separate VOD.
  repeatMs: 600_000,
};
