import { expect, it } from '@jest/globals';
import { trailOf } from './file-place.js';

it('leads from the root to each folder', () => {
  expect(trailOf('storage/a b/c')).toEqual([
    { name: 'storage', path: 'storage' },
    { name: 'a b', path: 'storage/a b' },
    { name: 'c', path: 'storage/a b/c' },
  ]);
});
it('takes a slash at the end', () => {
  expect(trailOf('logs/')).toEqual([{ name: 'logs', path: 'logs' }]);
});
