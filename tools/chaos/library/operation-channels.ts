import { createHash } from 'node:crypto';
import { smallChannel, type Scenario } from '../../provider-sim/index.js';

const FIRST_USER_ID = 80_000_000;
/** Number of segments in the playlist, as on Twitch. */
const WINDOW_SEGMENTS = 15;

/** Id of the video of a scenario's channel: digits only. */
export const videoOf = (channel: string): string =>
  String(2_600_000_000 + (createHash('md5').update(channel).digest().readUInt32BE() % 99_999_999));

export interface PastChannel {
  readonly name: string;
  readonly seconds: number;
}

/** Offline channels of the simulated Twitch, each with one video. */
export const pastChannels = (channels: readonly PastChannel[]): Scenario => ({
  name: 'chaos-library',
  about: 'a channel with a video for each scenario that downloads one',
  steps: [],
  channels: channels.map(({ name, seconds }, i) =>
    smallChannel(name, {
      window: WINDOW_SEGMENTS,
      twitch: {
        userId: String(FIRST_USER_ID + i),
        displayName: name,
        title: 'Off',
        category: 'Chess',
        past: {
          videos: [{ id: videoOf(name), title: 'What was', agoS: 7200, seconds, streamId: String(FIRST_USER_ID + i) }],
        },
      },
    }),
  ),
});
