import 'reflect-metadata';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { type VodWriter } from '../../vods/vod-writer.js';
import { type Settings } from '../../settings/settings.service.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { MissingFiles } from './missing-files.js';
import { type VodRepository } from '../../persistence/repositories/vod.repository.js';

/** A library of so many files, all of them on storage; `calls`: keys that were checked. */
function watchOver(count: number) {
  const calls: string[] = [];
  const firstGroup = Promise.withResolvers<undefined>();
  const storage = {
    kind: 'file',
    head: (key: string) => {
      calls.push(key);
      if (calls.length === 16) firstGroup.resolve(undefined);
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
  const scheduler = soloScheduler();
  return {
    scheduler,
    calls,
    firstGroup: firstGroup.promise,
    watch: new MissingFiles(scheduler, storage, vods, {} as VodWriter, {} as Settings),
  };
}

it('a run checks each file once', async () => {
  const { calls, watch } = watchOver(40);
  await watch.run();
  expect(calls).toEqual(Array.from({ length: 40 }, (_, n) => `k${n}`));
});

it('a run is broken off by the end, not waited for', async () => {
  const { calls, firstGroup, scheduler } = watchOver(4000);
  await scheduler.start();
  await firstGroup;
  await scheduler.stop();
  const atEnd = calls.length;
  expect(atEnd).toBeLessThan(4000);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(calls.length).toBe(atEnd);
});
