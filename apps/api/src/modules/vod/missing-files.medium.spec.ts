import 'reflect-metadata';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { type VodWriter } from '../../vods/vod-writer.js';
import { type Settings } from '../../settings/settings.service.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { MissingFiles } from './missing-files.js';
import { type VodRepository } from '../../persistence/repositories/vod.repository.js';

/** `MissingFiles` with `count` files that all exist on storage; `checkedKeys`: keys in the order of their checks. */
function missingFilesWith(count: number) {
  const checkedKeys: string[] = [];
  const firstGroup = Promise.withResolvers<undefined>();
  const storage = {
    kind: 'file',
    head: (key: string) => {
      checkedKeys.push(key);
      if (checkedKeys.length === 16) firstGroup.resolve(undefined);
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
    checkedKeys,
    firstGroup: firstGroup.promise,
    missingFiles: new MissingFiles(scheduler, storage, vods, {} as VodWriter, {} as Settings),
  };
}

it('a run checks the storage for each file once', async () => {
  const { checkedKeys, missingFiles } = missingFilesWith(40);
  await missingFiles.run();
  expect(checkedKeys).toEqual(Array.from({ length: 40 }, (_, n) => `k${n}`));
});

it('the stop of the scheduler ends a run before it has checked all files', async () => {
  const { checkedKeys, firstGroup, scheduler } = missingFilesWith(4000);
  await scheduler.start();
  await firstGroup;
  await scheduler.stop();
  const checkedAtStop = checkedKeys.length;
  expect(checkedAtStop).toBeLessThan(4000);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(checkedKeys.length).toBe(checkedAtStop);
});
