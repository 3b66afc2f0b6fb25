import { expect, it } from '@jest/globals';
import { TwitchTrouble } from './twitch-trouble.js';

it('strikes the surface it was made for, so often or so long', () => {
  let now = 0;
  const trouble = new TwitchTrouble(() => now);
  trouble.add({ on: 'helix', mode: '503', times: 2 });
  trouble.add({ on: 'gql', mode: 'hang', forMs: 1000 });
  expect([trouble.strike('helix'), trouble.strike('auth'), trouble.strike('helix'), trouble.strike('helix')]).toEqual([
    '503',
    null,
    '503',
    null,
  ]);
  expect(trouble.strike('gql')).toBe('hang');
  now = 1000;
  expect(trouble.strike('gql')).toBeNull();
});

it('heals', () => {
  const trouble = new TwitchTrouble();
  trouble.add({ on: 'irc', mode: 'close' });
  trouble.heal();
  expect(trouble.strike('irc')).toBeNull();
});
