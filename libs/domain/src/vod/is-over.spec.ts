import { expect, it } from '@jest/globals';
import { type EndQuestion, isOver } from './is-over.js';

const ended = (cause: 'endlist' | 'stale' | 'lost', endedAt = 1000) => ({ startedAt: 0, endedAt, segments: 5, cause });
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
  expect(isOver({ ...q, ...over })).toBe(expected);
});
