import 'reflect-metadata';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { english } from '#libs/messages';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { type NewNotice, type Notices } from '../platform/notices.service.js';
import { type Scheduler } from '../platform/scheduler/scheduler.js';
import { snapshotCache } from '../testing/snapshot-cache.js';
import { UnstoredParts } from './unstored-parts.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const PULSE_MS = 5000;

/** The task of an API that leads, and the open notices by their key. */
function unstoredParts(open: readonly string[] = []) {
  const notices = new Map<string, NewNotice>(
    open.map((uuid) => [`not-stored:${uuid}`, { vodUuid: uuid } as NewNotice]),
  );
  const { cache, send } = snapshotCache();
  let run = (): Promise<void> => Promise.resolve();
  new UnstoredParts(
    {
      every: (_name: string, _ms: number, work: (signal: AbortSignal) => Promise<void>) => {
        run = () => work(new AbortController().signal);
      },
    } as unknown as Scheduler,
    cache,
    {
      find: (uuid: string) => Promise.resolve({ uuid, channelUuid: 'c', channelDisplay: 'Quay' }),
    } as unknown as VodRepository,
    {
      openVods: () => Promise.resolve([...notices.values()].flatMap(({ vodUuid = [] }) => vodUuid)),
      raise: (notice: NewNotice) => Promise.resolve(void notices.set(notice.key, notice)),
      resolve: (key: string) => Promise.resolve(void notices.delete(key)),
    } as unknown as Notices,
  );
  /** @param finishing parts that a recorder still stores at this time */
  const pass = async (ms: number, finishing: readonly string[]): Promise<void> => {
    for (let at = 0; at < ms; at += PULSE_MS) {
      send({ partId: '2', finishing: [...finishing] });
      await run();
      jest.advanceTimersByTime(PULSE_MS);
    }
  };
  return { notices, pass };
}

it('a VOD that waits for a part for more than a minute has a notice, until the part is stored', async () => {
  const { notices, pass } = unstoredParts();
  await pass(55_000, ['1']);
  expect(notices.size).toBe(0);
  await pass(15_000, ['1']);
  expect([...notices.values()].map(({ vodUuid, title }) => [vodUuid, english(title)])).toEqual([
    ['v', 'The end of a recording of Quay is not stored yet'],
  ]);
  await pass(5000, []);
  expect(notices.size).toBe(0);
});

it('a notice that the operator dismissed does not come back', async () => {
  const { notices, pass } = unstoredParts();
  await pass(70_000, ['1']);
  notices.clear();
  await pass(70_000, ['1']);
  expect(notices.size).toBe(0);
});

it('an API that becomes the leader resolves the notice of the one before', async () => {
  const { notices, pass } = unstoredParts(['v', 'w']);
  await pass(5000, ['1']);
  expect([...notices.keys()]).toEqual(['not-stored:v']);
});
