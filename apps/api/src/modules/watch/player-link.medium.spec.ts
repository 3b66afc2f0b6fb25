import 'reflect-metadata';
import { type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { recordedVod } from '../../testing/finished-vod.js';
import { eventually, TestApp } from '../../testing/test-app.js';

jest.setTimeout(90_000);

const STRANGER = { 'x-forwarded-for': '192.0.2.7' };
let app: TestApp;
let site: LiveHls;
let vod: Vod;
beforeAll(async () => {
  app = await TestApp.start({ receivesEvents: false });
  site = await LiveHls.start();
  vod = await recordedVod(app, site, 'quay');
});
afterAll(async () => {
  await app.stop();
  await site.stop();
});

const share = async (): Promise<URL> => {
  const { data } = (await app.call<{ url: string }>('GET', `/vod/${vod.uuid}/share`)).body;
  return new URL(data?.url ?? '');
};
/** A player elsewhere: only the address lets it in. */
const play = (address: URL | string) => fetch(address, { headers: STRANGER });
const segmentsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('s/'));

it('a link opens the playlist and its segments, and their addresses open no playlist and end with the link', async () => {
  const link = await share();
  const text = await (await play(link)).text();
  const segments = segmentsOf(text).map((line) => new URL(line, link));
  expect(await Promise.all(segments.map(async (url) => (await play(url)).status))).toEqual([200, 200]);
  for (const { search, searchParams } of segments) {
    expect(searchParams.get('exp')).toBe(link.searchParams.get('exp'));
    expect((await play(new URL(search, new URL('index.m3u8', link)))).status).toBe(401);
  }
  expect((await play(new URL(segmentsOf(text)[0]?.replace(/\?.*/, link.search) ?? '', link))).status).toBe(401);
});

it('a playlist for a login has no signature', async () => {
  const { text } = await app.call('GET', `/vod/${vod.uuid}/index.m3u8`);
  expect(segmentsOf(text)).toHaveLength(2);
  expect(text).not.toContain('?');
});

it('a link is listed with its VOD, its maker and its use, and opens nothing once it is revoked', async () => {
  const link = await share();
  const segment = new URL(segmentsOf(await (await play(link)).text())[0] ?? '', link);
  // The answer to the player does not wait until its use is stored.
  const [listed, ...others] = await eventually(async () => {
    const links = (await app.call<{ id: string; used_at: string | null }[]>('GET', '/auth/links')).body.data ?? [];
    return links.every(({ used_at }) => used_at !== null) && links;
  }, 'the use of the link');
  expect(listed).toMatchObject({ vod_uuid: vod.uuid, title: vod.basename, made_by: 'machine', address: '127.0.0.1' });
  expect(others).toEqual([]);
  expect((await app.call('DELETE', `/auth/links/${listed?.id ?? ''}`)).status).toBe(200);
  for (const address of [link, segment]) {
    const answer = await play(address);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'link-expired']);
  }
  expect((await app.call('GET', '/auth/links')).body.data).toEqual([]);
  expect((await app.call('DELETE', `/auth/links/${listed?.id ?? ''}`)).body.code).toBe('link-missing');
});
