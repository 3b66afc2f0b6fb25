import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { definePulse } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { sendPulse } from './pulses.js';

const dripping = definePulse('dripping', 'wall', z.object({ wall: z.string() }));

it.each([
  ['sends while it is there', { connected: true, isDraining: false, expected: ['pulse.dripping.north'] }],
  ['drops what comes while it is away', { connected: false, isDraining: false, expected: [] }],
  [
    'drops what comes while it is closed, where the client would throw',
    { connected: true, isDraining: true, expected: [] },
  ],
])('%s', (_, { connected, isDraining, expected }) => {
  const sent: string[] = [];
  const nc = {
    isDraining: () => isDraining,
    publish: (subject: string) => {
      if (isDraining) throw new RangeError('connection draining');
      sent.push(subject);
    },
  };
  sendPulse({ connected, nc } as unknown as BusLink, dripping, { wall: 'north' });
  expect(sent).toEqual(expected);
});
