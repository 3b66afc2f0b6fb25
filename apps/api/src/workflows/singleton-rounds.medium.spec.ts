import { Logger } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import { type AdvisoryLock } from '../db/advisory-lock.js';
import { SingletonRounds } from './singleton-rounds.js';

it('lets another api take over although its last round fails', async () => {
  Logger.overrideLogger(false);
  const did: string[] = [];
  const lock = {
    hold: () => Promise.resolve(true),
    release: () => {
      did.push('released');
      return Promise.resolve();
    },
  } as unknown as AdvisoryLock;
  const work = Promise.withResolvers<void>();
  const rounds = new SingletonRounds(lock, {
    name: 'of a spec',
    everyMs: 60_000,
    work: () => {
      work.resolve();
      return Promise.resolve();
    },
  });
  rounds.start();
  await work.promise;
  await rounds.stop(() => {
    did.push('tried');
    return Promise.reject(new TypeError('storage is away'));
  });
  expect(did).toEqual(['tried', 'released']);
});
