import { expect, it } from '@jest/globals';
import { createConnectionState } from './connection-state.js';

function line() {
  let at = 0;
  const it = createConnectionState(() => at);
  const states: boolean[] = [];
  it.subscribe(() => {
    states.push(it.isAway());
  });
  return {
    states,
    it,
    at: (ms: number): void => {
      at = ms;
    },
  };
}

it('is away as soon as one call comes to nothing, and there again with the next answer; each is reported once', () => {
  const l = line();
  l.it.missed(1);
  l.it.missed(2);
  l.at(3);
  l.it.touch();
  l.it.touch();
  expect(l.states).toEqual([true, false]);
});
it('is not away for a call that hung while another one was answered', () => {
  const l = line();
  l.at(50);
  l.it.touch();
  l.it.missed(10);
  expect(l.it.isAway()).toBe(false);
  l.it.missed(60);
  expect(l.it.isAway()).toBe(true);
});
