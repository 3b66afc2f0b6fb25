import 'reflect-metadata';
import { type LogLine, MASK, SETTING_DEFAULTS, SETTING_KEYS, settingOf } from '#libs/contracts';
import { english } from '#libs/messages';
import { Log, LogVolume } from '#libs/service-kit';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from '../../http/http-test-app.conformance.js';
import { linesOfEdits } from '../../testing/edit-log.js';
import { DebugLog } from '../../settings/debug-log.js';
import { Settings } from '../../settings/settings.service.js';

let postgres: PostgresOfRun;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await postgresOfRun();
  app = await startHttpTestApp(postgres.url);
}, 60_000);
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

/** The app of this spec listens on port 8080 below no basepath, as far as its settings say. */
interface View {
  config: Record<string, unknown>;
  config_version: number;
  fields: Record<string, Record<string, unknown>>;
  errors: string[];
  channels: unknown[];
  websocket_url: string | null;
  guest: boolean;
  version: string;
}
const get = async (): Promise<View> =>
  ((await request(app.url).get('/api/v0/settings').expect(200)).body as { data: View }).data;
const urlOf = ({ db }: HttpTestApp): string => (db.options as { url: string }).url;
const put = (config: unknown) => request(app.url).put('/api/v0/settings').send({ config });

describe('settings', () => {
  it('begin with their defaults, in the v0 form', async () => {
    const view = await get();
    expect(view.config).toEqual(SETTING_DEFAULTS);
    expect(view).toMatchObject({
      guest: false,
      version: '1.2.3',
      channels: [{ uuid: 'channel' }],
      errors: ['no channels'],
      problems: [{ kind: 'channel', text: 'no channels' }],
      websocket_url: `${app.url.replace('http', 'ws')}/socket/`,
    });
    expect(view.fields['vod_container']).toMatchObject({
      type: 'array',
      choices: ['mp4', 'mkv', 'mov'],
      default: 'mp4',
      group: 'Video',
    });
    expect(view.fields['vod_container']).not.toHaveProperty('schema');
  });

  it('change key by key, tell every api, and go back to the default by null', async () => {
    const before = app.ui.changes.length;
    expect((await put({ 'app_name': 'My DVR', 'capture.grace_s': 12.5 }).expect(200)).body).toEqual({
      status: 'OK',
      message: 'Settings saved',
    });
    expect((await get()).config).toEqual({ ...SETTING_DEFAULTS, 'app_name': 'My DVR', 'capture.grace_s': 12.5 });
    expect(app.ui.changes.slice(before)).toEqual([expect.objectContaining({ entity: 'settings' })]);
    await put({ 'app_name': null, 'capture.grace_s': null }).expect(200);
    expect((await get()).config).toEqual(SETTING_DEFAULTS);
  });

  it('stay as they were when one of them is wrong, and each wrong one is named', async () => {
    const res = await put({ 'motd': 'new', 'capture.grace_s': 'abc', 'vod_container': 'avi', 'invented': 1 }).expect(
      400,
    );
    expect((res.body as { fields: { path: string }[] }).fields.map((f) => f.path)).toEqual([
      'config.capture.grace_s',
      'config.vod_container',
      'config.invented',
    ]);
    expect((await get()).config['motd']).toBe('');
  });

  it('hold text as it was given', async () => {
    const motd = 'null "quoted" \\u0000 ÄÖ 🎥 </script>';
    await put({ motd }).expect(200);
    expect((await get()).config['motd']).toBe(motd);
  });

  it('that another api changed are seen by its pulse', async () => {
    await app.db.query(`INSERT INTO setting VALUES ('live.poll_s', '5', now(), '5')`);
    app.ui.changed({ entity: 'settings', id: 'settings', version: 1 });
    const seen = new Promise<void>((done) => {
      const listener = (): void => {
        if (app.nest.get(Settings).get('live.poll_s') === 5) done();
        else setImmediate(listener);
      };
      listener();
    });
    await seen;
    expect((await get()).config['live.poll_s']).toBe(5);
  });

  it('whose stored value was broken by hand keep the last good one and say so, until they are saved again', async () => {
    await put({ 'capture.stale_targets': 9 }).expect(200);
    await app.db.query(`UPDATE setting SET value = '"lots"' WHERE key = 'capture.stale_targets'`);
    const again = await startHttpTestApp(postgres.url, { databaseUrl: urlOf(app) });
    const seen = async (): Promise<View> =>
      ((await request(again.url).get('/api/v0/settings').expect(200)).body as { data: View }).data;
    expect(await seen()).toMatchObject({
      config: { 'capture.stale_targets': 9 },
      errors: [expect.stringContaining('capture.stale_targets'), 'no channels'],
      problems: [{ kind: 'setting', text: expect.stringContaining('capture.stale_targets') }, { kind: 'channel' }],
    });
    await request(again.url)
      .put('/api/v0/settings')
      .send({ config: { 'capture.stale_targets': 4 } })
      .expect(200);
    expect(await seen()).toMatchObject({ config: { 'capture.stale_targets': 4 }, errors: ['no channels'] });
    await again.close();
    await put({ 'capture.stale_targets': null }).expect(200);
  });

  it('give no address of a socket that is switched off', async () => {
    await put({ websocket_enabled: false }).expect(200);
    expect((await get()).websocket_url).toBeNull();
    await put({ websocket_enabled: true }).expect(200);
  });

  it('tell pages another address of the socket where one is set', async () => {
    await put({ websocket_client_address: 'wss://vod.example.org/socket' }).expect(200);
    expect((await get()).websocket_url).toBe('wss://vod.example.org/socket');
    await put({ websocket_client_address: '' }).expect(200);
  });

  it('need a config', async () => {
    expect((await request(app.url).put('/api/v0/settings').send({}).expect(400)).body).toMatchObject({
      status: 'ERROR',
      message: 'No config provided',
      fields: [{ path: 'config' }],
    });
    await put([1]).expect(400);
  });

  it('take all fields of a v0 form at once, unchanged, and say which do nothing here', async () => {
    const { config } = await get();
    const res = await put({
      ...config,
      motd: 'all at once',
      bin_dir: '/usr/bin',
      password: 'from v0',
      telegram_enabled: false,
    }).expect(200);
    expect((res.body as { message: string }).message).toMatch(
      /^Settings saved\. These have no effect here: bin_dir .*password \(use POST.*telegram_enabled/,
    );
    expect((await get()).config).toEqual({ ...config, motd: 'all at once' });
    await put({ motd: null }).expect(200);
  });

  it('keep a folder per channel, whatever a form says', async () => {
    expect((await put({ channel_folders: false }).expect(400)).body).toMatchObject({
      fields: [{ path: 'config.channel_folders' }],
    });
    await put({ channel_folders: true }).expect(200);
  });

  it('of two changes at once are both kept', async () => {
    await Promise.all([
      put({ motd: 'one', vods_to_keep: 11 }).expect(200),
      put({ vods_to_keep: 12, app_name: 'two' }).expect(200),
    ]);
    expect((await get()).config).toMatchObject({ motd: 'one', app_name: 'two' });
    await put({ motd: null, vods_to_keep: null, app_name: null }).expect(200);
  });

  it('are saved from the newest version alone, and an older one is answered with what holds', async () => {
    const send = (config: object, version: number) =>
      request(app.url).put('/api/v0/settings').send({ config, version });
    const { config_version: version } = await get();
    const answers = await Promise.all([
      send({ motd: 'from one', vods_to_keep: 8 }, version),
      send({ motd: 'from another' }, version),
    ]);
    const [won, lost] = answers[0].status === 200 ? answers : [...answers].reverse();
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    const { config, config_version: raised } = await get();
    expect(raised).toBe(version + 1);
    expect(lost?.body).toMatchObject({
      code: 'edit-conflict',
      data: { config: { motd: config['motd'] }, config_version: raised },
    });
    await send({ motd: 'from another' }, raised).expect(200);
    expect((await get()).config['motd']).toBe('from another');
    await put({ motd: null, vods_to_keep: null }).expect(200);
  });

  it('are saved without a version too, and the log keeps what is replaced, secrets masked', async () => {
    await put({ motd: 'first', telegram_token: 'bot-secret-1' }).expect(200);
    expect(
      await linesOfEdits(() => put({ motd: 'second', telegram_token: 'bot-secret-2', vods_to_keep: 5 }).expect(200)),
    ).toEqual([`settings: motd 'first' replaced by 'second', telegram_token ${MASK} replaced`]);
    await put({ motd: null, telegram_token: '' }).expect(200);
  });

  it('have fields of the kinds that v0 knows, and say what does not act yet', async () => {
    const { fields } = await get();
    expect(new Set(Object.values(fields).map((f) => f['type']))).toEqual(
      new Set(['string', 'number', 'boolean', 'array', 'template']),
    );
    expect(fields['filename_vod']).toMatchObject({ type: 'template', replacements: { login: { display: 'login' } } });
    for (const key of SETTING_KEYS) expect(fields[key]?.['later']).toBe(settingOf(key).later);
  });
});

describe('secrets among the settings', () => {
  it('W68 never leave: shown masked, stored sealed, and a masked one that comes back changes nothing', async () => {
    await put({ telegram_token: 'bot-secret-1' }).expect(200);
    const text = (await request(app.url).get('/api/v0/settings').expect(200)).text;
    expect(text).not.toContain('bot-secret-1');
    expect((JSON.parse(text) as { data: View }).data.config['telegram_token']).toBe(MASK);
    expect(JSON.stringify(await app.db.query('SELECT * FROM setting'))).not.toContain('bot-secret-1');
    await put({ telegram_token: MASK, motd: 'x' }).expect(200);
    expect(app.nest.get(Settings).get('telegram_token')).toBe('bot-secret-1');
    await put({ telegram_token: 'bot-secret-2' }).expect(200);
    expect(app.nest.get(Settings).get('telegram_token')).toBe('bot-secret-2');
    await put({ telegram_token: '', motd: '' }).expect(200);
    expect((await get()).config['telegram_token']).toBe('');
  });

  it('that were stored before they were called secret are read, shown masked, and sealed with the next write', async () => {
    const proxy = 'http://user:proxy-word@proxy.example:3128';
    await app.db.query(
      `INSERT INTO setting (key, value, good_value, updated_at) VALUES ('capture.http_proxy', $1::jsonb, $1::jsonb, now()), ('webhook_url', '"broken"', '"https://hook.example/word"', now())`,
      [JSON.stringify(proxy)],
    );
    const settings = app.nest.get(Settings);
    await put({ motd: 'y' }).expect(200);
    const held = () => [settings.get('capture.http_proxy'), settings.get('webhook_url')];
    expect(held()).toEqual([proxy, 'https://hook.example/word']);
    expect(JSON.stringify(await app.db.query('SELECT * FROM setting'))).not.toMatch(/proxy-word|hook\.example/);
    expect((await get()).config).toMatchObject({ 'capture.http_proxy': MASK, 'webhook_url': MASK });
    await put({ 'capture.http_proxy': MASK, 'webhook_url': 'https://hook.example/next', 'motd': '' }).expect(200);
    expect(held()).toEqual([proxy, 'https://hook.example/next']);
    await put({ 'capture.http_proxy': '', 'webhook_url': '' }).expect(200);
  });

  it('that a hand edit broke are reported, and the last good one holds', async () => {
    await put({
      telegram_token: 'bot-secret-3',
      discord_webhook: 'https://discord.example/api/webhooks/1/secret',
    }).expect(200);
    await app.db.query(`UPDATE setting SET value = '"in clear"' WHERE key = 'telegram_token'`);
    await app.db.query(
      `UPDATE setting SET value = '{"sealed": "v1.k.x.y"}', good_value = NULL WHERE key = 'discord_webhook'`,
    );
    const again = await startHttpTestApp(postgres.url, { databaseUrl: urlOf(app) });
    const settings = again.nest.get(Settings);
    expect([settings.get('telegram_token'), settings.get('discord_webhook')]).toEqual(['bot-secret-3', '']);
    expect(settings.errors().map(english)).toEqual([
      expect.stringMatching(/telegram_token.*Vodkeep uses the previous value/),
      expect.stringMatching(/discord_webhook.*counts as not set/),
    ]);
    await again.close();
    await put({ telegram_token: '', discord_webhook: '' }).expect(200);
  });
});

describe('settings that the environment holds', () => {
  it('win over what is stored, say so, and refuse another value on their field; a wrong one is reported and does not hold', async () => {
    await put({ 'capture.grace_s': 11 }).expect(200);
    const settingTexts = new Map([
      ['capture.grace_s', { name: 'TCD_CAPTURE_GRACE_S', text: '77' }],
      ['vod_container', { name: 'TCD_VOD_CONTAINER', text: 'avi' }],
    ] as const);
    const held = await startHttpTestApp(postgres.url, { databaseUrl: urlOf(app), config: { settingTexts } });
    const { data } = (await request(held.url).get('/api/v0/settings').expect(200)).body as { data: View };
    expect(data).toMatchObject({
      config: { 'capture.grace_s': 77, 'vod_container': 'mp4' },
      errors: [expect.stringContaining('TCD_VOD_CONTAINER'), 'no channels'],
    });
    // What a file of settings takes to another installation.
    expect(await held.nest.get(Settings).saved()).toMatchObject({ 'capture.grace_s': 11 });
    expect(data.fields['capture.grace_s']).toMatchObject({ from_env: true, env_name: 'TCD_CAPTURE_GRACE_S' });
    const refused = await request(held.url)
      .put('/api/v0/settings')
      .send({ config: { 'motd': 'x', 'capture.grace_s': 12 } })
      .expect(400);
    expect((refused.body as { fields: unknown }).fields).toEqual([
      { path: 'config.capture.grace_s', message: expect.stringContaining('TCD_CAPTURE_GRACE_S') },
    ]);
    await request(held.url)
      .put('/api/v0/settings')
      .send({ config: { 'capture.grace_s': 77 } })
      .expect(200);
    await held.close();
    expect((await get()).config).toMatchObject({ 'motd': '', 'capture.grace_s': 11 });
    await put({ 'capture.grace_s': null }).expect(200);
  });

  it.each([
    ['an address as basepath', { basepath: 'https://host/dvr' }, /path/],
    ['another basepath', { basepath: '/other' }, /VODKEEP_BASEPATH/],
    ['another port', { server_port: 9_999 }, /VODKEEP_PORT/],
    ['an address without a protocol', { app_url: 'vod.example.org' }, /./],
    ['a guest mode that is none', { guest_mode: 'perhaps' }, /./],
  ])('W69 no setting locks the operator out: %s is refused on its field', async (_, config, words) => {
    const { fields } = (await put(config).expect(400)).body as { fields: { path: string; message: string }[] };
    expect(fields).toEqual([{ path: `config.${Object.keys(config)[0] ?? ''}`, message: expect.stringMatching(words) }]);
    expect((await request(app.url).get('/api/v0/auth/check').expect(200)).body).toMatchObject({
      authenticated: false,
    });
  });
});

describe('the public address', () => {
  const check = async (url?: string) =>
    (
      await request(app.url)
        .post('/api/v0/settings/validate_url')
        .send(url === undefined ? {} : { url })
        .expect(200)
    ).body as { status: string; message: string };

  it.each([
    ['', /no address is set/],
    ['http://vod.example.org', /must use https/],
    ['https://vod.example.org:8443', /port 443/],
    ['https://vod.example.org/', /slash/],
    ['nonsense', /not an address/],
  ])('"%s" is reported wrong before anybody is called', async (url, words) => {
    expect(await check(url)).toEqual({ status: 'ERROR', message: expect.stringMatching(words) });
  });

  it.each(['https://169.254.169.254', 'https://[fe80::1]', 'https://[fd00:ec2::254]'])(
    '%s is link-local, or a metadata service, and not called',
    async (url) => {
      const { status, message } = await check(url);
      expect([status, message]).toEqual(['ERROR', expect.stringContaining('link-local')]);
    },
  );

  it('that nobody answers at is reported', async () => {
    expect(await check('https://localhost')).toEqual({
      status: 'ERROR',
      message: expect.stringMatching(/^External URL is invalid: no answer/),
    });
  });

  it('is proved by what only this instance can say', async () => {
    const of = async (url: string) =>
      (
        (await request(url).get('/api/v0/settings/reach/00000000-0000-4000-8000-000000000000').expect(200)).body as {
          proof: string;
        }
      ).proof;
    const other = await startHttpTestApp(postgres.url, { keyring: `o:${Buffer.alloc(32, 9).toString('base64')}` });
    expect(await of(app.url)).toMatch(/^[\da-f]{64}$/);
    expect(await of(other.url)).not.toBe(await of(app.url));
    await other.close();
  });
});

describe('debug', () => {
  const debug = (query: string) => request(app.url).get(`/api/v0/settings/debug${query}`).set('X-Vodkeep', '1');

  it('is switched until the next start, and not stored', async () => {
    expect((await debug('?enable=1').expect(200)).body).toEqual({ status: 'OK', message: 'Debug mode set to true' });
    expect((await get()).config['debug']).toBe(true);
    expect(await app.db.query(`SELECT * FROM setting WHERE key = 'debug'`)).toEqual([]);
    expect((await debug('?enable=0').expect(200)).body).toEqual({ status: 'OK', message: 'Debug mode set to false' });
    expect((await get()).config['debug']).toBe(false);
  });

  it('lets the debug lines of the api be reported, saved or switched by hand, and not after', async () => {
    const lines: LogLine[] = [];
    const log = new Log({ service: 'api', node: 'n', pid: 1, volume: new LogVolume('info') }, 'main', (line) => {
      lines.push(line);
    });
    new DebugLog(app.nest.get(Settings), log).onModuleInit();
    const isDebugLogged = (): boolean => {
      lines.length = 0;
      log.child('x').debug('detail');
      return lines.length > 0;
    };
    const logged = [isDebugLogged()];
    for (const step of [
      () => put({ debug: true }),
      () => debug('?enable=0'),
      () => debug('?enable=1'),
      () => put({ debug: false }),
    ]) {
      await step().expect(200);
      logged.push(isDebugLogged());
    }
    expect(logged).toEqual([false, true, false, true, false]);
  });

  it('stays as it was switched when a save is refused', async () => {
    await debug('?enable=1').expect(200);
    await request(app.url)
      .put('/api/v0/settings')
      .send({ config: { debug: false, motd: 'mine' }, version: 0 })
      .expect(409);
    await put({ motd: null }).expect(200);
    expect((await get()).config['debug']).toBe(true);
    await debug('?enable=0').expect(200);
  });

  it('needs a name', async () => {
    expect((await debug('').expect(400)).body).toMatchObject({ message: 'Missing enable parameter' });
    await debug('?enable=maybe').expect(400);
  });
});

describe('settings of a page', () => {
  const all = {
    useSpeech: false,
    singlePage: false,
    enableNotifications: false,
    animationsEnabled: true,
    tooltipStatic: false,
    useRelativeTime: false,
    useWebsockets: true,
    useBackgroundRefresh: true,
    useBackgroundTicker: true,
    websocketAddressOverride: '',
    expandVodList: true,
    vodsToShowInMenu: 4,
    minimizeVodsByDefault: false,
    language: 'en',
    theme: 'auto',
    showOfflineCategoryInSidebar: true,
    sidemenuWidth: 330,
    expandDashboardVodList: true,
    vodsToShowInDashboard: 4,
    jobStatusExpandedByDefault: false,
    hideChapterTitlesAndGames: false,
  };
  const put = (body: object) => request(app.url).put('/api/v0/clientsettings').send(body);
  const get = async () =>
    ((await request(app.url).get('/api/v0/clientsettings').expect(200)).body as { data: unknown }).data;

  it('are empty until some are left, then come back as they were', async () => {
    expect(await get()).toEqual({});
    expect((await put(all).expect(200)).body).toEqual({ status: 'OK', message: 'Client settings saved' });
    expect(await get()).toEqual(all);
  });

  it.each([
    ['one that is missing', { theme: undefined }, 'Setting theme is not of type string'],
    ['a wrong type', { useSpeech: 'yes' }, 'Setting useSpeech is not of type boolean'],
    ['a number as text', { vodsToShowInMenu: '4' }, 'Setting vodsToShowInMenu is not of type number'],
  ])('are refused with %s, and nothing changes', async (_, change, message) => {
    expect((await put({ ...all, singlePage: true, ...change }).expect(400)).body).toMatchObject({
      message,
      fields: [{ path: Object.keys(change)[0] }],
    });
    expect(await get()).toEqual(all);
  });

  it.each([
    ['an unknown key', { invented: 1 }, 'invented'],
    ['a negative number', { sidemenuWidth: -1 }, 'sidemenuWidth'],
    ['a theme that is none', { theme: 'pink' }, 'theme'],
    ['a language that is none', { language: 'xx' }, 'language'],
    ['NUL', { language: 'a\u0000' }, 'language'],
  ])('are refused with %s on its field', async (_, change, path) => {
    expect((await put({ ...all, ...change }).expect(400)).body).toMatchObject({
      fields: [expect.objectContaining({ path: expect.stringMatching(new RegExp(`${path}$`)) })],
    });
  });

  it('broken by hand are left out', async () => {
    await app.db.query(`UPDATE client_settings SET value = '{"theme": 5, "singlePage": true, "odd": 1}'`);
    expect(await get()).toEqual({ singlePage: true });
  });
});
