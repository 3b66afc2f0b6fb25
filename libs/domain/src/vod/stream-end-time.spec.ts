import { describe, expect, it } from '@jest/globals';
import { type EndQuestion, isStreamOver, streamEndTime, type StreamEndQuestion } from './stream-end-time.js';

describe('is over', () => {
  const ended = (cause: 'endlist' | 'stale' | 'lost', endedAt = 1000) => ({
    startedAt: 0,
    endedAt,
    segments: 5,
    cause,
  });
  const q: EndQuestion = { parts: [ended('endlist')], assignedAt: 0, siteSaysLive: null, graceMs: 30_000, now: 31_000 };

  const CASES: readonly (readonly [string, Partial<EndQuestion>, boolean])[] = [
    ['an ENDLIST and a grace is the end', {}, true],
    ['not before the grace is over', { now: 30_999 }, false],
    [
      'not while a part is open',
      { parts: [ended('endlist'), { startedAt: 2, endedAt: null, segments: 0, cause: null }] },
      false,
    ],
    ['not while the site says live', { siteSaysLive: true }, false],
    ['a silent playlist alone proves nothing', { parts: [ended('stale')] }, false],
    ['a silent playlist and an offline site is the end', { parts: [ended('stale')], siteSaysLive: false }, true],
    ['a dead recorder proves nothing', { parts: [ended('lost')] }, false],
    ['a dead recorder and an offline site is the end', { parts: [ended('lost')], siteSaysLive: false }, true],
    ['the grace counts from the last part', { parts: [ended('endlist', 1000), ended('endlist', 20_000)] }, false],
    ['never taken, and the site went offline', { parts: [], siteSaysLive: false }, true],
    ['never taken, and the site is still live', { parts: [], siteSaysLive: true }, false],
  ];

  it.each(CASES)('%s', (_, over, expected) => {
    expect(isStreamOver({ ...q, ...over })).toBe(expected);
  });
});

describe('stream end', () => {
  const q: StreamEndQuestion = { startedAt: 1000, lastMediaAt: 500_000, offlineReportedAt: 504_000, now: 900_000 };

  it.each<readonly [string, Partial<StreamEndQuestion>, number]>([
    ['is when the site said so', {}, 504_000],
    ['is when the site said so, though its media ran on for a moment', { lastMediaAt: 520_000 }, 504_000],
    ['is the last of its media where the site says nothing', { offlineReportedAt: null }, 500_000],
    ['is the last of its media where those went on long after the site said so', { lastMediaAt: 700_000 }, 700_000],
    [
      'is the last of its media where the site spoke of a stream before it',
      { startedAt: 505_000, lastMediaAt: 520_000 },
      520_000,
    ],
    ['is when the site said so of one that was never recorded', { lastMediaAt: null }, 504_000],
    ['is now where nothing is known', { lastMediaAt: null, offlineReportedAt: null }, 900_000],
    ['is never later than now', { lastMediaAt: 950_000, offlineReportedAt: null }, 900_000],
    ['is never before its start', { lastMediaAt: 10, offlineReportedAt: null }, 1000],
  ])("a stream's end %s", (_, given, end) => {
    expect(streamEndTime({ ...q, ...given })).toBe(end);
  });
});
