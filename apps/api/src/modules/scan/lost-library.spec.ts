import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { type Notices } from '../../platform/notices.service.js';
import { LostLibrary } from './lost-library.js';
import { type ScanRepository } from '../../persistence/repositories/scan.repository.js';

it('is looked for once it is known which storage is that of the house, which at the first start is none yet', async () => {
  const [settled, looked] = [Promise.withResolvers<null>(), Promise.withResolvers<string>()];
  const asked: string[] = [];
  const rows = {
    isEmpty: () => {
      asked.push('rows');
      return Promise.resolve(false);
    },
  } as ScanRepository;
  const notices = {
    resolve: (key: string) => {
      looked.resolve(key);
      return Promise.resolve();
    },
  } as Notices;
  new LostLibrary({} as Storage, rows, notices, { settled: settled.promise }).onApplicationBootstrap();
  expect(asked).toEqual([]);
  settled.resolve(null);
  expect([await looked.promise, asked]).toEqual(['library-lost', ['rows']]);
});
