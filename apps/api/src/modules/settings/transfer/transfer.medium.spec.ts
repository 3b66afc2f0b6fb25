import { type ImportReport, SETTING_DEFAULTS, type SettingsFile } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChannelRepository } from '../../../persistence/repositories/channel.repository.js';
import { SourceAddresses } from '../../../sites/source-addresses.js';
import { TestApp, eventually } from '../../../testing/test-app.js';
import { Transactions } from '../../../persistence/database/tx.js';
import { UiNotifier, type UiChange } from '../../../platform/messaging/ui-notifier.js';

let app: TestApp;
let site: LiveHls;
const changes: UiChange[] = [];
beforeAll(async () => {
  app = await TestApp.start();
  app.nest.get(UiNotifier, { strict: false }).onChanged((change) => {
    changes.push(change);
  });
  site = await LiveHls.start();
  for (const name of ['anna', 'berta']) {
    site.files.set(
      `/${name}`,
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n'),
    );
    const { status, text } = await app.call('POST', '/channels', {
      provider: 'hls',
      url: `${site.origin}/${name}`.replace('//', '//user:hunter2@'),
      internalName: name,
      no_capture: true,
      max_vods: 3,
    });
    if (status !== 200) throw new RangeError(text);
  }
}, 60_000);
afterAll(async () => {
  await app.stop();
  await site.stop();
});

const query = <T>(sql: string): Promise<T[]> => app.nest.get(Transactions, { strict: false }).plain.query<T[]>(sql);
const names = async (): Promise<string[]> =>
  (await query<{ internal_name: string }>('SELECT internal_name FROM channel ORDER BY 1')).map((r) => r.internal_name);
const exported = async (): Promise<SettingsFile> =>
  (await app.call<SettingsFile>('GET', '/settings/export')).body.data as SettingsFile;
const take = (body: unknown, search = '') => app.call<ImportReport>('POST', `/settings/import${search}`, body);
/** Also confirms the channels, which are all on this machine. */
const takeAll = (body: unknown) => take(body, '?confirm=channels');
const set = (config: object) => app.call('PUT', '/settings', { config });
const config = async () =>
  (await app.call<{ config: Record<string, unknown> }>('GET', '/settings')).body.data?.config ?? {};

