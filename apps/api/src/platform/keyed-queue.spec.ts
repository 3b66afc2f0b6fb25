import { expect, it } from '@jest/globals';
import { KeyedQueue } from './keyed-queue.js';

it('work with the same key runs in the order of arrival, one after the other, and other keys do not wait', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const firstMayEnd = Promise.withResolvers<undefined>();
  const first = queue.run('quay', async () => {
    log.push('first begins');
    await firstMayEnd.promise;
    log.push('first ends');
  });
  const second = queue.run('quay', () => Promise.resolve(log.push('second')));
  await queue.run('pier', () => Promise.resolve(log.push('other key')));
  expect(log).toEqual(['first begins', 'other key']);
  firstMayEnd.resolve(undefined);
  await Promise.all([first, second]);
  expect(log).toEqual(['first begins', 'other key', 'first ends', 'second']);
});

it('a failure reaches only its caller, and later work with the same key still runs', async () => {
  const queue = new KeyedQueue();
  const failed = queue.run('quay', () => Promise.reject(new Error('refused')));
  const later = queue.run('quay', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('refused');
  await expect(later).resolves.toBe('done');
});
