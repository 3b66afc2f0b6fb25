import { expect, it } from '@jest/globals';
import { type SourceNetwork } from '#libs/contracts';
import { type LiveAnswer } from '#libs/providers';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type StreamMetadata } from '../vods/stream-metadata.js';
import { type Recording } from '../recordings/recording.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { type WriteGates } from '../space/write-gates.js';
import { type ChannelStatusWriter } from './channel-status-writer.js';
import { type EarlierBroadcasts } from './supersede-earlier-broadcast.js';
import { type SiteRenames } from './site-renames.js';
import { type LastKnownLiveStatus } from './last-known-live-status.js';
import { type StreamIds } from './stream-ids.js';

const show = (title: string): Omit<ChannelStream, 'at'> => ({
  title,
  category: null,
  tags: [],
  language: 'en',
  isMature: false,
  viewers: 1,
});
const answer = (title: string): Extract<LiveAnswer, { state: 'live' }> => ({
  ...show(title),
  state: 'live',
  streamId: 's',
  startedAt: new Date(),
  named: null,
});
const OPEN_GATES = { refusal: () => null, wake: () => undefined } as unknown as WriteGates;
/** Resolves when all work that waits for nothing outside is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('integrity-14 the first live check stores the network of a channel without one before it is recorded', async () => {
  const stored: unknown[] = [];
  const recorded: unknown[] = [];
  const handle = (sourceNetwork: SourceNetwork | null, network?: SourceNetwork): Promise<void> => {
    const channel = { uuid: 'c', options: {}, isLive: false, told: null, stream: null, sourceNetwork };
    const statusHandler = new LiveStatusHandler(
      {
        find: () => Promise.resolve(channel),
        saveFirstNetwork: (...saved: unknown[]) => Promise.resolve(stored.push(saved)),
      } as unknown as ChannelRepository,
      {
        begin: (began: ChannelEntity) => {
          recorded.push(began.sourceNetwork);
          return Promise.resolve({ vod: { assigned: false } });
        },
      } as unknown as Recording,
      {} as StreamIds,
      {} as SiteRenames,
      {} as StreamMetadata,
      { set: () => undefined } as unknown as LastKnownLiveStatus,
      { save: () => Promise.resolve() } as unknown as ChannelStatusWriter,
      { isSuperseded: () => Promise.resolve(false) } as unknown as EarlierBroadcasts,
      OPEN_GATES,
    );
    return statusHandler.handlePoll('c', { ...answer('a'), ...(network && { network }) });
  };
  await handle(null, 'private');
  await handle('public', 'private');
  await handle(null);
  expect(stored).toEqual([['c', 'private']]);
  expect(recorded).toEqual(['private', 'public', null]);
});

it('a push message during a poll is not overwritten by the poll or by the next, outdated answer', async () => {
  const row = { uuid: 'c', options: {}, isLive: true, liveStreamId: 's', liveSince: new Date(), told: null };
  const channel = { ...row, stream: { ...show('before'), at: Date.now() } } as unknown as ChannelEntity;
  const chapters: string[] = [];
  const reply = Promise.withResolvers<boolean>();
  const replies = [reply.promise];
  const statusHandler = new LiveStatusHandler(
    { find: () => Promise.resolve(structuredClone(channel)) } as unknown as ChannelRepository,
    { begin: () => Promise.resolve({ vod: { uuid: 'v', assigned: true } }) } as unknown as Recording,
    {} as StreamIds,
    {} as SiteRenames,
    {
      record: (_vod: string, { title }: ChannelStream) => {
        chapters.push(title);
        return Promise.resolve();
      },
    } as unknown as StreamMetadata,
    { set: () => undefined } as unknown as LastKnownLiveStatus,
    {
      save: (_channel: ChannelEntity, found: object) => {
        Object.assign(channel, found);
        return Promise.resolve();
      },
    } as unknown as ChannelStatusWriter,
    {
      isSuperseded: () => replies.shift() ?? Promise.resolve(false),
      supersede: () => Promise.resolve(),
    } as unknown as EarlierBroadcasts,
    OPEN_GATES,
  );
  const polled = statusHandler.handlePoll('c', answer('before'));
  await settled();
  const at = Date.now();
  const pushed = statusHandler.handleMetadata('c', { ...show('after'), at, toldAt: at });
  await settled();
  reply.resolve(false);
  await Promise.all([polled, pushed, statusHandler.handlePoll('c', answer('before'))]);
  expect([chapters, channel.stream?.title]).toEqual([['before', 'after', 'after'], 'after']);
});
