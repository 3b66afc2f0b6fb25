import { expect, it } from '@jest/globals';
import { type Channel, type Notice } from '#libs/contracts';
import { dashboardNotices } from './dashboard-notices.js';

const channel = (over: Partial<Channel>, state: Channel['verdict']['state']): Channel =>
  ({
    uuid: state,
    is_live: true,
    is_capturing: false,
    no_capture: false,
    verdict: { state, reason: 'why', checked_at: null },
    ...over,
  }) as Channel;
const nothing = { problems: [], services: [], deadLetters: [], channels: [], stored: [] };

it('has nothing to say when all is well', () => {
  expect(
    dashboardNotices({
      ...nothing,
      channels: [
        channel({ is_capturing: true }, 'recording'),
        channel({ is_live: false }, 'offline'),
        channel({ is_live: false }, 'unreachable'),
      ],
    }),
  ).toEqual([]);
});
it('tells of a live channel that is not recorded, but not of one that shall not be', () => {
  expect(
    dashboardNotices({
      ...nothing,
      channels: [channel({}, 'not-recorded'), channel({ no_capture: true }, 'not-recorded')],
    }),
  ).toHaveLength(1);
});
it('puts what is being lost before what is set wrong', () => {
  const services = [
    {
      service: 'api',
      node: 'a',
      version: '1',
      ok: false,
      checks: [
        { name: 'disk', ok: false, message: 'full', remedy: 'free some' },
        { name: 'bus', ok: true, message: '', remedy: '' },
      ],
    },
  ];
  expect(
    dashboardNotices({
      ...nothing,
      problems: [{ kind: 'setting', text: 'bad motd' }],
      services,
      channels: [channel({}, 'not-recorded')],
    }).map((n) => n.kind),
  ).toEqual(['not-recorded', 'health', 'setting']);
});

it('leaves out the problems that it lists by themselves', () => {
  const kinds = ['setting', 'check', 'not-recorded', 'channel', 'vod', 'dead-letters', 'outbox', 'account'] as const;
  const notices = dashboardNotices({ ...nothing, problems: kinds.map((kind) => ({ kind, text: kind })) });
  expect(notices.flatMap((n) => (n.kind === 'setting' ? [n.text] : []))).toEqual([
    'setting',
    'channel',
    'vod',
    'outbox',
    'account',
  ]);
});

const stored = (id: string, minute: number, over: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'account',
  level: 'warning',
  channel_uuid: null,
  vod_uuid: null,
  title: id,
  text: '',
  first_at: '2026-01-01T00:00:00Z',
  last_at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`,
  count: 1,
  resolved_at: null,
  ...over,
});
const ids = (details: Parameters<typeof dashboardNotices>[0]): string[] => dashboardNotices(details).map((n) => n.id);

it('shows what the server keeps newest first, what is over at the end', () => {
  const over = { resolved_at: '2026-01-01T01:00:00Z' };
  expect(
    ids({
      ...nothing,
      problems: [{ kind: 'setting', text: 'bad motd' }],
      stored: [stored('a', 1), stored('over', 9, over), stored('b', 5)],
    }),
  ).toEqual(['n-b', 'n-a', 's-bad motd', 'n-over']);
});
it('tells once that a channel is not recorded, in the words that are kept', () => {
  const missed = { kind: 'could-not-record', channel_uuid: 'not-recorded' } as const;
  expect(ids({ ...nothing, channels: [channel({}, 'not-recorded')], stored: [stored('a', 1, missed)] })).toEqual([
    'n-a',
  ]);
  expect(
    ids({
      ...nothing,
      channels: [channel({}, 'not-recorded')],
      stored: [stored('a', 1, { ...missed, resolved_at: '2026-01-01T01:00:00Z' })],
    }),
  ).toEqual(['c-not-recorded', 'n-a']);
});
