import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listen } from './listen.js';
import { serveFolder } from './serve-folder.js';

let folder = '';
let url = '';
let server: ReturnType<typeof serveFolder>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-serve-'));
  await writeFile(path.join(folder, 'a.ts'), '0123456789');
  await writeFile(path.join(folder, 'empty.ts'), '');
  server = serveFolder(folder);
  url = `http://127.0.0.1:${String(await listen(server))}/`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['a whole file', { name: 'a.ts?x=1', status: 200, body: '0123456789' }],
  ['an empty file', { name: 'empty.ts', status: 200, body: '' }],
  ['a range', { name: 'a.ts', range: 'bytes=2-4', status: 206, body: '234' }],
  ['a range without an end', { name: 'a.ts', range: 'bytes=7-', status: 206, body: '789' }],
  ['a range that ends after the file', { name: 'a.ts', range: 'bytes=8-99', status: 206, body: '89' }],
  ['a range after the file', { name: 'a.ts', range: 'bytes=10-12', status: 416, body: '' }],
  ['a file that does not exist', { name: 'b.ts', status: 404, body: '' }],
])('answers %s', async (_, { name, status, body, ...range }) => {
  const headers = { connection: 'close', ...range };
  const answer = await fetch(`${url}${name}`, { headers });
  expect([answer.status, await answer.text()]).toEqual([status, body]);
});
