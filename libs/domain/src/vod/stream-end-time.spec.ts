import { describe, expect, it } from '@jest/globals';
import {
  type EndQuestion,
  isLostSource,
  isStreamOver,
  type LostQuestion,
  streamEndTime,
  type StreamEndQuestion,
} from './stream-end-time.js';

describe('isStreamOver', () => {
  const ended = (cause: 'endlist' | 'stale' | 'lost', endedAt = 1000) => ({
    startedAt: 0,
    endedAt,
    segments: 5,
    cause,
  });
  const endlistAndGrace: EndQuestion = {
    parts: [ended('endlist')],
    assignedAt: 0,
    siteSaysLive: null,
    graceMs: 30_000,
    now: 31_000,
  };

  const noPart = (siteSaysLive: boolean | null): Partial<EndQuestion> => ({ parts: [], siteSaysLive });

  const CASES: readonly (readonly [string, Partial<EndQuestion>, boolean])[] = [
    ['ends the stream after an ENDLIST and the grace period', {}, true],
    ['does not end it within the grace period', { now: 30_999 }, false],
    [
      'does not end it while a part is open',
      { parts: [ended('endlist'), { startedAt: 2, endedAt: null, segments: 0, cause: null }] },
      false,
    ],
    ['does not end it while the site reports it as live', { siteSaysLive: true }, false],
    ['does not take a silent playlist alone as proof', { parts: [ended('stale')] }, false],
    [
      'ends it if the playlist is silent and the site reports it as offline',
      { parts: [ended('stale')], siteSaysLive: false },
      true,
    ],
    ['does not take a dead recorder as proof', { parts: [ended('lost')] }, false],
    [
      'ends it if the recorder died and the site reports it as offline',
      { parts: [ended('lost')], siteSaysLive: false },
      true,
    ],
    [
      'counts the grace period from the newest part',
      { parts: [ended('endlist', 1000), ended('endlist', 20_000)] },
      false,
    ],
    ['ends one without a part after the grace period if the site reports it as offline', noPart(false), true],
    ['does not end one without a part within the grace period', { ...noPart(false), now: 29_999 }, false],
    ['counts the grace period of one without a part from its assignment', { ...noPart(false), now: 30_000 }, true],
    ['does not end one without a part while the site reports it as live', noPart(true), false],
    ['does not end one without a part while the answer of the site is unknown', noPart(null), false],
  ];

  it.each(CASES)('%s', (_, changed, expected) => {
    expect(isStreamOver({ ...endlistAndGrace, ...changed })).toBe(expected);
  });

  const lost: LostQuestion = { parts: [ended('stale')], unknownSince: 500, limitMs: 60_000, now: 61_000 };
  it.each<readonly [string, Partial<LostQuestion>, boolean]>([
    ['after the limit', {}, true],
    ['not before the limit, which counts from the end of the part', { now: 60_999 }, false],
    ['not before the limit of unknown answers, which began after the part', { unknownSince: 2000 }, false],
    ['not once an answer is known', { unknownSince: null }, false],
    ['not while a part is open', { parts: [ended('stale'), { ...ended('stale'), endedAt: null }] }, false],
    ['not without a part', { parts: [] }, false],
  ])('sources-22 a source that nobody can read is lost %s', (_, over, expected) => {
    expect(isLostSource({ ...lost, ...over })).toBe(expected);
  });
});

describe('streamEndTime', () => {
  const question: StreamEndQuestion = {
    startedAt: 1000,
    lastMediaAt: 500_000,
    offlineReportedAt: 504_000,
    now: 900_000,
  };

  it.each<readonly [string, Partial<StreamEndQuestion>, number]>([
    ['is the time that the site reported', {}, 504_000],
    ['is the time that the site reported, although media continued for its latency', { lastMediaAt: 520_000 }, 504_000],
    ['is the end of its media if the site reported nothing', { offlineReportedAt: null }, 500_000],
    ['is the end of its media if they continued long after the report of the site', { lastMediaAt: 700_000 }, 700_000],
    [
      'is the end of its media if the report of the site is about an earlier stream',
      { startedAt: 505_000, lastMediaAt: 520_000 },
      520_000,
    ],
    ['is the time that the site reported if nothing was recorded', { lastMediaAt: null }, 504_000],
    ['is now if nothing is known', { lastMediaAt: null, offlineReportedAt: null }, 900_000],
    ['is never later than now', { lastMediaAt: 950_000, offlineReportedAt: null }, 900_000],
    ['is never before its start', { lastMediaAt: 10, offlineReportedAt: null }, 1000],
  ])('%s', (_, given, end) => {
    expect(streamEndTime({ ...question, ...given })).toBe(end);
  });
});
