import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LastKnownLiveStatus } from './last-known-live-status.js';

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 10, 1);

let statuses: LastKnownLiveStatus;
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  statuses = new LastKnownLiveStatus();
});
afterEach(() => {
  jest.useRealTimers();
});

it.each([true, false])('returns the last status of each channel (%p)', (live) => {
  statuses.set('a', !live);
  statuses.set('a', live);
  statuses.set('b', !live);
  expect([statuses.of('a'), statuses.of('b')]).toEqual([live, !live]);
});

it('knows nothing of a channel that was never checked, or was forgotten', () => {
  statuses.set('a', true);
  statuses.forget('a');
  expect([statuses.of('a'), statuses.of('b')]).toEqual([null, null]);
});

it('a status is unknown after 90 s, unless a check confirms it', () => {
  statuses.set('a', false);
  statuses.set('b', false);
  jest.setSystemTime(NOW + 89_999);
  expect([statuses.of('a'), statuses.of('b')]).toEqual([false, false]);
  statuses.set('b', false);
  jest.setSystemTime(NOW + 90_000);
  expect([statuses.of('a'), statuses.of('b')]).toEqual([null, false]);
});

it('sources-22 takes the start of the unknown time from the row, so that it survives a restart of the API', () => {
  const afterRestart = new LastKnownLiveStatus();
  afterRestart.setUnknown('c', { since: new Date(NOW - 14 * MINUTE_MS), pollMs: 0 });
  expect(afterRestart.unknownSince('c')).toBe(NOW - 14 * MINUTE_MS);
});

it('sources-22 an unknown time ends with a known status, not with another unknown answer', () => {
  statuses.setUnknown('c', { since: null, pollMs: 0 });
  jest.advanceTimersByTime(MINUTE_MS);
  const laterRow = new Date();
  statuses.setUnknown('c', { since: laterRow, pollMs: 0 });
  expect(statuses.unknownSince('c')).toBe(NOW);
  statuses.set('c', false);
  expect(statuses.unknownSince('c')).toBeNull();
});

it.each([
  { pollMs: 1000, lastMs: 1.5 * MINUTE_MS },
  { pollMs: 10 * MINUTE_MS, lastMs: 20 * MINUTE_MS },
])('sources-22 an unknown time ends $lastMs ms after its last answer if polls are $pollMs ms apart', (row) => {
  const { pollMs, lastMs } = row;
  statuses.setUnknown('c', { since: null, pollMs });
  jest.advanceTimersByTime(lastMs - 1);
  expect(statuses.unknownSince('c')).toBe(NOW);
  jest.advanceTimersByTime(1);
  expect(statuses.unknownSince('c')).toBeNull();
});
