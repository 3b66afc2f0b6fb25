import { beforeEach, expect, it } from '@jest/globals';
import { message } from '#libs/messages';
import { type UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type Transactions, type Tx } from '../persistence/database/tx.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type GameRepository } from '../persistence/repositories/game.repository.js';
import { type NewNotification, type Notifications } from '../platform/notifications.service.js';
import { type HistoryRepository } from '../persistence/repositories/history.repository.js';
import { type ChannelStatus, ChannelStatusWriter } from './channel-status-writer.js';

const MINUTE_MS = 60_000;

const streamAt = (at: number, viewers: number): ChannelStream => ({
  title: 'Boats',
  category: null,
  tags: [],
  language: 'en',
  isMature: false,
  viewers,
  at,
});
const liveChannel = (more: Partial<ChannelEntity> = {}): ChannelEntity =>
  ({
    uuid: 'c',
    displayName: 'Quay',
    isLive: true,
    liveSince: new Date(0),
    liveStreamId: 's',
    verdictState: 'recording',
    verdictReason: null,
    stream: streamAt(0, 10),
    checkedAt: new Date(0),
    site: null,
    ...more,
  }) as ChannelEntity;

let saved: Partial<ChannelEntity>[];
let history: Record<string, unknown>[];
let notified: string[];
let reported: string[];
beforeEach(() => {
  [saved, history, notified, reported] = [[], [], [], []];
});

/** @param locked the row that the transaction locks */
const writer = (locked: ChannelEntity | null = liveChannel()): ChannelStatusWriter =>
  new ChannelStatusWriter(
    { run: (work: (tx: Tx) => Promise<void>) => work({} as Tx) } as unknown as Transactions,
    {
      lock: () => Promise.resolve(locked),
      saveLiveStatus: (_uuid: string, status: ChannelStatus) => {
        saved.push(status);
        return Promise.resolve();
      },
    } as unknown as ChannelRepository,
    {
      add: (_uuid: string, { fact }: { readonly fact: Record<string, unknown> }) => {
        history.push(fact);
        return Promise.resolve();
      },
    } as unknown as HistoryRepository,
    {
      notify: (entity: string, uuid: string) => {
        notified.push(`${entity} ${uuid}`);
      },
    } as unknown as UiNotifier,
    {
      add: ({ category }: NewNotification) => {
        reported.push(category);
        return Promise.resolve();
      },
    } as unknown as Notifications,
    { isFavourite: (id: string) => Promise.resolve(id === 'favourite') } as unknown as GameRepository,
  );

it('writes nothing if nothing changed', async () => {
  await writer().save(liveChannel(), { isLive: true, stream: streamAt(2 * MINUTE_MS, 10) });
  expect([saved, notified]).toEqual([[], []]);
});

it('saves the first status of a channel even if it changes nothing', async () => {
  await writer().save(liveChannel({ checkedAt: null }), {});
  expect([saved.length, notified]).toEqual([1, ['channel c']]);
});

it('saves a viewer count that alone changed at most once a minute', async () => {
  await writer().save(liveChannel(), { stream: streamAt(MINUTE_MS - 1, 11) });
  expect(saved).toEqual([]);
  await writer().save(liveChannel(), { stream: streamAt(MINUTE_MS, 11) });
  expect(saved).toMatchObject([{ stream: { viewers: 11 } }]);
});

it('saves a new title at once, with the new viewer count', async () => {
  await writer().save(liveChannel(), { stream: { ...streamAt(1, 11), title: 'Tide' } });
  expect(saved).toMatchObject([{ stream: { title: 'Tide', viewers: 11 } }]);
  expect(history).toMatchObject([{ title: 'Tide' }]);
});

it('adds no history entry for a change that another process saved meanwhile', async () => {
  const stale = liveChannel({ isLive: false, verdictState: 'offline', stream: null });
  await writer(liveChannel()).save(stale, { isLive: true, verdictState: 'recording', stream: streamAt(0, 10) });
  expect([saved.length, history]).toEqual([1, []]);
  await writer(stale).save(stale, { isLive: true, verdictState: 'recording', stream: streamAt(0, 10) });
  expect(history).toMatchObject([{ action: 'online' }, { title: 'Boats' }]);
});

it('sources-22 the time of an unknown status begins with its first reason, and ends with a known status', async () => {
  const unknown = (code: number) => ({
    verdictState: 'unreachable',
    verdictReason: message('verdict.source-status', { status: code }),
  });
  const since = new Date(1000);
  const stale = liveChannel({ unknownSince: since });
  await writer(stale).save(stale, unknown(502));
  const row = liveChannel({ ...unknown(502), unknownSince: since });
  await writer(row).save(row, unknown(503));
  await writer(row).save(row, { verdictState: 'offline', verdictReason: null });
  expect(saved.map(({ unknownSince }) => unknownSince)).toEqual([saved[0]?.checkedAt, since, null]);
  expect(saved[0]?.checkedAt).not.toEqual(since);
});

const boats = { id: '1', name: 'Boats', boxArtUrl: '' };
const favourite = { id: 'favourite', name: 'Tea', boxArtUrl: '' };
const offline = { isLive: false, liveSince: null, verdictState: 'offline' } as const;

it('reports a start, an end, and a change by its category of v0', async () => {
  await writer(liveChannel(offline)).save(liveChannel(offline), { isLive: true, verdictState: 'recording' });
  await writer().save(liveChannel(), { isLive: false, verdictState: 'offline' });
  const titled = { ...streamAt(1, 10), title: 'Tide' };
  await writer().save(liveChannel(), { stream: titled });
  await writer().save(liveChannel(), { stream: { ...titled, category: boats } });
  await writer().save(liveChannel(), { stream: { ...titled, category: favourite } });
  await writer(liveChannel(offline)).save(liveChannel(offline), { stream: titled });
  expect(reported).toEqual([
    'streamOnline',
    'streamOffline',
    'streamStatusChange',
    'streamStatusChange',
    'streamStatusChangeFavourite',
    'offlineStatusChange',
  ]);
});

it('Q15 reports nothing for other viewers, the mature mark, a repeated status, or the first look at an idle channel', async () => {
  await writer().save(liveChannel(), { stream: streamAt(MINUTE_MS, 11) });
  await writer().save(liveChannel(), { stream: { ...streamAt(1, 10), isMature: true } });
  await writer().save(liveChannel({ isLive: false }), { isLive: true });
  const fresh = liveChannel({ ...offline, stream: null, checkedAt: null });
  await writer(fresh).save(fresh, { stream: streamAt(1, 0) });
  expect(reported).toEqual([]);
});
