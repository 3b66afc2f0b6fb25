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
  ['off, and it was', { known: true, channel: off, answer: { state: 'offline', reason: null } }],
  ['off for another reason', { known: false, channel: off, answer: { state: 'offline', reason: verbatim('gone') } }],
  [
    'off, and it was live',
    {
      known: false,
      channel: { ...off, isLive: true, verdictState: 'recording' },
      answer: { state: 'offline', reason: null },
    },
  ],
  [
    'off, and it was never asked',
    { known: false, channel: { ...off, checkedAt: null }, answer: { state: 'offline', reason: null } },
  ],
  [
    'not to be reached, as before',
    { known: true, channel: away, answer: { state: 'unknown', reason: verbatim('refused') } },
  ],
  [
    'not to be reached, while it is live',
    { known: true, channel: { ...away, isLive: true }, answer: { state: 'unknown', reason: verbatim('refused') } },
  ],
  [
    'not to be reached for another reason',
    { known: false, channel: away, answer: { state: 'unknown', reason: verbatim('timed out') } },
  ],
  ['not to be reached, and it was', { known: false, channel: off, answer: { state: 'unknown', reason: verbatim('') } }],
  [
    'off, and it was not to be reached',
    { known: false, channel: { ...away, verdictReason: null }, answer: { state: 'offline', reason: null } },
  ],
  ['live', { known: false, channel: off, answer: live }],
  [
    'unsure',
    { known: false, channel: off, answer: { state: 'unsure', seen: null, againMs: 1 } as unknown as LiveAnswer },
  ],
])('%s', (_, { known, channel, answer }) => {
  expect(isUnchangedStatus(channel, answer)).toBe(known);
});
