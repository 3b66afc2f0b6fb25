import { type LiveAnswer } from '#libs/providers';
import { expect, it, jest } from '@jest/globals';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type Settings } from '../settings/settings.service.js';
import { type UiBell } from '../platform/messaging/ui-bell.js';
import { type Sites } from '../sites/sites.js';
import { loneScheduler } from '../testing/lone-scheduler.js';
import { type ChannelNews } from './channel-news.js';
import { LiveWatch } from './live-watch.js';
import { type SiteWord } from './site-word.js';

const POLL_S = 5;

it('a channel that is asked by a button is not asked once more while that question is open', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const channel = { uuid: 'c', providerKind: 'hls', displayName: 'Alice', options: {} };
  const questions: ((answers: Map<string, LiveAnswer>) => void)[] = [];
  const live = (): Promise<Map<string, LiveAnswer>> =>
    new Promise((resolve) => {
      questions.push(resolve);
    });
  const scheduler = loneScheduler();
  const watch = new LiveWatch(
    scheduler,
    { all: () => Promise.resolve([channel]) } as unknown as ChannelRepository,
    { get: () => POLL_S } as unknown as Settings,
    { answered: () => Promise.resolve() } as unknown as ChannelNews,
    { note: () => undefined } as unknown as SiteWord,
    { of: () => ({ batch: 1, live }), targetOf: () => ({ key: 'c' }) } as unknown as Sites,
    { onChanged: () => () => undefined } as unknown as UiBell,
  );
  await scheduler.start();
  await jest.advanceTimersByTimeAsync(1000);
  watch.askNow('c');
  await jest.advanceTimersByTimeAsync(1000);
  expect(questions).toHaveLength(2);
  questions[0]?.(new Map([['c', { state: 'offline', reason: null }]]));
  await jest.advanceTimersByTimeAsync(3 * POLL_S * 1000);
  expect(questions).toHaveLength(2);
  questions[1]?.(new Map([['c', { state: 'offline', reason: null }]]));
  await jest.advanceTimersByTimeAsync(1000);
  expect(questions).toHaveLength(3);
  await scheduler.stop();
  jest.useRealTimers();
});
