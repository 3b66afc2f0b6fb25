import { convertJob, type ConvertTimeline } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SOURCE_SEALER } from '../sites/tokens.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { takeCommand } from '../testing/fake-worker.js';
import { vodThatIs } from '../testing/finished-vod.js';
import { FakePart } from '../testing/fake-part.js';

jest.setTimeout(90_000);

let app: TestApp;
let site: LiveHls;
beforeAll(async () => {
  app = await TestApp.start();
  site = await LiveHls.start();
});
afterAll(async () => {
  await app.stop();
  await site.stop();
});

const PROXY = 'http://user:word@proxy.example:3128';
const config = {
  'live.poll_s': 0.2,
  'capture.grace_s': 0.2,
  'capture.stale_targets': 7,
  'capture.audio': 'de, en',
  'capture.http_proxy': PROXY,
  'capture.proxy_for': 'all',
  'vod_container': 'mkv',
  'create_video_chapters': false,
};

it('recorders and converters receive the settings of captures and files', async () => {
  await app.call('PUT', '/settings', { config });
  site.publish({
    name: 's1.ts',
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
  await app.call('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'quay' });
  const vod = await eventually(() => vodThatIs(app, 'waiting'), 'a VOD');
  const { staleTargets, audio, proxy, channelUuid } = await eventually(
    async () => (await app.bus.assignments.get(vod.uuid))?.value,
    'the assignment',
  );
  const sealer = app.nest.get<{ open(owner: string, sealed: string): string }>(SOURCE_SEALER, { strict: false });
  expect({ staleTargets, audio, for: proxy?.for, proxy: sealer.open(channelUuid, proxy?.sealed ?? '') }).toEqual({
    staleTargets: config['capture.stale_targets'],
    audio: config['capture.audio'],
    for: config['capture.proxy_for'],
    proxy: PROXY,
  });
  expect(JSON.stringify(proxy)).not.toContain('proxy.example');

  const part = new FakePart(app, vod.uuid, { seq: 0, t0: Date.now() });
  await part.write(2);
  await part.seal('endlist');
  part.snapshot('standby');
  site.ended = true;
  const { input } = await takeCommand(app, convertJob);
  expect(input.container).toBe(config.vod_container);
  const chunks: Buffer[] = [];
  for await (const chunk of (await app.storage.get(input.timelineKey)).stream) chunks.push(chunk as Buffer);
  expect((JSON.parse(Buffer.concat(chunks).toString()) as ConvertTimeline).chapters).toEqual([]);
});
