import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { advanceSource, encodeAdvances } from './advance-source.js';
import { readAdvances } from './read-advances.js';

it('keeps the table of widths as the shipped font files have them', async () => {
  const committed = await readFile(
    path.join(import.meta.dirname, '../../libs/chat-layout/src/text/font-advances.ts'),
    'utf8',
  );
  expect(committed === (await advanceSource()) ? 'up to date' : 'stale: run node tools/fonts/write-advances.mjs').toBe(
    'up to date',
  );
}, 30_000);

it('packs runs and repeats', () => {
  expect(
    encodeAdvances(
      new Map([
        [98, 36],
        [97, 36],
        [99, 40],
        [200, 1],
      ]),
    ),
  ).toBe('2p:10*2,14;5k:1');
});

it('refuses a stylesheet in which it finds no font files', async () => {
  const folder = tempDir('fonts');
  await writeFile(path.join(folder.path, 'wght.css'), '@font-face { src: local(Nothing) }');
  await expect(readAdvances(folder.path, 'wght.css', 400))
    .rejects.toMatchObject({ code: 'no-font-files' })
    .finally(folder.remove);
});
