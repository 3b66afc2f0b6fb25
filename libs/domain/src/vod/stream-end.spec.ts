import { expect, it } from '@jest/globals';
import { streamEnd, type StreamEndQuestion } from './stream-end.js';

const q: StreamEndQuestion = { startedAt: 1000, lastMediaAt: 500_000, toldOffAt: 504_000, now: 900_000 };

it.each<readonly [string, Partial<StreamEndQuestion>, number]>([
  ['is when the site said so', {}, 504_000],
  ['is when the site said so, though its media ran on for a moment', { lastMediaAt: 520_000 }, 504_000],
  ['is the last of its media where the site says nothing', { toldOffAt: null }, 500_000],
  ['is the last of its media where those went on long after the site said so', { lastMediaAt: 700_000 }, 700_000],
  [
    'is the last of its media where the site spoke of a stream before it',
    { startedAt: 505_000, lastMediaAt: 520_000 },
    520_000,
  ],
  ['is when the site said so of one that was never recorded', { lastMediaAt: null }, 504_000],
  ['is now where nothing is known', { lastMediaAt: null, toldOffAt: null }, 900_000],
  ['is never later than now', { lastMediaAt: 950_000, toldOffAt: null }, 900_000],
  ['is never before its start', { lastMediaAt: 10, toldOffAt: null }, 1000],
])("a stream's end %s", (_, given, end) => {
  expect(streamEnd({ ...q, ...given })).toBe(end);
});
