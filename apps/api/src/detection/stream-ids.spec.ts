import { expect, it } from '@jest/globals';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { type Settings } from '../settings/settings.service.js';
import { StreamIds } from './stream-ids.js';

const REOPEN_S = 300;
const ago = (s: number): Date => new Date(Date.now() - s * 1000);

it.each<readonly [string, boolean, Pick<VodEntity, 'endedAt' | 'facts'>]>([
  ['ended a short time ago', true, { endedAt: ago(200), facts: {} }],
  ['ended long ago', false, { endedAt: ago(900), facts: {} }],
  ['was closed a short time ago after a lost source', true, { endedAt: ago(900), facts: { closedAt: +ago(10) } }],
  ['was closed long ago after a lost source', false, { endedAt: ago(1900), facts: { closedAt: +ago(1000) } }],
  ['is open, though it was closed before', true, { endedAt: null, facts: { closedAt: +ago(1000) } }],
])('sources-22 a VOD that %s: a return continues it: %s', async (_, continues, row) => {
  const newest = { ...row, assigned: row.endedAt === null, segmentsGone: false, streamId: 'before' };
  const ids = new StreamIds(
    { newestOf: () => Promise.resolve(newest) } as unknown as VodRepository,
    { get: () => REOPEN_S } as unknown as Settings,
  );
  const id = await ids.of({ uuid: 'c', isLive: false, liveStreamId: null } as ChannelEntity);
  expect(id === 'before').toBe(continues);
});
