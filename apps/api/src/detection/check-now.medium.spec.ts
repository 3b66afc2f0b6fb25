import { type LiveAnswer } from '#libs/providers';
import { expect, it, jest } from '@jest/globals';
import { type ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type Settings } from '../settings/settings.service.js';
import { type UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type Sites } from '../sites/sites.js';
import { type WriteGates } from '../space/write-gates.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { type LiveStatusHandler } from './live-status-handler.js';
import { LiveWatch } from './live-watch.js';
import { type LastKnownLiveStatus } from './last-known-live-status.js';
import { type RecorderReads } from './recorder-reads.js';

const POLL_S = 5;

it('a poll skips a channel while a manual check of it is in progress', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const channel = { uuid: 'c', providerKind: 'hls', displayName: 'Alice', options: {} };
  const questions: ((answers: Map<string, LiveAnswer>) => void)[] = [];
  const live = (): Promise<Map<string, LiveAnswer>> =>
    new Promise((resolve) => {
      questions.push(resolve);
    });
  const scheduler = soloScheduler();
  const watch = new LiveWatch(
    scheduler,
    { watched: () => Promise.resolve([channel]) } as unknown as ChannelRepository,
    { get: () => POLL_S } as unknown as Settings,
    { handlePoll: () => Promise.resolve() } as unknown as LiveStatusHandler,
    { set: () => undefined } as unknown as LastKnownLiveStatus,
    { of: () => ({ batch: 1, live }), targetOf: () => ({ key: 'c' }) } as unknown as Sites,
    { onChanged: () => () => undefined } as unknown as UiNotifier,
    { channelsOf: () => Promise.resolve(new Set()) } as unknown as RecorderReads,
    { onOpen: () => undefined } as unknown as WriteGates,
  );
  await scheduler.start();
  await jest.advanceTimersByTimeAsync(1000);
  watch.checkNow('c');
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
