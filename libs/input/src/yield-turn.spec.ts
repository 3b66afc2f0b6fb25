import { beforeEach, expect, it } from '@jest/globals';
import { yieldTurn } from './yield-turn.js';

const LONG_MS = 10;
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Works so long that other work is due. */
function work(): void {
  const until = performance.now() + LONG_MS;
  while (performance.now() < until);
}
beforeEach(work);

it('lets the event loop turn after long work', async () => {
  let turns = 0;
  setImmediate(() => (turns += 1));
  await yieldTurn();
  expect(turns).toBe(1);
});

it('gives callers that wait at the same time a turn each, in their order', async () => {
  const done: string[] = [];
  const all = ['first', 'second', 'third'].map(async (name) => {
    await yieldTurn();
    done.push(name);
  });
  for (const so of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
    await turn();
    expect(done).toEqual(so);
  }
  await Promise.all(all);
});

it('ends with the reason of its signal, also while it waits', async () => {
  const ended = new AbortController();
  const waiting = yieldTurn(ended.signal);
  ended.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  await expect(yieldTurn(ended.signal)).rejects.toThrow('over');
});
