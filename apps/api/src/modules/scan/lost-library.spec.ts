import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { type Notices } from '../../platform/notices.service.js';
import { LostLibrary } from './lost-library.js';
import { type ScanRepository } from '../../persistence/repositories/scan.repository.js';

it('waits for the identity of the storage, which a first start has yet to claim', async () => {
  const [settled, checked] = [Promise.withResolvers<null>(), Promise.withResolvers<string>()];
  const calls: string[] = [];
  const rows = {
    isEmpty: () => {
      calls.push('rows');
      return Promise.resolve(false);
    },
  } as ScanRepository;
  const notices = {
    resolve: (key: string) => {
      checked.resolve(key);
      return Promise.resolve();
    },
  } as Notices;
  new LostLibrary({} as Storage, rows, notices, { settled: settled.promise }).onApplicationBootstrap();
  expect(calls).toEqual([]);
  settled.resolve(null);
  expect([await checked.promise, calls]).toEqual(['library-lost', ['rows']]);
});
