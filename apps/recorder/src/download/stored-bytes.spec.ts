import { afterEach, expect, it, jest } from '@jest/globals';
import { StoredBytes } from './stored-bytes.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Collects the reported numbers in `sentEvents`. */
function storedBytes(before: number): { readonly stored: StoredBytes; readonly sentEvents: readonly number[] } {
  const sentEvents: number[] = [];
  const report = (bytes: number): Promise<void> => {
    sentEvents.push(bytes);
    return Promise.resolve();
  };
  return { stored: new StoredBytes(report, before), sentEvents };
}

it('reports stored bytes at once, every five seconds, and the rest at the end', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { stored, sentEvents } = storedBytes(0);
  for (const [at, bytes] of [
    [1000, 10],
    [5900, 20],
    [6000, 30],
    [7000, 40],
    [11_500, 50],
    [13_000, 60],
  ] as const) {
    now = at;
    stored.moved(bytes);
  }
  expect(sentEvents).toEqual([10, 30, 50]);
  await stored.reportBytes(60);
  await stored.reportBytes(60);
  expect(sentEvents).toEqual([10, 30, 50, 60]);
});

it('reports the bytes of an earlier try even without new ones, but never zero', async () => {
  const [after, none] = [storedBytes(70), storedBytes(0)];
  await after.stored.reportBytes(70);
  await none.stored.reportBytes(0);
  expect([after.sentEvents, none.sentEvents]).toEqual([[70], []]);
});
