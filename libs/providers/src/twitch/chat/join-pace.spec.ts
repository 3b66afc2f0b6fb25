import { beforeEach, describe, expect, it } from '@jest/globals';
import { JoinPace } from './join-pace.js';

/** What is ready to go on has gone on. */
const turn = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

/** A clock that a test sets forward. */
class ManualClock {
  private at = 1000;
  private waiting: { readonly until: number; readonly done: () => void }[] = [];
  now(): number {
    return this.at;
  }
  pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((done, fail) => {
      this.waiting.push({ until: this.at + ms, done });
      signal.addEventListener('abort', () => {
        fail(signal.reason as Error);
      });
    });
  }
  async pass(ms: number): Promise<void> {
    this.at += ms;
    for (const { until, done } of this.waiting) if (until <= this.at) done();
    await turn();
  }
}

describe('the pace of joining', () => {
  const never = new AbortController().signal;
  let joined: string[];
  let clock: ManualClock;
  const take = (pace: JoinPace, name: string, signal = never): void => {
    void pace.take(signal).then(() => {
      if (!signal.aborted) joined.push(name);
    });
  };
  beforeEach(() => {
    [joined, clock] = [[], new ManualClock()];
  });

  it('admits as many joins as the window allows, then one for each that expires', async () => {
    const pace = new JoinPace({ count: 2, inMs: 100 }, clock);
    for (const name of ['a', 'b', 'c', 'd', 'e']) take(pace, name);
    const seen: string[] = [];
    for (const ms of [0, 99, 1, 99, 1]) {
      await clock.pass(ms);
      seen.push(joined.join(''));
    }
    expect(seen).toEqual(['ab', 'ab', 'abcd', 'abcd', 'abcde']);
  });
  it('delays no join after the window', async () => {
    const pace = new JoinPace({ count: 1, inMs: 100 }, clock);
    take(pace, 'a');
    await clock.pass(0);
    await clock.pass(100);
    take(pace, 'b');
    await clock.pass(0);
    expect(joined).toEqual(['a', 'b']);
  });
  it('gives the place of a cancelled join to the next one', async () => {
    const pace = new JoinPace({ count: 1, inMs: 100 }, clock);
    const leaves = new AbortController();
    take(pace, 'a');
    take(pace, 'b', leaves.signal);
    take(pace, 'c');
    await clock.pass(0);
    await clock.pass(10);
    leaves.abort();
    await turn();
    await clock.pass(90);
    expect(joined).toEqual(['a', 'c']);
  });
});
