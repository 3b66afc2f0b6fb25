import type { Scenario } from '../scenario.js';
import { HARBOUR_PAST } from './harbour-past.js';
import { smallChannel } from './small-channel.js';

/** For tests, which control everything through `act`. */
export const twitch: Scenario = {
  name: 'twitch',
  about:
    'one offline channel of the simulated Twitch (salty_harbour) with videos and clips, without a timeline: driven by POST /_sim/salty_harbour/...',
  channels: [
    smallChannel('salty_harbour', {
      twitch: {
        userId: '50000001',
        displayName: 'Salty_Harbour',
        broadcasterType: 'affiliate',
        description: 'A camera over a small harbour.',
        title: 'Boats come and go',
        category: 'Just Chatting',
        tags: ['English', 'Chill'],
        language: 'en',
        viewers: 123,
        past: HARBOUR_PAST,
      },
    }),
  ],
  steps: [],
};
