import { convertJob, type ConvertTimeline } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SOURCE_SEALER } from '../sites/tokens.js';
import { ApiHouse, eventually } from '../testing/api-house.js';
import { takeCommand } from '../testing/fake-worker.js';
import { vodThatIs } from '../testing/finished-vod.js';
import { PlayedPart } from '../testing/played-part.js';

jest.setTimeout(90_000);

let house: ApiHouse;
let site: LiveHls;
beforeAll(async () => {
  house = await ApiHouse.start();
  site = await LiveHls.start();
});
afterAll(async () => {
  await house.stop();
  await site.stop();
});

const PROXY = 'http://user:word@proxy.example:3128';
const config = {
  'live.poll_s': 0.2,
  'capture.grace_s': 0.2,
  'capture.stale_targets': 7,
  'capture.http_proxy': PROXY,
  'capture.proxy_for': 'all',
  'vod_container': 'mkv',
  'create_video_chapters': false,
};

it('settings of captures and files are in what recorders and converters are told', async () => {
  await house.call('PUT', '/settings', { config });
  site.publish({
    name: 's1.ts',
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
  await house.call('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'quay' });
  const vod = await eventually(() => vodThatIs(house, 'waiting'), 'a VOD');
  const { staleTargets, proxy, channelUuid } = await eventually(
    async () => (await house.bus.assignments.get(vod.uuid))?.value,
    'the assignment',
  );
  const sealer = house.app.get<{ open(owner: string, sealed: string): string }>(SOURCE_SEALER, { strict: false });
  expect({ staleTargets, for: proxy?.for, proxy: sealer.open(channelUuid, proxy?.sealed ?? '') }).toEqual({
    staleTargets: config['capture.stale_targets'],
    for: config['capture.proxy_for'],
    proxy: PROXY,
  });
  expect(JSON.stringify(proxy)).not.toContain('proxy.example');

  const part = new PlayedPart(house, vod.uuid, { seq: 0, t0: Date.now() });
  await part.write(2);
  await part.seal('endlist');
  part.snapshot('standby');
  site.ended = true;
  const { input } = await takeCommand(house, convertJob);
  expect(input.container).toBe(config.vod_container);
  const chunks: Buffer[] = [];
  for await (const chunk of (await house.storage.get(input.timelineKey)).stream) chunks.push(chunk as Buffer);
  expect((JSON.parse(Buffer.concat(chunks).toString()) as ConvertTimeline).chapters).toEqual([]);
});
