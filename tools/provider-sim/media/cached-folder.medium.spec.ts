import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { cachedFolder } from './cached-folder.js';

const dir = tempDir('cached-folder');
afterAll(() => {
  dir.remove();
});

it('is filled once, however many need it at the same time', async () => {
  const at = join(dir.path, 'new/parent/once');
  let fills = 0;
  const need = (): Promise<string> =>
    cachedFolder(at, (folder) => {
      fills += 1;
      writeFileSync(join(folder, 'media'), 'x');
      return Promise.resolve();
    });
  expect(await Promise.all([need(), need(), need()])).toEqual([at, at, at]);
  expect([fills, existsSync(join(at, 'media')), readdirSync(join(at, '..'))]).toEqual([1, true, ['once']]);
});

it('that could not be filled is filled by the one who waits', async () => {
  const at = join(dir.path, 'again');
  let second: Promise<string> | undefined;
  const first = cachedFolder(at, () => {
    second = cachedFolder(at, () => Promise.resolve());
    return Promise.reject(new Error('no encoder'));
  });
  await expect(first).rejects.toThrow('no encoder');
  expect(await second).toBe(at);
  expect(readdirSync(dir.path)).toEqual(['again', 'new']);
});
