import { VOD_STATES } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { deriveVodState, type PartState, STATE_FLAGS, type VodFacts } from './derive-state.js';

const none: VodFacts = {
  assigned: true,
  parts: [],
  refusal: null,
  convertState: null,
  convertReason: null,
  wantsConversion: true,
  isUnrecorded: false,
};
const open: PartState = { startedAt: 1, endedAt: null, segments: 3, cause: null };
const done: PartState = { startedAt: 1, endedAt: 9, segments: 3, cause: 'endlist' };
const empty: PartState = { startedAt: 1, endedAt: 9, segments: 0, cause: 'failed' };

const CASES: readonly (readonly [string, Partial<VodFacts>, string])[] = [
  ['assigned, no recorder has started', {}, 'waiting'],
  ['a part is open', { parts: [open] }, 'capturing'],
  ['interrupted, may return', { parts: [done] }, 'paused'],
  ['live, and no recorder has it', { parts: [done], isUnrecorded: true }, 'paused'],
  ['interrupted, then recording again', { parts: [done, open] }, 'capturing'],
  ['the broadcast is over', { assigned: false, parts: [done] }, 'ended'],
  ['conversion queued', { assigned: false, parts: [done], convertState: 'queued' }, 'converting'],
  [
    'conversion waits for space',
    { assigned: false, parts: [done], convertState: 'queued', convertReason: verbatim('not enough space') },
    'ended',
  ],
  ['conversion runs', { assigned: false, parts: [done], convertState: 'running' }, 'converting'],
  ['converted', { assigned: false, parts: [done], convertState: 'done' }, 'finalized'],
  ['conversion is off', { assigned: false, parts: [done], wantsConversion: false }, 'finalized'],
  ['conversion gave up', { assigned: false, parts: [done], convertState: 'failed' }, 'failed'],
  [
    'over, and nothing was written',
    { assigned: false, parts: [empty], refusal: verbatim('no such quality') },
    'failed',
  ],
  ['recording again after the conversion', { parts: [done, open], convertState: 'done' }, 'capturing'],
  [
    'a download waits',
    { assigned: false, download: { state: 'queued', reason: message('job.waits-turn') } },
    'downloading',
  ],
  ['a download runs', { assigned: false, parts: [open], download: { state: 'running', reason: null } }, 'downloading'],
  [
    'a download gave up',
    { assigned: false, parts: [done], download: { state: 'failed', reason: verbatim('gone') } },
    'failed',
  ],
  ['downloaded', { assigned: false, parts: [done], download: { state: 'done', reason: null } }, 'ended'],
  [
    'downloaded and converted',
    { assigned: false, parts: [done], convertState: 'done', download: { state: 'done', reason: null } },
    'finalized',
  ],
];

it.each(CASES)('derives the state: %s', (_, facts, state) => {
  expect(deriveVodState({ ...none, ...facts }).state).toBe(state);
});

it('reaches every state', () => {
  expect([...new Set(CASES.map(([, , state]) => state))].sort()).toEqual([...VOD_STATES].sort());
});

it('shows the reason if nothing could be recorded', () => {
  expect(deriveVodState({ ...none, assigned: false, refusal: verbatim('no such quality') }).reason).toEqual(
    verbatim('no such quality'),
  );
});

it.each([
  ['before its first segment', []],
  ['after a part', [done]],
])('integrity-13 shows why nobody records a VOD that is set aside %s', (_, parts) => {
  const derived = deriveVodState({ ...none, parts, isUnrecorded: true, setAsideAfter: 3 });
  expect(derived.reason).toEqual(message('verdict.set-aside', { n: 3 }));
});

it('sets at most one of the v0 flags that exclude each other', () => {
  for (const state of VOD_STATES) {
    const { is_capturing, is_converting, is_finalized, failed } = STATE_FLAGS[state];
    expect([is_capturing, is_converting, is_finalized, failed].filter(Boolean).length).toBeLessThanOrEqual(1);
  }
});
