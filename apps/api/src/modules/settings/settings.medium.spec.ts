import 'reflect-metadata';
import { SETTING_DEFAULTS } from '#libs/contracts';
import { startPostgres, type TestPostgres } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type DoorApp, startDoor } from '../../http/door-app.conformance.js';
import { Settings } from './settings.service.js';

let postgres: TestPostgres;
let door: DoorApp;
beforeAll(async () => { postgres = await startPostgres(); door = await startDoor(postgres.url); }, 60_000);
afterAll(async () => { await door.close(); await postgres.stop(); });

interface View { config: Record<string, unknown>; fields: Record<string, { type: string }>; errors: string[]; channels: unknown[]; websocket_url: string | null; guest: boolean; version: string }
const get = async (): Promise<View> => ((await request(door.url).get('/api/v0/settings').expect(200)).body as { data: View }).data;
const put = (config: unknown) => request(door.url).put('/api/v0/settings').send({ config });

describe('settings', () => {
  it('begin with their defaults, in the v0 form', async () => {
    const view = await get();
    expect(view.config).toEqual(SETTING_DEFAULTS);
    expect(view).toMatchObject({ guest: false, version: '1.2.3', channels: [{ uuid: 'channel' }], errors: ['no channels'], websocket_url: `${door.url.replace('http', 'ws')}/socket/` });
    expect(view.fields['vod_container']).toMatchObject({ type: 'array', choices: ['mp4', 'mkv', 'mov'], default: 'mp4', group: 'Video' });
    expect(view.fields['vod_container']).not.toHaveProperty('schema');
  });

  it('change key by key, tell every api, and go back to the default by null', async () => {
    const before = door.ui.said.length;
    expect((await put({ app_name: 'My DVR', 'capture.grace_s': 12.5 }).expect(200)).body).toEqual({ status: 'OK', message: 'Settings saved' });
    expect((await get()).config).toEqual({ ...SETTING_DEFAULTS, app_name: 'My DVR', 'capture.grace_s': 12.5 });
    expect(door.ui.said.slice(before)).toEqual([expect.objectContaining({ entity: 'settings' })]);
    await put({ app_name: null, 'capture.grace_s': null }).expect(200);
    expect((await get()).config).toEqual(SETTING_DEFAULTS);
  });

  it('stay as they were when one of them is wrong, and each wrong one is named', async () => {
    const res = await put({ motd: 'new', 'capture.grace_s': 'abc', vod_container: 'avi', invented: 1 }).expect(400);
    expect((res.body as { fields: { path: string }[] }).fields.map((f) => f.path)).toEqual(['config.capture.grace_s', 'config.vod_container', 'config.invented']);
    expect((await get()).config['motd']).toBe('');
  });

  it('hold text as it was given', async () => {
    const motd = 'null "quoted" \\u0000 ÄÖ 🎥 </script>';
    await put({ motd }).expect(200);
    expect((await get()).config['motd']).toBe(motd);
  });

  it('that another api changed are seen by its pulse', async () => {
    await door.db.query(`INSERT INTO setting VALUES ('live.poll_s', '5', now())`);
    door.ui.changed({ entity: 'settings', id: 'settings', version: 1 });
    const seen = new Promise<void>((done) => { const look = (): void => { if (door.app.get(Settings).get('live.poll_s') === 5) done(); else setImmediate(look); }; look(); });
    await seen;
    expect((await get()).config['live.poll_s']).toBe(5);
  });

  it('whose stored value is broken fall back to the default and say so', async () => {
    await door.db.query(`INSERT INTO setting VALUES ('capture.stale_targets', '"lots"', now())`);
    const again = await startDoor(postgres.url, { databaseUrl: (door.db.options as { url: string }).url });
    const { data } = (await request(again.url).get('/api/v0/settings').expect(200)).body as { data: View };
    expect(data.config['capture.stale_targets']).toBe(3);
    expect(data.errors).toEqual([expect.stringContaining('capture.stale_targets'), 'no channels']);
    await again.close();
  });

  it('give no address of a socket that is switched off', async () => {
    await put({ websocket_enabled: false }).expect(200);
    expect((await get()).websocket_url).toBeNull();
    await put({ websocket_enabled: true }).expect(200);
  });
});
