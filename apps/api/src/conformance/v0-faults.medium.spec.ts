import { type Channel, type Vod } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../testing/test-app.js';
import { SeededApp } from './seeded-app.conformance.js';
import { TableChecksums } from './tables.conformance.js';

jest.setTimeout(120_000);

let seeded: SeededApp;
beforeAll(async () => {
  seeded = await SeededApp.open();
});
afterAll(async () => {
  await seeded.stop();
});

const dataOf = async (path: string): Promise<unknown> =>
  ((await seeded.call('GET', path)).json as { data: unknown }).data;
const channelOf = async (uuid: string): Promise<Channel> => (await dataOf(`/channels/${uuid}`)) as Channel;
const vodOf = async (uuid: string): Promise<Vod> => (await dataOf(`/vod/${uuid}`)) as Vod;
const isAlive = async (): Promise<boolean> => (await seeded.call('GET', '/auth/check')).status === 200;

/** Checks that each call is refused as the caller's fault, in the envelope, and that the API goes on. */
async function expectRefused(
  calls: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<void> {
  const accepted: string[] = [];
  for (const [method, path, body] of calls) {
    const { status, json, text } = await seeded.call(method, path, body);
    if (status < 400 || status > 499 || typeof (json as { message?: unknown } | undefined)?.message !== 'string')
      accepted.push(`${method} ${path}: ${status} ${text.slice(0, 160)}`);
  }
  expect([accepted, await isAlive()]).toEqual([[], true]);
}

/** Faults of the v0 server that Vodkeep does not have: rows Q of docs/coverage.md name them. */
describe('unlike v0, the API', () => {
  it('Q1 refuses an unsigned challenge, and goes on', async () => {
    const { status } = await seeded.call('POST', '/hook/twitch', { challenge: 'x' });
    expect([status, await isAlive()]).toEqual([403, true]);
  });

  it('Q3 refuses the look-up of an unknown login, and goes on', async () => {
    await expectRefused([
      ['GET', '/twitchapi/user/nobody_at_all'],
      ['GET', '/twitchapi/videos/nobody_at_all'],
      ['GET', '/twitchapi/channel/nobody_at_all'],
      ['GET', '/twitchapi/streams/nobody_at_all'],
      ['GET', '/twitchapi/video/999999'],
    ]);
  });

  it('Q4 takes a form with missing fields as a partial edit, or refuses it', async () => {
    const { uuid } = await seeded.spare({ siteVod: null });
    expect((await seeded.call('POST', `/vod/${uuid}`, { comment: 'only this' })).status).toBe(200);
    expect((await vodOf(uuid)).comment).toBe('only this');
    await expectRefused([
      ['POST', `/vod/${uuid}/download?quality=best`],
      ['POST', `/vod/${uuid}/rename`, {}],
      ['POST', `/channels/${seeded.channels.idle.uuid}/rename`, {}],
    ]);
    expect((await seeded.call('POST', `/vod/${uuid}/rename`, { template: 'another {id}' })).status).toBe(200);
  });

  it('Q6 refuses a rename without a name, and changes nothing', async () => {
    const before = await channelOf(seeded.channels.idle.uuid);
    await expectRefused([
      ['POST', `/channels/${before.uuid}/rename`, {}],
      ['POST', `/channels/${before.uuid}/rename`, { new_login: '' }],
    ]);
    expect(await channelOf(before.uuid)).toMatchObject({ login: before.login, internalName: before.internalName });
  });

  it('Q7 stores nothing of a channel that it refuses', async () => {
    await using tables = await TableChecksums.open(seeded.db);
    const before = await tables.read();
    await expectRefused([['POST', '/channels', { provider: 'kick', slug: 'somebody', quality: 'best' }]]);
    expect(await tables.read()).toEqual(before);
  });

  it('Q8 forgets a deleted channel', async () => {
    const { uuid } = await seeded.spareChannel();
    expect((await seeded.call('DELETE', `/channels/${uuid}`)).status).toBe(200);
    expect([
      await seeded.db.query('SELECT uuid FROM channel WHERE uuid = $1', [uuid]),
      (await seeded.call('GET', `/channels/${uuid}`)).status,
    ]).toEqual([[], 404]);
  });

  it('Q9 takes an empty form as no change, and refuses bad values', async () => {
    const { uuid } = seeded.channels.idle;
    await seeded.call('PUT', `/channels/${uuid}`, { quality: '720p best', match: 'a, b', max_vods: 3 });
    expect((await seeded.call('PUT', `/channels/${uuid}`, {})).status).toBe(200);
    await expectRefused([
      ['PUT', `/channels/${uuid}`, { quality: 'great' }],
      ['PUT', `/channels/${uuid}`, { quality: [5] }],
      ['PUT', `/channels/${uuid}`, { max_vods: -1 }],
      ['PUT', '/favourites', {}],
      ['PUT', '/favourites', { games: { a: 1 } }],
    ]);
    expect(await channelOf(uuid)).toMatchObject({ quality: ['720p', 'best'], match: ['a', 'b'], max_vods: 3 });
  });

  it('Q10 refuses wrong settings, and saves nothing of their form', async () => {
    const config = async (): Promise<Record<string, unknown>> =>
      ((await dataOf('/settings')) as { config: Record<string, unknown> }).config;
    const before = await config();
    await expectRefused([
      ['PUT', '/settings', { config: { motd: 'new', vods_to_keep: 'abc' } }],
      ['PUT', '/settings', { config: { motd: 'new', vod_container: 'avi' } }],
      ['PUT', '/settings', { config: { motd: 'new', guest_mode: 'perhaps' } }],
    ]);
    expect(await config()).toEqual(before);
  });

  it('Q11 refuses a mistyped segment name, and retains the absolute number', async () => {
    const { uuid } = await seeded.spare();
    await seeded.call('POST', `/vod/${uuid}`, { absolute_stream_number: 7 });
    await expectRefused([['POST', `/vod/${uuid}`, { comment: 'x', segments: 'no_such_file.mp4' }]]);
    await seeded.call('POST', `/vod/${uuid}`, { comment: 'saved again' });
    expect(await vodOf(uuid)).toMatchObject({
      comment: 'saved again',
      stream_absolute_number: 7,
      segments: [{ deleted: false }],
    });
  });

  it('Q13 shows whether a VOD is being captured or converted', async () => {
    const vod = await eventually(async () => {
      seeded.part.snapshot();
      const one = await vodOf(seeded.part.vodUuid);
      return one.state === 'capturing' && one;
    }, 'the capture');
    expect([
      vod.api_getCapturingStatus,
      vod.api_getConvertingStatus,
      (await vodOf(seeded.vodUuid)).api_getCapturingStatus,
    ]).toEqual(['RUNNING', 'STOPPED', 'STOPPED']);
  });

  it('Q18 fills the placeholders of texts in every language', async () => {
    const paths = ['/channels/nobody-here', '/vod/00000000-0000-4000-8000-000000000000', '/keyvalue/nothing'];
    for (const language of ['en', 'sv', 'ko', 'de']) {
      for (const path of paths) {
        const res = await fetch(`${seeded.app.origin}/api/v0${path}`, { headers: { 'X-Language': language } });
        expect(await res.text()).not.toMatch(/\{\{?\w+\}|undefined|\[object/);
      }
    }
  });

  it('Q21 does not know right after the stream whether the site has the video', async () => {
    const vod = await vodOf((await seeded.spare({ siteVod: null })).uuid);
    expect(vod.twitch_vod_exists ?? null).toBeNull();
    expect(vod.twitch_vod_neversaved).not.toBe(true);
  });

  it('Q23 does not consider a channel live because of a new title', async () => {
    seeded.all.act('idler', { do: 'update', title: 'Soon' });
    expect((await seeded.call('POST', '/channels/idler/refresh')).status).toBe(200);
    expect([
      (await channelOf(seeded.channels.idle.uuid)).is_live,
      (await channelOf(seeded.channels.running.uuid)).is_live,
    ]).toEqual([false, true]);
  });

  it('Q25 limits an answer to the newest VODs, or to one page, on request', async () => {
    const few = ((await dataOf('/channels?vods=1')) as { streamer_list: Channel[] }).streamer_list.find(
      (c) => c.uuid === seeded.channels.finished.uuid,
    );
    const page = (await dataOf(`/vod?channel=${seeded.channels.finished.uuid}&limit=2`)) as Vod[];
    expect([few?.vods_list.length, page.length]).toEqual([1, 2]);
  });

  it('Q26 sends addresses of pictures that do not depend on the public address', async () => {
    await seeded.call('PUT', '/settings', { config: { app_url: 'https://vod.example.org' } });
    const { profilePictureUrl, vods_list } = await channelOf(seeded.channels.finished.uuid);
    const games = vods_list.flatMap((v) => v.api_getUniqueGames);
    expect(games.length).toBeGreaterThan(0);
    for (const address of [profilePictureUrl, ...games.flatMap((g) => [g.image_url, g.box_art_url])])
      expect(address).toMatch(/^(\/|$)/);
    await seeded.call('PUT', '/settings', { config: { app_url: '' } });
  });

  it('Q27 offers live updates without a public address', async () => {
    expect(((await dataOf('/settings')) as { websocket_url: string }).websocket_url).toBe(
      `${seeded.app.origin.replace('http', 'ws')}/socket/`,
    );
  });

  it('Q2 answers look-ups, tools and subscriptions without credentials, and goes on', async () => {
    // The last test of this file, because it deletes the credentials.
    expect((await seeded.call('DELETE', '/sites/twitch/app')).status).toBe(200);
    const calls = [
      ['GET', '/games/743/refresh'],
      ['GET', '/subscriptions'],
      ['POST', '/subscriptions'],
      ['DELETE', '/subscriptions/nothing'],
      ['GET', '/twitchapi/videos/runner'],
      ['GET', '/twitchapi/streams/runner'],
      ['GET', '/twitchapi/channel/runner'],
      ['POST', '/tools/vod_download'],
      ['POST', '/tools/chat_dump'],
    ] as const;
    const form = { url: 'https://www.twitch.tv/videos/1', quality: 'best', login: 'runner' };
    const failed: string[] = [];
    for (const [method, path] of calls) {
      const { status } = await seeded.call(method, path, method === 'POST' ? form : undefined);
      if (status === 500) failed.push(`${method} ${path}`);
    }
    expect([failed, await isAlive()]).toEqual([[], true]);
  });
});
