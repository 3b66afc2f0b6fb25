/**
 * `node tools/fonts/write-advances.mjs`: generates the table of character widths of libs/chat-layout again from the
 * font files that the web client ships.
 */
import '../testrun/from-source.mjs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const source = './advance-source.ts';
const { advanceSource } = /** @type {typeof import('./advance-source.js')} */ (await import(source));
await writeFile(
  path.join(import.meta.dirname, '../../libs/chat-layout/src/text/font-advances.ts'),
  await advanceSource(),
);
