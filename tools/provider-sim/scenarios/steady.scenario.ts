import type { Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

export const steady: Scenario = {
  name: 'steady',
  about: 'one channel, live at once, that never ends by itself',
  channels: [smallChannel('steady')],
  steps: [{ atMs: 0, channel: 'steady', action: { do: 'start' } }],
};
