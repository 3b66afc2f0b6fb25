import { expect, it } from '@jest/globals';
import { createServerLine } from './server-line.js';

function line() {
  let at = 0;
  const it = createServerLine(() => at);
  const said: boolean[] = [];
  it.subscribe(() => {
    said.push(it.isAway());
  });
  return {
    said,
    it,
    at: (ms: number): void => {
      at = ms;
    },
  };
}

it('is away as soon as one call comes to nothing, and there again with the next answer; each is told once', () => {
  const l = line();
  l.it.missed(1);
  l.it.missed(2);
  l.at(3);
  l.it.heard();
  l.it.heard();
  expect(l.said).toEqual([true, false]);
});
it('is not away for a call that hung while another one was answered', () => {
  const l = line();
  l.at(50);
  l.it.heard();
  l.it.missed(10);
  expect(l.it.isAway()).toBe(false);
  l.it.missed(60);
  expect(l.it.isAway()).toBe(true);
});
