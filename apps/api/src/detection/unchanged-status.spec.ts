import { verbatim } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { expect, it } from '@jest/globals';
import { isUnchangedStatus } from './unchanged-status.js';

const checkedAt = new Date(0);
const off = { isLive: false, verdictState: 'offline', verdictReason: null, checkedAt } as const;
const away = { isLive: false, verdictState: 'unreachable', verdictReason: verbatim('refused'), checkedAt } as const;
const live = {
  state: 'live',
  streamId: '1',
  startedAt: null,
  named: null,
  title: '',
  category: null,
  tags: [],
  language: '',
  isMature: false,
  viewers: 0,
  at: checkedAt,
} as unknown as LiveAnswer;

it.each<
  [
    string,
    { readonly known: boolean; readonly channel: Parameters<typeof isUnchangedStatus>[0]; readonly answer: LiveAnswer },
  ]
>([
  ['offline, as before: unchanged', { known: true, channel: off, answer: { state: 'offline', reason: null } }],
  [
    'offline for another reason: changed',
    { known: false, channel: off, answer: { state: 'offline', reason: verbatim('gone') } },
  ],
  [
    'offline after live: changed',
    {
      known: false,
      channel: { ...off, isLive: true, verdictState: 'recording' },
      answer: { state: 'offline', reason: null },
    },
  ],
  [
    'offline at the first check: changed',
    { known: false, channel: { ...off, checkedAt: null }, answer: { state: 'offline', reason: null } },
  ],
  [
    'unreachable, as before: unchanged',
    { known: true, channel: away, answer: { state: 'unknown', reason: verbatim('refused') } },
  ],
  [
    'unreachable, as before, while live: unchanged',
    { known: true, channel: { ...away, isLive: true }, answer: { state: 'unknown', reason: verbatim('refused') } },
  ],
  [
    'unreachable for another reason: changed',
    { known: false, channel: away, answer: { state: 'unknown', reason: verbatim('timed out') } },
  ],
  [
    'unreachable after offline: changed',
    { known: false, channel: off, answer: { state: 'unknown', reason: verbatim('') } },
  ],
  [
    'offline after unreachable: changed',
    { known: false, channel: { ...away, verdictReason: null }, answer: { state: 'offline', reason: null } },
  ],
  ['live: always changed', { known: false, channel: off, answer: live }],
  [
    'unsure: always changed',
    {
      known: false,
      channel: off,
      answer: { state: 'unsure: always changed', seen: null, againMs: 1 } as unknown as LiveAnswer,
    },
  ],
])('%s', (_, { known, channel, answer }) => {
  expect(isUnchangedStatus(channel, answer)).toBe(known);
});
