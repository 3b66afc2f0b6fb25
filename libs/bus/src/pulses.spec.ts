import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { definePulse } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { sendPulse } from './pulses.js';

const dripping = definePulse('dripping', 'wall', z.object({ wall: z.string() }));

it.each([
  ['sends a pulse while NATS is connected', { connected: true, isDraining: false, expected: ['pulse.dripping.north'] }],
  ['drops a pulse while NATS is unavailable', { connected: false, isDraining: false, expected: [] }],
  [
    'drops a pulse while the connection drains, where the client would throw',
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
