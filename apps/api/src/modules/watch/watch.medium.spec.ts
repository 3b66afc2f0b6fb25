import 'reflect-metadata';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { objectKeys, renditionPath } from '#libs/contracts';
import { TestApp } from '../../testing/test-app.js';

jest.setTimeout(60_000);

const VOD = '00000000-0000-4000-8000-00000000000a';
const PART = '01JDTEST0000000000000000AA';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection'] });
});
afterAll(() => app.stop());

const get = (path: string) => fetch(`${app.origin}/api/v0/vod/${VOD}/${path}`);

it.each([
  [`s/${PART}/a.ts`, objectKeys.segment(VOD, PART, 'a.ts'), 'video/mp2t'],
  [`s/${PART}/a.m4s`, objectKeys.segment(VOD, PART, 'a.m4s'), 'video/iso.segment'],
  [`s/${PART}-e1/a.eac3`, objectKeys.segment(VOD, renditionPath(PART, 'e1'), 'a.eac3'), 'audio/eac3'],
  [`i/${PART}/0a.init`, objectKeys.init(VOD, PART, '0a'), 'video/mp4'],
])('serves %s with its type, to be stored for good', async (path, key, type) => {
  await app.storage.put(key, Buffer.from('media'));
  const answer = await get(path);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, type, 'media']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
});

it.each([`s/${PART}/a.txt`, `s/${PART}/a.constructor`, `s/..%2F${PART}/a.ts`, `i/${PART}/..%2Fa.init`])(
  'answers 404 to %s, even if such an object is stored',
  async (path) => {
    await app.storage.put(objectKeys.segment(VOD, PART, 'a.txt'), Buffer.from('text'));
    await app.storage.put(objectKeys.segment(VOD, PART, 'a.constructor'), Buffer.from('text'));
    const answer = await get(path);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'segment-missing']);
  },
);
