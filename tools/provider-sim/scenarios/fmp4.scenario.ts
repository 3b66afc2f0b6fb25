import type { Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

const channels = [
  smallChannel('fmp4', { container: 'fmp4' }),
  smallChannel('fmp4-range', { container: 'fmp4', byteRange: true }),
  smallChannel('ts-range', { byteRange: true }),
];

export const fmp4: Scenario = {
  name: 'fmp4',
  about:
    'fMP4 with an init section, as files and as ranges of one growing file; TS as ranges; a marked restart after 20 s',
  channels,
  steps: channels.flatMap(({ name: channel }) => [
    { atMs: 0, channel, action: { do: 'start' } as const },
    { atMs: 20_000, channel, action: { do: 'discontinuity' } as const },
  ]),
};
