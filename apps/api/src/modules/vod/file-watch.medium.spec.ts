import 'reflect-metadata';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { loneScheduler } from '../../testing/lone-scheduler.js';
import { type VodWriter } from '../../vods/vod-writer.js';
import { type Settings } from '../../settings/settings.service.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { FileWatch } from './file-watch.js';
import { type VodRepository } from '../../persistence/repositories/vod.repository.js';

/** A library of so many files, all of them on storage; `asked`: keys that were looked at. */
function watchOver(count: number) {
  const asked: string[] = [];
  const firstGroup = Promise.withResolvers<undefined>();
  const storage = {
    kind: 'file',
    head: (key: string) => {
      asked.push(key);
      if (asked.length === 16) firstGroup.resolve(undefined);
      return Promise.resolve({});
    },
  } as unknown as Storage;
  const files = Array.from(
    { length: count },
    (_, n) => ({ id: `f${String(n).padStart(5, '0')}`, key: `k${n}`, missingSince: null }) as FileEntity,
  );
  const vods = {
    filesAfter: (after: string, limit: number) => Promise.resolve(files.filter(({ id }) => id > after).slice(0, limit)),
    files: () => Promise.resolve(files),
  } as unknown as VodRepository;
  const scheduler = loneScheduler();
  return {
    scheduler,
    asked,
    firstGroup: firstGroup.promise,
    watch: new FileWatch(scheduler, storage, vods, {} as VodWriter, {} as Settings),
  };
}

it('a round looks at each file once', async () => {
  const { asked, watch } = watchOver(40);
  await watch.round();
  expect(asked).toEqual(Array.from({ length: 40 }, (_, n) => `k${n}`));
});

it('a round is broken off by the end, not waited for', async () => {
  const { asked, firstGroup, scheduler } = watchOver(4000);
  await scheduler.start();
  await firstGroup;
  await scheduler.stop();
  const atEnd = asked.length;
  expect(atEnd).toBeLessThan(4000);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(asked.length).toBe(atEnd);
});
