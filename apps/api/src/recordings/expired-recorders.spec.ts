import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { snapshotCache } from '../testing/snapshot-cache.js';
import { type Snapshot } from '../vods/capture-status-cache.js';
import { ExpiredRecorders } from './expired-recorders.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const PULSE_MS = 5000;
const VOD = { uuid: 'v', basename: 'quay' };
const FIRST = { partId: '1', recorder: 'n/0', startedAt: 0 };

/** Part 1 is open in the database, and the lease names part 2. */
function openPart() {
  const { cache, send } = snapshotCache();
  const applied: unknown[] = [];
  const recorders = new ExpiredRecorders(
    cache,
    { read: () => Promise.resolve({ end: null }), totalsOf: () => Promise.resolve({}) } as never,
    { read: () => Promise.resolve() } as never,
    {
      applyPart: (_vod: string, { partId, cause }: { readonly partId: string; readonly cause: string }) => {
        applied.push([partId, cause]);
        return Promise.resolve();
      },
    } as never,
  );
  /** Lets a minute pass in which these recorders send snapshots. @returns the parts that were ended */
  const aMinuteWith = async (...snapshots: Partial<Snapshot>[]): Promise<unknown[]> => {
    for (let ms = 0; ms < 60_000; ms += PULSE_MS) {
      for (const s of snapshots) send(s);
      await recorders.check(VOD as never, FIRST as never, { partId: '2' } as never);
      jest.advanceTimersByTime(PULSE_MS);
    }
    return applied;
  };
  return { aMinuteWith };
}

describe('an open part that the lease does not name any more', () => {
  it('is not lost while its recorder stores it', async () => {
    const { aMinuteWith } = openPart();
    expect(await aMinuteWith({ partId: '2', finishing: ['1'] })).toEqual([]);
  });

  it('is not lost while the recorder before stores it', async () => {
    const { aMinuteWith } = openPart();
    const before = { partId: '1', recorder: 'n/0', finishing: ['1'] };
    expect(await aMinuteWith({ partId: '2', recorder: 'm/0', finishing: [] }, before)).toEqual([]);
  });

  it('is not lost while a recorder that drains writes it beside its successor', async () => {
    const { aMinuteWith } = openPart();
    const draining = { partId: '1', recorder: 'n/0', state: 'draining' as const, finishing: [] };
    expect(await aMinuteWith({ partId: '2', recorder: 'm/0', finishing: [] }, draining)).toEqual([]);
  });

  it.each([
    ['names other parts', { partId: '2', finishing: ['0'] }],
    ['is of an earlier version', { partId: '2' }],
  ])('is lost if its recorder %s', async (_name, snapshot) => {
    const { aMinuteWith } = openPart();
    expect((await aMinuteWith(snapshot))[0]).toEqual(['1', 'lost']);
  });

  it('is lost once the recorder that stores it is silent', async () => {
    const { aMinuteWith } = openPart();
    expect(await aMinuteWith({ partId: '2', finishing: ['1'] })).toEqual([]);
    expect((await aMinuteWith())[0]).toEqual(['1', 'lost']);
  });
});
