import { expect, it } from '@jest/globals';
import { DirSync } from './dir-sync.js';
import { LibraryFiles } from './library-files.js';

/** A path that no file system opens: its name is too long. */
const FOLDER = `/${'x'.repeat(300)}`;
const ITS_NAME = { code: 'storage-failed', data: { where: FOLDER } };

it('names the folder whose names cannot be stored', async () => {
  await expect(new DirSync('each').changed([FOLDER])).rejects.toMatchObject(ITS_NAME);
});

it('names the file of the library that cannot be read', async () => {
  const library = new LibraryFiles('/', { fileOf: (at) => at, mustBeMounted: () => Promise.resolve() });
  await expect(library.head(FOLDER)).rejects.toMatchObject(ITS_NAME);
});