describe('settings as a file', () => {
  it('hold all that is no secret, and the channels without their credentials', async () => {
    await set({ motd: 'hello', telegram_token: 'bot-secret' });
    const { text } = await app.call('GET', '/settings/export');
    expect(text).not.toMatch(/bot-secret|hunter2|telegram_token|basepath/);
    expect(await exported()).toMatchObject({
      format: 'vodkeep-settings',
      version: 1,
      settings: { motd: 'hello', vod_container: 'mp4' },
      channels: [
        { internal_name: 'anna', provider: 'hls', options: { max_vods: 3, no_capture: true } },
        { internal_name: 'berta' },
      ],
    });
  });

  it('bring back settings and channels after all of them are gone, with the uuids that their VODs lie under, and pages hear of it', async () => {
    await app.call('PUT', '/favourites', { games: ['509', '7'] });
    const file = await exported();
    await set({ motd: null, vods_to_keep: 9 });
    await query('DELETE FROM channel');
    await query(`DELETE FROM favourite_game WHERE id = '7'`);
    changes.length = 0;
    const { status, body } = await takeAll(file);
    const { origin } = site;
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        dry_run: false,
        confirm: ['channels'],
        favourites: 1,
        settings: {
          changed: [
            { key: 'motd', from: '', to: 'hello' },
            { key: 'vods_to_keep', from: 9, to: 5 },
          ],
          unchanged: Object.keys(file.settings).length - 2,
          skipped: [],
        },
        channels: {
          added: ['anna', 'berta'].map((name) => ({
            name,
            provider: 'hls',
            address: `${origin}/${name}`,
            confirm: true,
          })),
          changed: [],
          unchanged: 0,
          skipped: [],
        },
      },
    });
    expect((await exported()).channels).toEqual(file.channels);
    expect(new Set((await app.call<string[]>('GET', '/favourites')).body.data)).toEqual(new Set(['509', '7']));
    expect(await config()).toMatchObject({ motd: 'hello', vods_to_keep: 5, telegram_token: '********' });
    const entities = (): Set<string> => new Set(changes.map((c) => c.entity));
    await eventually(() => Promise.resolve(entities().size === 2), 'what pages hear');
    expect(entities()).toEqual(new Set(['settings', 'channel']));
    expect((await take({ status: 'OK', data: file })).body.data).toMatchObject({
      settings: { changed: [] },
      channels: { added: [], changed: [], unchanged: 2 },
    });
  });

  it('tried only, tell the same and change nothing', async () => {
    const file = await exported();
    const other = {
      ...file,
      settings: { motd: 'other' },
      channels: file.channels.map((c, i) => (i === 0 ? { ...c, options: { max_vods: 8 } } : c)),
    };
    const { body } = await take(other, '?dry_run=1');
    expect(body).toMatchObject({
      message: 'Nothing was changed',
      data: {
        dry_run: true,
        settings: { changed: [{ key: 'motd', from: 'hello', to: 'other' }] },
        channels: { changed: [{ name: 'anna', provider: 'hls', address: site.origin, confirm: false }], unchanged: 1 },
      },
    });
    expect((await exported()).channels).toEqual(file.channels);
    expect(await config()).toMatchObject({ motd: 'hello' });
    expect((await take(other)).body.data).toMatchObject({ channels: { changed: [{ name: 'anna' }] } });
    expect((await exported()).channels[0]?.options).toEqual({ max_vods: 8, no_capture: false });
    await take(file);
  });

  it('with anything wrong in them are refused whole, each fault on its field', async () => {
    const file = await exported();
    const [anna, berta] = file.channels;
    const wrong = {
      ...file,
      settings: { motd: 'changed', vods_to_keep: -1 },
      channels: [
        { ...anna, options: { quality: ['huge'], invented: 1 } },
        { ...berta, internal_name: '../x', provider: 'nobody' },
        { ...berta, internal_name: 'anna' },
      ],
    };
    const { status, body } = await take(wrong);
    expect(status).toBe(400);
    expect(body.fields?.map((f) => f.path).sort()).toEqual([
      'channels[0].options.invented',
      'channels[0].options.quality[0]',
      'channels[1].internal_name',
      'channels[1].provider',
      'channels[2].internal_name',
      'channels[2].internal_name',
      'channels[2].uuid',
      'settings.vods_to_keep',
    ]);
    expect((await exported()).channels).toEqual(file.channels);
    expect(await config()).toMatchObject({ motd: 'hello' });
  });

  it.each([
    ['no object', '[]', 'body'],
    ['nothing that is known', {}, 'format'],
    ['another format', { format: 'other' }, 'format'],
    [
      'of a channel twice',
      {
        format: 'vodkeep-settings',
        version: 1,
        app_version: '1',
        exported_at: '2026-11-28T00:00:00Z',
        settings: {},
        channels: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'].map((uuid, i) => ({
          uuid,
          provider: 'hls',
          internal_name: `c${i}`,
          display_name: 'C',
          url: 'https://x/',
          source_id: 'https://x/',
          options: {},
        })),
      },
      'channels[1].source_id',
    ],
    [
      'with fields that nobody knows',
      {
        format: 'vodkeep-settings',
        version: 1,
        app_version: '1',
        exported_at: '2026-11-28T00:00:00Z',
        settings: {},
        channels: [],
        made_up: 1,
        setings: {},
      },
      'setings',
    ],
    ['an answer with more in it', { status: 'OK', made_up: 1, data: { format: 'vodkeep-settings' } }, 'made_up'],
    ['a later version', { format: 'vodkeep-settings', version: 2 }, 'version'],
    ['a try that is none', {}, 'dry_run'],
  ])('that are %s are refused on their field', async (what, body, field) => {
    const { status, body: answer } = await take(body, what === 'a try that is none' ? '?dry_run=maybe' : '');
    expect([status, answer.fields?.map((f) => f.path)]).toEqual([400, expect.arrayContaining([field])]);
  });

  it('may be a config.json of v0: what it holds is taken, and what was left out is reported with its reason', async () => {
    const { body } = await take({
      storage_per_streamer: 250,
      vods_to_keep: '12',
      keep_favourite_vods: true,
      date_format: 'dd-MM-yyyy',
      motd: '',
      filename_vod: '{login}_{date}_{id}',
      password: 'hunter3',
      api_secret: 'hunter4',
      telegram_token: 'hunter5',
      bin_dir: '/usr/local/bin',
      hls_timeout: 200,
      server_port: 8080,
      made_up: 1,
    });
    expect(JSON.stringify(body)).not.toMatch(/hunter\d/);
    expect(body.message).toBe('Settings imported. Skipped unknown keys: made_up');
    expect(body.data?.settings.changed.map((c) => c.key).sort()).toEqual([
      'filename_vod',
      'keep_favourite_vods',
      'locale.date-format',
      'motd',
      'storage_per_streamer',
      'vods_to_keep',
    ]);
    expect(body.data?.settings.skipped).toEqual(
      expect.arrayContaining([
        { key: 'password', why: 'use POST /api/v0/auth/password' },
        { key: 'telegram_token', why: expect.stringContaining('secret') },
        { key: 'bin_dir', why: expect.any(String) },
        { key: 'hls_timeout', why: 'use capture.stale_targets' },
        { key: 'server_port', why: expect.stringContaining('VODKEEP_PORT') },
        { key: 'made_up', why: 'is not a known setting' },
      ]),
    );
    expect(await config()).toMatchObject({
      'storage_per_streamer': 250,
      'vods_to_keep': 12,
      'keep_favourite_vods': true,
      'locale.date-format': 'dd-MM-yyyy',
      'motd': '',
      'filename_vod': '{login}_{date}_{id}',
    });
    expect(await names()).toEqual(['anna', 'berta']);
  });

  it('are refused where the form of a channel would be: names that no folder may have, addresses that are none', async () => {
    const file = await exported();
    const one = (n: number, over: object) => ({
      ...file.channels[0],
      uuid: `00000000-0000-4000-8000-00000000000${n}`,
      internal_name: `new${n}`,
      url: `https://x/${n}.m3u8`,
      source_id: `https://x/${n}.m3u8`,
      ...over,
    });
    const { status, body } = await take({
      ...file,
      channels: [
        one(0, { internal_name: 'saved_vods' }),
        one(1, { internal_name: 'con', url: 'file:///etc/passwd', source_id: 'file:///etc/passwd' }),
        one(2, { provider: 'twitch', url: 'https://www.twitch.tv/videos/1', source_id: 'anna' }),
      ],
    });
    expect(status).toBe(400);
    expect(body.fields?.map(({ path }) => path)).toEqual([
      'channels[0].internal_name',
      'channels[1].internal_name',
      'channels[1].url',
      'channels[2].url',
    ]);
    const others = [one(0, { provider: 'twitch', url: 'https://www.twitch.tv/anna', source_id: 'anna' })];
    expect((await take({ ...file, channels: others })).body.fields?.map(({ path }) => path)).toEqual([
      'channels[0].source_id',
    ]);
    const named = await take({ ...file, channels: [one(0, { display_name: 'a\u0000b' })] });
    expect([named.status, (await take({ ...file, channels: [one(0, { display_name: 'a\u0007b' })] })).status]).toEqual([
      400, 400,
    ]);
    expect(await names()).toEqual(['anna', 'berta']);
  });

  it('bring no password of a stream in clear: that channel is left out', async () => {
    const file = await exported();
    const url = 'https://user:hunter2@x/1.m3u8';
    const other = { ...file.channels[0], uuid: '00000000-0000-4000-8000-000000000001', internal_name: 'cleo', url };
    const { body } = await take({ ...file, channels: [{ ...other, source_id: url }] });
    expect(body.data?.channels).toMatchObject({
      added: [],
      skipped: [{ name: 'cleo', why: 'its address contains a secret; add the channel by hand' }],
    });
    expect(await names()).toEqual(['anna', 'berta']);
  });

  it('sources-7 hold no headers of a source: a channel with some is left out', async () => {
    const file = await exported();
    const [anna] = file.channels;
    const identity = { uuid: '00000000-0000-4000-8000-000000000002', internal_name: 'cleo', url: 'https://x/1' };
    const options = { ...anna?.options, source_headers: ['x-key: ********'] };
    const { body } = await take({ ...file, channels: [{ ...anna, ...identity, source_id: identity.url, options }] });
    expect(body.data?.channels).toMatchObject({
      added: [],
      skipped: [{ name: 'cleo', why: expect.stringMatching(/^its access to the source is not in the file/) }],
    });
  });

  it('hold no query of an address: a channel that is there keeps its own, one that is gone is left out with the reason', async () => {
    const before = await exported();
    const url = (token: string): string => `${site.origin}/anna?token=${token}`;
    for (const name of ['cleo', 'dora'])
      expect(
        (
          await app.call('POST', '/channels', {
            provider: 'hls',
            url: url(`query-${name}`).replace('//', '//user:hunter2@'),
            internalName: name,
            no_capture: true,
          })
        ).status,
      ).toBe(200);
    const { text } = await app.call('GET', '/settings/export');
    expect(text).not.toContain('query-');
    const file = await exported();
    expect(
      file.channels
        .filter((c) => c.url === url('********') && c.source_id === url('********'))
        .map((c) => c.internal_name),
    ).toEqual(['cleo', 'dora']);

    await query("DELETE FROM channel WHERE internal_name = 'dora'");
    const other = { ...file, channels: file.channels.map((c) => ({ ...c, options: { ...c.options, max_vods: 4 } })) };
    const { body } = await take(other);
    expect(body.data?.channels).toMatchObject({
      added: [],
      changed: [{ name: 'anna' }, { name: 'berta' }, { name: 'cleo', address: site.origin }],
      unchanged: 0,
      skipped: [{ name: 'dora', why: 'its address contains a secret; add the channel by hand' }],
    });
    const cleo = (await app.nest.get(ChannelRepository, { strict: false }).byRef('cleo'))!;
    expect(cleo).toMatchObject({ sourceUrl: site.origin, options: { max_vods: 4 } });
    expect(app.nest.get(SourceAddresses, { strict: false }).addressOf(cleo)).toBe(url('query-cleo'));

    // Added by hand again: another uuid, the same name and server.
    expect(
      (
        await app.call('POST', '/channels', {
          provider: 'hls',
          url: url('query-new').replace('//', '//user:hunter2@'),
          internalName: 'dora',
          no_capture: true,
        })
      ).status,
    ).toBe(200);
    expect((await take(other)).body.data?.channels).toMatchObject({
      changed: [{ name: 'dora' }],
      unchanged: 3,
      skipped: [],
    });
    await query("DELETE FROM channel WHERE internal_name IN ('cleo', 'dora')");
    await takeAll(before);
  });

  it('security-source follow no host in place of an address that cannot be opened: such channels are left out', async () => {
    const before = await exported();
    const sealed = 'v1.anotherkey.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    await query(`UPDATE channel SET source_address = '${sealed}'`);
    const file = await exported();
    const masked = `${site.origin}/?********`;
    expect(file.channels.map((c) => [c.url, c.source_id])).toEqual([
      [masked, masked],
      [masked, masked],
    ]);
    // Where they are already, the file changes their options.
    const other = { ...file, channels: file.channels.map((c) => ({ ...c, options: { ...c.options, max_vods: 4 } })) };
    expect((await take(other)).body.data?.channels).toMatchObject({
      changed: [{ name: 'anna' }, { name: 'berta' }],
      skipped: [],
    });

    await query('DELETE FROM channel');
    const { status, body } = await take(file);
    const why = 'its address contains a secret; add the channel by hand';
    expect({ status, channels: body.data?.channels }).toEqual({
      status: 200,
      channels: { added: [], changed: [], unchanged: 0, skipped: ['anna', 'berta'].map((name) => ({ name, why })) },
    });
    await takeAll(before);
  });

  describe('that decide about access', () => {
    const ACCESS = {
      'app_url': 'https://evil.example',
      'guest_mode': true,
      'websocket_client_address': 'wss://evil.example',
      'after_recording.hook': true,
    };
    const channel = (n: number, url: string, provider = 'hls') => ({
      uuid: `00000000-0000-4000-8000-00000000010${n}`,
      provider,
      internal_name: `source${n}`,
      display_name: 'Source',
      url,
      source_id: provider === 'hls' ? url : `1234${n}`,
      options: { no_capture: true },
    });

    it('are refused whole until each of them is confirmed, and the answer names them', async () => {
      const file = await exported();
      const before = await config();
      const body = {
        ...file,
        settings: { ...file.settings, ...ACCESS, motd: 'of the file' },
        channels: [channel(0, 'http://127.0.0.1:9/x.m3u8')],
      };
      const names = [...Object.keys(ACCESS), 'channels'].sort();
      const missing = async (search: string): Promise<unknown> => {
        const { status, body: answer } = await take(body, search);
        return [status, answer.code, answer.fields?.map(({ path }) => path).sort()];
      };
      expect((await take(body, '?dry_run=1')).body.data?.confirm.sort()).toEqual(names);
      expect(await missing('')).toEqual([409, 'import-unconfirmed', names]);
      for (const name of names)
        expect(await missing(`?confirm=${names.filter((other) => other !== name).join(',')}`)).toEqual([
          409,
          'import-unconfirmed',
          [name],
        ]);
      expect([await config(), (await exported()).channels]).toEqual([before, file.channels]);

      expect((await take(body, `?confirm=${names.join(',')}`)).status).toBe(200);
      expect(await config()).toMatchObject({ ...ACCESS, motd: 'of the file' });
      await query("DELETE FROM channel WHERE internal_name = 'source0'");
      expect((await take(file, `?confirm=${names.join(',')}`)).status).toBe(200);
    });

    it.each([
      ['http://127.0.0.1:9/x.m3u8', 'hls', true],
      ['http://[::1]:9/x.m3u8', 'hls', true],
      ['http://192.168.1.2/x.m3u8', 'hls', true],
      ['http://localhost/x.m3u8', 'hls', true],
      ['https://leads.anywhere.example/x.m3u8', 'hls', true],
      ['https://93.184.216.34/x.m3u8', 'hls', false],
      ['https://www.twitch.tv/source1', 'twitch', false],
    ])('a new channel %s of %s needs a confirmation: %p', async (url, provider, expected) => {
      const { body } = await take({ ...(await exported()), channels: [channel(1, url, provider)] }, '?dry_run=1');
      expect(body.data).toMatchObject({
        confirm: expected ? ['channels'] : [],
        channels: { added: [{ name: 'source1', provider, address: url, confirm: expected }] },
      });
    });
  });

  it('larger than any form are taken: a thousand channels', async () => {
    const file = await exported();
    const many = Array.from({ length: 1_000 }, (_, i) => ({
      uuid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      provider: 'hls',
      internal_name: `many${i}`,
      display_name: `Many ${i}`,
      url: `https://127.0.0.1:9/${i}.m3u8`,
      source_id: `https://127.0.0.1:9/${i}.m3u8`,
      options: { no_capture: true },
    }));
    const { status, body } = await take({ ...file, settings: SETTING_DEFAULTS, channels: many }, '?dry_run=1');
    expect([status, body.data?.channels.added.length]).toEqual([200, 1_000]);
    expect((await names()).length).toBe(2);
  });
});
