import { type Channel, parseSourceAccess } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { SOURCE_SEALER } from '../../sites/tokens.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { vodThatIs } from '../../testing/finished-vod.js';

jest.setTimeout(60_000);

const SECRET = 'hush-4711';

it('sources-7 secrets of a source are used by all, and no answer, log or row shows them', async () => {
  const app = await TestApp.start();
  const site = await LiveHls.start();
  try {
    site.fault = (req, res) => {
      if (req.headers['x-key'] === SECRET) return false;
      res.writeHead(403).end();
      return true;
    };
    site.publish({
      name: 's1.ts',
      body: Buffer.from('x'),
      durMs: 2000,
      tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
    });
    await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2 } });
    const form = { provider: 'hls', url: site.url, internalName: 'quay' };
    expect((await app.call('POST', '/channels', form)).body.code).toBe('wrong-credentials');
    const added = await app.call<Channel>('POST', '/channels', { ...form, source_headers: `X-Key: ${SECRET}` });
    const { uuid, source_headers } = added.body.data as Channel;
    expect(source_headers).toEqual(['x-key: ********']);

    const vod = await eventually(() => vodThatIs(app, 'waiting'), 'the VOD of a live channel');
    const edited = await app.call('PUT', `/channels/${uuid}`, {
      source_headers,
      source_hosts: 'CDN.example:8443',
      source_fingerprints: `sha256 Fingerprint=${Array(32).fill('AB').join(':')}`,
    });
    expect([edited.status, edited.body.message]).toEqual([200, expect.any(String)]);
    const sealer = app.nest.get<{ open(owner: string, sealed: string): string }>(SOURCE_SEALER, { strict: false });
    const access = await eventually(async () => {
      const sealed = (await app.bus.assignments.get(vod.uuid))?.value.sealedHeaders;
      const opened = parseSourceAccess(sealer.open(uuid, sealed ?? ''));
      return opened.hosts.length > 0 && opened;
    }, 'the assignment with the hosts');
    expect(access).toEqual({
      login: null,
      headers: { 'x-key': SECRET },
      hosts: ['cdn.example:8443'],
      fingerprints: ['ab'.repeat(32)],
      ca: '',
    });

    const row = await app.nest.get(ChannelRepository, { strict: false }).find(uuid);
    const answers = await Promise.all(
      ['/channels', `/channels/${uuid}`, '/settings/export', '/log'].map((path) => app.call('GET', path)),
    );
    for (const shown of [JSON.stringify(row), added.text, edited.text, ...answers.map(({ text }) => text)])
      expect(shown).not.toContain(SECRET);
    await app.call('PUT', `/channels/${uuid}`, { source_headers: [] });
    expect((await app.call<Channel>('GET', `/channels/${uuid}`)).body.data).toMatchObject({
      source_headers: [],
      source_hosts: ['cdn.example:8443'],
    });
    const faulty = await app.call('PUT', `/channels/${uuid}`, { source_headers: ['Host: other'], source_hosts: 'a/b' });
    expect(faulty.body.fields?.map(({ path }) => path).sort()).toEqual(['source_headers[0]', 'source_hosts[0]']);

    await app.nest.get(DataSource, { strict: false }).query("UPDATE channel SET credentials = 'v1.lost'");
    const edit = (form: object) => app.call('PUT', `/channels/${uuid}`, form);
    expect((await edit({ source_hosts: 'cdn' })).body.status).toBe('ERROR');
    expect((await edit({ source_headers: ['x-key: ********'] })).body.fields?.[0]?.path).toBe('source_headers');
    expect((await edit({ source_headers: [`X-Key: ${SECRET}`] })).status).toBe(200);
  } finally {
    await app.stop();
    await site.stop();
  }
});
