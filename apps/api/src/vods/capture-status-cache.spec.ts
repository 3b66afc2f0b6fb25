import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { snapshotCache } from '../testing/snapshot-cache.js';
import { type Snapshot } from './capture-status-cache.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const row = (partId: string, more: Partial<PartEntity> = {}): PartEntity =>
  ({ partId, endedAt: null, cause: null, ...more }) as PartEntity;
const ENDED = { endedAt: 1, cause: 'endlist' } as const;

describe('a part is being stored', () => {
  it.each([
    ['while a recorder writes it', { state: 'writing', partId: '1', finishing: [] }],
    ['while a recorder has it in its spool', { state: 'spooling', partId: '1', finishing: [] }],
    ['while a recorder that drains writes it', { state: 'draining', partId: '1', finishing: [] }],
    ['after its end, until all of it is stored', { state: 'standby', partId: '2', finishing: ['1'] }],
  ] as const)('%s', (_name, snapshot) => {
    const { cache, send } = snapshotCache();
    send(snapshot as unknown as Partial<Snapshot>);
    expect(cache.isStoring('v', [])).toBe(true);
    expect(cache.isStoring('v', [row('1')])).toBe(true);
    expect(cache.isStoring('v', [row('1', { endedAt: 1, cause: 'lost' })])).toBe(true);
    expect(cache.isStoring('v', [row('1', ENDED)])).toBe(false);
    expect(cache.isStoring('w', [])).toBe(false);
  });

  it.each([
    ['its recorder only waits for the stream', { state: 'standby', partId: '1', finishing: [] }],
    ['its recorder is of an earlier version, which does not name what it stores', { state: 'writing', partId: '1' }],
  ] as const)('not if %s', (_name, snapshot) => {
    const { cache, send } = snapshotCache();
    send(snapshot as unknown as Partial<Snapshot>);
    expect(cache.isStoring('v', [])).toBe(false);
  });

  it('as long as snapshots come, and no longer', () => {
    const { cache, send } = snapshotCache();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let n = 0; n < 12; n += 1) {
        send({ partId: '2', finishing: ['1'] });
        jest.advanceTimersByTime(5000);
      }
      expect([cache.isStoring('v', []), cache.vodsWithUnstoredParts()]).toEqual([true, ['v']]);
    }
    jest.advanceTimersByTime(20_000);
    expect([cache.isStoring('v', []), cache.vodsWithUnstoredParts()]).toEqual([false, []]);
  });
});
