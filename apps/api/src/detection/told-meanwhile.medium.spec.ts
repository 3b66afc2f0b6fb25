import { expect, it } from '@jest/globals';
import { type LiveAnswer } from '#libs/providers';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type Story } from '../vods/story.js';
import { type Recording } from '../recordings/recording.js';
import { ChannelNews } from './channel-news.js';
import { type ChannelNotes } from './channel-notes.js';
import { type OneBroadcast } from './one-broadcast.js';
import { type Renames } from './renames.js';
import { type SiteWord } from './site-word.js';
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
/** Until whatever can be done now is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('what a site tells while its answer is worked on is not overwritten by that, and makes no chapter that flaps', async () => {
  const row = { uuid: 'c', options: {}, isLive: true, liveStreamId: 's', liveSince: new Date(), told: null };
  const channel = { ...row, stream: { ...show('before'), at: Date.now() } } as unknown as ChannelEntity;
  const chapters: string[] = [];
  const look = Promise.withResolvers<boolean>();
  const looks = [look.promise];
  const news = new ChannelNews(
    { find: () => Promise.resolve(structuredClone(channel)) } as unknown as ChannelRepository,
    { begin: () => Promise.resolve({ vod: { uuid: 'v', assigned: true } }) } as unknown as Recording,
    {} as StreamIds,
    {} as Renames,
    {
      note: (_vod: string, { title }: ChannelStream) => {
        chapters.push(title);
        return Promise.resolve();
      },
    } as unknown as Story,
    { note: () => undefined } as unknown as SiteWord,
    {
      note: (_channel: ChannelEntity, found: object) => {
        Object.assign(channel, found);
        return Promise.resolve();
      },
    } as unknown as ChannelNotes,
    {
      isPassed: () => looks.shift() ?? Promise.resolve(false),
      endEarlier: () => Promise.resolve(),
    } as unknown as OneBroadcast,
  );
  const polled = news.answered('c', answer('before'));
  await settled();
  const at = Date.now();
  const told = news.changed('c', { ...show('after'), at, toldAt: at });
  await settled();
  look.resolve(false);
  await Promise.all([polled, told, news.answered('c', answer('before'))]);
  expect([chapters, channel.stream?.title]).toEqual([['before', 'after', 'after'], 'after']);
});
