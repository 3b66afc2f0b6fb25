import { describe, expect, it } from '@jest/globals';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { message } from '#libs/messages';
import { HttpError } from '../http/http-port.js';
import { retryPauseMs, SegmentRetry } from './segment-retry.js';
import { type ListedSegment } from '../playlist/window-tracker.js';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const item = (seq: number, numbering = 0): ListedSegment => ({
  kind: 'segment',
  numbering,
  segment: { seq } as ListedSegment['segment'],
  baseUrl: '',
  reset: false,
  arrivalAt: 0,
});
const window = (mediaSequence: number, numbering = 0): SegmentRetry => {
  const state = new SegmentRetry();
  state.moved({ mediaSequence } as MediaPlaylist, numbering);
  return state;
};
const tries = { since: 0, now: 30_000, attempts: 9, cause: 'not-found' } as const;

describe('SegmentRetry', () => {
  it.each<[string, SegmentRetry, boolean]>([
    ['is in the window', window(5), true],
    ['has left the window', window(6), false],
    ['belongs to a numbering that is over', window(0, 1), false],
  ])('a failed segment that %s', (_name, state, again) => {
    expect(state.mayRetry(item(5), tries)).toBe(again);
  });

  it('gives a second try to one that left the window before the first', () => {
    expect(window(6).mayRetry(item(5), { ...tries, attempts: 1 })).toBe(true);
  });

  it('does not let one that is never there hold up an endless playlist', () => {
    expect(window(0).mayRetry(item(5), { ...tries, now: 60_001 })).toBe(false);
    expect(window(0).mayRetry(item(5), { ...tries, now: 60_001, cause: 'left-window' })).toBe(true);
  });

  it('integrity-10 asks once more for a body that was refused, although it is listed', () => {
    const refused = { ...tries, cause: 'refused' } as const;
    expect([1, 2].map((attempts) => window(0).mayRetry(item(5), { ...refused, attempts }))).toEqual([true, false]);
  });

  it('ends with the stream', () => {
    const state = window(0);
    state.close(25_000);
    expect(state.mayRetry(item(5), tries)).toBe(false);
  });
});

it.each([
  ['a blocked address', new HttpError(message('error.http-blocked-address', { host: '::1' })), 10_000],
  ['status 403', new HttpError(message('error.http-status', { status: 403 }), 403), 10_000],
  ['status 429', new HttpError(message('error.http-status', { status: 429 }), 429), 10_000],
  ['status 404', new HttpError(message('error.http-status', { status: 404 }), 404), 1000],
])('integrity-14 the waits after %s grow', (_name, failed, mostMs) => {
  expect(range(1, 4).map((n) => retryPauseMs(failed, n))).toEqual([100, 200, 400, 800]);
  expect(retryPauseMs(new Error('key', { cause: failed }), 9)).toBe(mostMs);
});
