import { expect, it } from '@jest/globals';
import { DirSync } from './dir-sync.js';
import { LibraryFiles } from './library-files.js';

/** A path that no file system opens: its name is too long. */
const IMPOSSIBLE_PATH = `/${'x'.repeat(300)}`;
const NAMES_THE_PATH = { code: 'storage-failed', data: { where: IMPOSSIBLE_PATH } };

it('names the folder that cannot be synced', async () => {
  await expect(new DirSync('each').changed([IMPOSSIBLE_PATH])).rejects.toMatchObject(NAMES_THE_PATH);
});

it('names the library file that cannot be read', async () => {
  const library = new LibraryFiles('/', { fileOf: (at) => at, mustBeMounted: () => Promise.resolve() });
  await expect(library.head(IMPOSSIBLE_PATH)).rejects.toMatchObject(NAMES_THE_PATH);
});
