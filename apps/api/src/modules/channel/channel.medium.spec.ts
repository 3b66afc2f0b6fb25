import { type Channel, MASK, type Vod } from '#libs/contracts';
import { freePort, LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SourceAddresses } from '../../sites/source-addresses.js';
import { Transactions, type VodTx } from '../../persistence/database/tx.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { linesOfEdits } from '../../testing/edit-log.js';
import { FakePart } from '../../testing/fake-part.js';
import { aVod } from '../../testing/rows.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';

jest.setTimeout(90_000);

describe('channels and VODs over the API', () => {
  let app: TestApp;
  let site: LiveHls;
  const put = (path: string, text: string): void => {
    site.files.set(path, Buffer.from(text));
  };
  const channels = async (): Promise<Channel[]> =>
    (await app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body.data?.streamer_list ?? [];

  beforeAll(async () => {
    app = await TestApp.start();
    site = await LiveHls.start();
    put('/page', '<html>');
    put('/empty', '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a"\n');
    put('/vod', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n');
    put('/off', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n');
    put('/off2', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n');
  });
  afterAll(async () => {
    await app.stop();
    await site.stop();
  });

  const form = (over: object) => ({ provider: 'hls', url: `${site.origin}/off`, ...over });
  const WRONG: readonly (readonly [string, () => Promise<object> | object, string, number])[] = [
    [
      'an address that cannot be reached',
      async () => form({ url: `http://127.0.0.1:${await freePort()}/x.m3u8` }),
      'url',
      400,
    ],
    ['an address that is no link', () => form({ url: 'harbour' }), 'url', 400],
    ['a page', () => form({ url: `${site.origin}/page` }), 'url', 400],
    ['a master with no variants', () => form({ url: `${site.origin}/empty` }), 'url', 400],
    ['a finished VOD', () => form({ url: `${site.origin}/vod` }), 'url', 400],
    ['what is no address, under a name of v0', () => ({ provider: 'hls', login: 'not an address' }), 'login', 400],
    ['no address', () => ({ provider: 'hls' }), 'url', 400],
    ['an unknown provider', () => form({ provider: 'vhs' }), 'provider', 400],
    ['a name with a slash', () => form({ internalName: 'a/b' }), 'internalName', 400],
    ['a name of dots', () => form({ internalName: '..' }), 'internalName', 400],
    ['a name of a folder that the library has', () => form({ internalName: 'saved_vods' }), 'internalName', 400],
    ['a name some systems reserve', () => form({ internalName: 'con' }), 'internalName', 400],
    ['an empty display name', () => form({ displayName: '  ' }), 'displayName', 400],
    ['a display name with a NUL', () => form({ displayName: 'a\u0000b' }), 'displayName', 400],
    ['an unknown quality', () => form({ quality: 'sharp' }), 'quality[0]', 400],
    ['a text for a number', () => form({ max_vods: 'many' }), 'max_vods', 400],
    ['nothing for a number', () => form({ max_vods: null }), 'max_vods', 400],
    ['a switch for a number', () => form({ max_storage: true }), 'max_storage', 400],
    ['a list with a NUL', () => form({ match: ['a\u0000b'] }), 'match[0]', 400],
    ['half a character', () => form({ displayName: '\ud800' }), 'displayName', 400],
    ['a negative number', () => form({ max_storage: -1 }), 'max_storage', 400],
    ['an unknown key', () => form({ colour: 'red' }), 'colour', 400],
    ['a list for a switch', () => form({ no_capture: [] }), 'no_capture', 400],
  ];
  it.each(WRONG)('%s is refused on its field, and nothing is stored', async (...[, make, field, status]) => {
    const answer = await app.call('POST', '/channels', await make());
    expect([answer.status, answer.body.status, [...new Set(answer.body.fields?.map((f) => f.path))]]).toEqual([
      status,
      'ERROR',
      [field],
    ]);
    expect(answer.text).not.toMatch(/\/work|node_modules|at \w+ \(/);
    expect(await channels()).toEqual([]);
  });

  it('is added once, with v0 form fields as text, and refused the second time', async () => {
    const added = await app.call<Channel>(
      'POST',
      '/channels',
      form({ internalName: 'pier', displayName: 'Pier', quality: '1080p60 best', match: 'a, b' }),
    );
    expect(added.body.data).toMatchObject({
      internalName: 'pier',
      displayName: 'Pier',
      quality: ['1080p60', 'best'],
      match: ['a', 'b'],
      provider: 'base',
      provider_kind: 'hls',
    });
    const again = await app.call('POST', '/channels', form({ internalName: 'pier2' }));
    expect([again.status, again.body.code, again.body.fields?.[0]?.path]).toEqual([409, 'duplicate-channel', 'url']);
    const name = await app.call('POST', '/channels', form({ url: `${site.origin}/off2`, internalName: 'pier' }));
    expect([name.status, name.body.fields?.[0]?.path]).toEqual([400, 'internalName']);
    expect(await channels()).toHaveLength(1);
  });

  it('adds many at once, each with a unique name', async () => {
    const urls = Array.from({ length: 30 }, (_, n) => `${site.origin}/off?n=${n}`);
    const answers = await Promise.all(
      urls.map((url) => app.call<Channel>('POST', '/channels', { provider: 'hls', url, no_capture: true })),
    );
    expect(
      answers.filter((a) => a.status === 200).length +
        answers.filter((a) => a.body.fields?.[0]?.path === 'internalName').length,
    ).toBe(30);
    for (const { body } of answers) if (body.data) await app.call('DELETE', `/channels/${body.data.uuid}`);
    expect(await channels()).toHaveLength(1);
  });

  it.each(['saved_vods', 'con', 'com1.cam'])(
    'does not derive the name %s from an address, since it is no valid folder',
    async (word) => {
      const url = `${site.origin}/${word}.m3u8`;
      put(`/${word}.m3u8`, '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n');
      const { body } = await app.call<Channel>('POST', '/channels', { provider: 'hls', url, no_capture: true });
      expect(body.data?.internalName).toBe(`channel_${word}`);
      await app.call('DELETE', `/channels/${body.data?.uuid}`);
    },
  );

  it('changes what was sent and keeps the rest; a wrong change changes nothing', async () => {
    const uuid = (await channels()).map((c) => c.uuid).join();
    const changed = await app.call<Channel>('PUT', `/channels/${uuid}`, {
      displayName: 'Long pier',
      quality: 'best',
    });
    expect(changed.body.data).toMatchObject({ displayName: 'Long pier', quality: ['best'], match: ['a', 'b'] });
    expect((await app.call('PUT', `/channels/${uuid}`, { quality: ['x'], displayName: 'No' })).status).toBe(400);
    expect((await app.call('PUT', `/channels/${uuid}`, { internalName: 'other' })).body.fields?.[0]?.path).toBe(
      'internalName',
    );
    expect((await app.call('PUT', `/channels/${uuid}`, { provider: '../../etc/passwd' })).body.fields?.[0]?.path).toBe(
      'provider',
    );
    expect((await app.call('PUT', `/channels/${uuid}`, { provider: 'base', uuid: uuid })).status).toBe(200);
    expect((await channels())[0]).toMatchObject({ displayName: 'Long pier', quality: ['best'] });
    expect((await app.call('PUT', '/channels/00000000-0000-4000-8000-000000000000', {})).status).toBe(404);
    expect((await app.call('GET', '/channels/not-a-channel')).body.code).toBe('channel-missing');
    expect((await app.call('GET', '/channels/a%2Fb')).body.fields?.[0]?.path).toBe('uuid');
  });

  it('refuses an edit of an older version with what is there now, and saves one of the newest', async () => {
    const [before] = await channels();
    const path = `/channels/${before?.uuid}`;
    const sent = (form: object) => app.call<Channel>('PUT', path, form);
    const { version, quality } = before as Channel;
    expect((await sent({ max_vods: 7, version })).body.data).toMatchObject({ max_vods: 7, version: version + 1 });
    const late = await sent({ max_vods: 9, displayName: 'Lost pier', version });
    expect([late.status, late.body.code]).toEqual([409, 'edit-conflict']);
    expect(late.body.data).toMatchObject({ version: version + 1, max_vods: 7, displayName: 'Long pier', quality });
    expect(late.body.data).not.toHaveProperty('vods_list');
    expect((await channels())[0]).toMatchObject({ max_vods: 7, displayName: 'Long pier', version: version + 1 });
    await app.nest.get(ChannelRepository, { strict: false }).saveSavesVods(before?.uuid ?? '', true);
    expect((await sent({ max_vods: 9, version: version + 1 })).body.data).toMatchObject({ max_vods: 9 });
  });

  it('saves an edit without a version, and the log keeps what it replaces', async () => {
    const [{ uuid, internalName, url } = {} as Channel] = await channels();
    const sent = (form: object) => app.call<Channel>('PUT', `/channels/${uuid}`, form);
    await sent({ displayName: 'Long pier', max_vods: 7 });
    const elsewhere = `${site.origin}/off2?token=secret-query`;
    expect(
      await linesOfEdits(() => sent({ displayName: 'Pier', max_vods: 0, match: ['a', 'b'], url: elsewhere })),
    ).toEqual([
      `channel ${internalName}: displayName 'Long pier' replaced by 'Pier', url '${site.origin}' replaced by '${site.origin} (another path or query)', max_vods '7' replaced by '0'`,
    ]);
    await sent({ displayName: 'Long pier', url });
  });

  it('keeps the credentials of an address sealed, and never shows them again', async () => {
    site.fault = (req, res) => {
      if (req.headers.authorization !== undefined) return false;
      res.writeHead(401).end();
      return true;
    };
    try {
      const open = `${site.origin.replace('http://', 'http://cam:secret-word@')}/off2`;
      expect((await app.call('POST', '/channels', form({ url: `${site.origin}/off2` }))).body.code).toBe(
        'wrong-credentials',
      );
      const added = await app.call<Channel>('POST', '/channels', form({ url: open, internalName: 'cam' }));
      expect(added.body.data).toMatchObject({ has_credentials: true, url: `${site.origin}/off2` });
      expect((await app.call('GET', '/channels')).text).not.toContain('secret-word');
      expect((await app.call('DELETE', `/channels/${added.body.data?.uuid}`)).status).toBe(200);
    } finally {
      site.fault = () => false;
    }
  });

  it('shows the query of an address to nobody, and an address that comes back as it is shown changes nothing', async () => {
    const token = 'query-token-1';
    const changes: string[] = [];
    const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/socket/`);
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve, { once: true });
    });
    socket.addEventListener('message', ({ data }) => {
      changes.push(String(data));
    });
    const added = await app.call<Channel>(
      'POST',
      '/channels',
      form({ url: `${site.origin}/off2?token=${token}&n=7`, internalName: 'gate', no_capture: true }),
    );
    const shown = `${site.origin}/off2?token=${MASK}&n=${MASK}`;
    const id = expect.stringMatching(/^hls-[\da-f]{32}$/);
    expect(added.body.data).toMatchObject({ url: shown, internalId: id, userid: id });
    const stored = async () =>
      (await app.nest.get(ChannelRepository, { strict: false }).byRef('gate')) as ChannelEntity;
    const { uuid, sourceUrl, sourceAddress, sourceId } = await stored();
    expect(app.nest.get(SourceAddresses, { strict: false }).addressOf(await stored())).toContain(token);
    expect(JSON.stringify(await stored())).not.toContain(token);
    const channel = `/channels/${uuid}`;

    const db = app.nest.get(Transactions, { strict: false }).plain as VodTx;
    await db.save(aVod({ channelUuid: uuid, channelName: 'gate' }));
    const edited = await app.call<Channel>('PUT', channel, { url: shown, displayName: 'Gate' });
    expect(edited.body.data).toMatchObject({ displayName: 'Gate', url: shown });
    expect(await stored()).toMatchObject({ sourceUrl, sourceAddress, sourceId });
    for (const [method, path, body] of [
      ['PUT', channel, { url: `${site.origin}/off?token=${MASK}` }],
      ['POST', '/channels', form({ url: shown })],
    ] as const) {
      const { status, body: answer } = await app.call(method, path, body);
      expect([status, answer.code, answer.fields?.map((f) => f.path)]).toEqual([400, 'masked-address', ['url']]);
    }
    const vods = await app.call<Vod[]>('GET', `/vod?channel=${uuid}`);
    expect(vods.body.data?.map((v) => v.streamer_id)).toEqual([sourceId]);
    await eventually(
      () => Promise.resolve(changes.some((frame) => frame.includes('Gate') && frame.includes(MASK))),
      'its frame',
    );
    socket.close();
    expect(changes.filter((frame) => frame.includes(token))).toEqual([]);
    const answers = await Promise.all(
      ['/channels', channel, '/vod', '/settings', '/settings/export', '/jobs'].map((path) => app.call('GET', path)),
    );
    for (const { status, text } of [...answers, vods, added, edited])
      expect([status, text.includes(token)]).toEqual([200, false]);
    expect((await stored()).sourceAddress).toBe(sourceAddress);
    expect((await app.call('DELETE', channel)).status).toBe(200);
  });

  it('refuses to delete what is being recorded, and deletes a VOD with all its objects', async () => {
    const pdt = `#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`;
    site.publish({ name: 's1.ts', body: Buffer.from('x'), durMs: 2000, tags: [pdt] });
    await app.call('PUT', '/settings', {
      config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.2, 'no_vod_convert': true },
    });
    const added = await app.call<Channel>('POST', '/channels', form({ url: site.url, internalName: 'quay' }));
    const find = async (state: string) =>
      (await app.call<Vod[]>('GET', `/vod?channel=${added.body.data?.uuid}`)).body.data?.find((v) => v.state === state);
    const vod = await eventually(() => find('waiting'), 'a VOD');
    expect((await app.call('DELETE', `/vod/${vod.uuid}`)).body.code).toBe('vod-capturing');
    expect((await app.call('DELETE', `/channels/${added.body.data?.uuid}`)).body.code).toBe('channel-capturing');
    const part = new FakePart(app, vod.uuid, { seq: 0, t0: Date.now() });
    await part.write(3);
    await part.seal('endlist');
    await part.started();
    await part.ended('endlist');
    site.ended = true;
    await eventually(() => find('finalized'), 'its end');
    expect((await app.call('DELETE', `/vod/${vod.uuid}`)).status).toBe(200);
    await eventually(async () => {
      for await (const _ of app.storage.list(`vods/${vod.uuid}/`)) return false;
      return true;
    }, 'the end of its objects');
    expect(await app.storage.head(`tombstones/${vod.uuid}.json`)).not.toBeNull();
    expect((await app.call('GET', `/vod/${vod.uuid}`)).status).toBe(404);
    expect(await app.nest.get(VodRepository, { strict: false }).find(vod.uuid)).toBeNull();
  });

  it('answers for what is not there with JSON that says so', async () => {
    for (const [method, path, status] of [
      ['GET', '/nowhere', 404],
      ['GET', '/vod/00000000-0000-4000-8000-000000000000', 404],
      ['DELETE', '/jobs/none', 404],
      ['POST', '/jobs/none/retry', 404],
      ['GET', '/vod/00000000-0000-4000-8000-000000000000/index.m3u8', 404],
      ['GET', '/log/yesterday', 400],
      ['GET', '/vod?limit=0', 400],
      ['DELETE', '/deadletters/99999999999999999999999', 400],
      ['POST', '/jobs/a%00/retry', 400],
    ] as const) {
      const answer = await app.call(method, path, method === 'POST' ? {} : undefined);
      expect([method, path, answer.status, answer.body.status]).toEqual([method, path, status, 'ERROR']);
    }
  });

  it('pages log lines by position without repeats or omissions', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const line = (text: string) => ({
      module: 'm',
      time: Date.now(),
      level: 'info' as const,
      text,
      pid: 1,
      service: 'api',
      node: 'n',
    });
    for (const text of ['one', 'two']) await app.bus.log.write(line(text));
    const read = async (from: number) =>
      (
        await app.call<{ lines: { text: string; level: string }[]; last_line: number; logs: string[] }>(
          'GET',
          `/log/${day}/${from}`,
        )
      ).body.data;
    const first = await eventually(async () => {
      const page = await read(0);
      return page && page.lines.length >= 2 && page;
    }, 'the lines');
    await app.bus.log.write(line('three'));
    const next = await eventually(async () => {
      const page = await read(first.last_line);
      return page && page.lines.length > 0 && page;
    }, 'the next line');
    expect(next.lines.map((l) => [l.text, l.level])).toEqual([['three', 'INFO']]);
    expect((await read(next.last_line))?.lines).toEqual([]);
    expect(first.logs).toContain(day);
  });
});
