import type { Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

const channels = [
  smallChannel('aes', { aes: { rotateEvery: 5, explicitIv: false } }),
  smallChannel('aes-iv', { aes: { rotateEvery: 1, explicitIv: true } }),
  smallChannel('aes-fmp4', { container: 'fmp4', aes: { rotateEvery: 3, explicitIv: true } }),
];

export const aes: Scenario = {
  name: 'aes',
  about:
    'AES-128: keys that change, IV from the sequence number or written out, clear init section before encrypted fMP4',
  channels,
  steps: channels.map(({ name: channel }) => ({ atMs: 0, channel, action: { do: 'start' } })),
};
