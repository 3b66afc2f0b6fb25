import { english, verbatim } from '#libs/messages';
import { expect, it, jest } from '@jest/globals';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type NewNotice, type Notices } from '../platform/notices.service.js';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { UnrecordedStreams } from './unrecorded-streams.js';

/** Runs of the task, more than it needs to raise a notice. */
const TRIES = 4;

it('raises one notice for each reason, so that a dismissed notice does not return with the next run', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const vod = {
    uuid: 'v',
    channelUuid: 'c',
    channelDisplay: 'Alice',
    state: 'waiting',
    refusal: verbatim('It refuses.'),
    assigned: true,
    assignedAt: new Date(0),
    facts: {},
  };
  const raised: NewNotice[] = [];
  const vods = { unfinished: () => Promise.resolve([vod]) } as unknown as VodRepository;
  const channels = { find: () => Promise.resolve({ isLive: true }) } as unknown as ChannelRepository;
  const notices = {
    openVods: () => Promise.resolve([]),
    raise: (notice: NewNotice) => {
      raised.push(notice);
      return Promise.resolve();
    },
  } as unknown as Notices;
  const scheduler = soloScheduler();
  new UnrecordedStreams(scheduler, vods, channels, notices);
  await scheduler.start();
  for (let n = 0; n < TRIES; n += 1) await jest.advanceTimersByTimeAsync(5000);
  vod.refusal = verbatim('It asks for a login.');
  for (let n = 0; n < TRIES; n += 1) await jest.advanceTimersByTimeAsync(5000);
  await scheduler.stop();
  jest.useRealTimers();
  expect(raised.map((n) => english(n.text))).toEqual([
    'It refuses. Vodkeep tries again.',
    'It asks for a login. Vodkeep tries again.',
  ]);
});
