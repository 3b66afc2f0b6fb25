import type { PastSpec } from '../twitch/past/past-spec.js';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Earlier videos and clips of the harbour channel of the simulated Twitch: one example of each kind of problem. */
export const HARBOUR_PAST: PastSpec = {
  videos: [
    {
      id: '2500000001',
      title: 'Fog until noon',
      description: 'Then the ferries.',
      agoS: 20 * HOUR_S,
      seconds: 300,
      viewCount: 812,
      muted: [{ from: 12, count: 3 }],
      chapters: [
        { atS: 0, category: 'Just Chatting' },
        { atS: 110, category: 'Chess' },
        { atS: 220, category: 'Music' },
      ],
      chat: { perMinute: 90, goneEvery: 40 },
    },
    {
      id: '2500000002',
      title: 'Night at the pier',
      agoS: 3 * DAY_S,
      seconds: 180,
      viewCount: 240,
      chat: { perMinute: 40, refusesCursor: true },
    },
    {
      id: '2500000003',
      title: 'For members: mending nets',
      agoS: 5 * DAY_S,
      seconds: 120,
      viewCount: 31,
      access: 'subscribers',
      chat: { perMinute: 20 },
    },
    {
      id: '2500000004',
      title: 'Best of the gulls',
      kind: 'highlight',
      agoS: 6 * DAY_S,
      seconds: 60,
      viewCount: 1804,
      chat: { isOff: true },
    },
    {
      id: '2500000005',
      title: 'The lighthouse in MP4',
      agoS: 13 * DAY_S,
      seconds: 90,
      viewCount: 57,
      container: 'fmp4',
      muted: [{ from: 0, count: 1 }],
      mutedNames: 'unmuted',
    },
  ],
  clips: [
    {
      id: 'CalmFoggyHarbourGull',
      title: 'The gull again',
      creator: 'mossy_oar',
      agoS: 19 * HOUR_S,
      seconds: 12,
      fromS: 20,
      viewCount: 96,
      videoId: '2500000001',
      offsetS: 20,
    },
    {
      id: 'QuietWetPierLantern-aB3dE_fGh1JkLmNo',
      title: 'Lights out',
      creator: 'tidy_rope',
      agoS: 3 * DAY_S,
      seconds: 8,
      fromS: 40,
      viewCount: 41,
      videoId: '2500000002',
      offsetS: 40,
    },
    {
      id: 'OldSaltyHarbourRope',
      title: 'From a stream long gone',
      creator: 'mossy_oar',
      agoS: 200 * DAY_S,
      seconds: 6,
      fromS: 4,
      viewCount: 7,
    },
  ],
};
