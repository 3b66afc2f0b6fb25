import { expect, it } from '@jest/globals';
import { TwitchFaults } from './twitch-faults.js';

it('applies to the surface it was made for, so often or so long', () => {
  let now = 0;
  const faults = new TwitchFaults(() => now);
  faults.add({ on: 'helix', mode: '503', times: 2 });
  faults.add({ on: 'gql', mode: 'hang', forMs: 1000 });
  expect([faults.match('helix'), faults.match('auth'), faults.match('helix'), faults.match('helix')]).toEqual([
    '503',
    null,
    '503',
    null,
  ]);
  expect(faults.match('gql')).toBe('hang');
  now = 1000;
  expect(faults.match('gql')).toBeNull();
});

it('heals', () => {
  const faults = new TwitchFaults();
  faults.add({ on: 'irc', mode: 'close' });
  faults.heal();
  expect(faults.match('irc')).toBeNull();
});
