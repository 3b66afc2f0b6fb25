import { type Channel, type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { expect, it, jest } from '@jest/globals';
import { TestApp, eventually } from '../testing/test-app.js';
import { vodThatIs } from '../testing/finished-vod.js';
import { FakePart } from '../testing/fake-part.js';
import { onTwitch, TwitchTestApp } from '../testing/twitch-test-app.js';

jest.setTimeout(120_000);

const timeOf = (vod: Vod): number => Date.parse(vod.ended_at ?? '');

it('a stream ended when its site said so, not when the wait for its return was over', async () => {
  const all = await TwitchTestApp.open({
    channels: [onTwitch('ender', '78000001')],
    settings: { 'capture.grace_site_s': 2 },
  });
  try {
    const { uuid } = await all.follow('ender');
    all.act('ender', { do: 'start' });
    const part = await all.recorded(uuid);
    all.act('ender', { do: 'end', how: 'endlist' });
    await part.end('endlist');
    const vod = await all.vodThat(uuid, (v) => v.state === 'converting', 'the end');
    const history =
      (await all.app.call<{ action?: string; time?: string }[]>('GET', `/channels/${uuid}/history`)).body.data ?? [];
    expect(vod.ended_at).toBe(history.findLast((fact) => fact.action === 'offline')?.time);
  } finally {
    await all.stop();
  }
});

it('a stream of which only the media tell ended with the last of them', async () => {
  const app = await TestApp.start();
  const site = await LiveHls.start();
  try {
    site.publish({
      name: 's1.ts',
      body: Buffer.from('x'),
      durMs: 2000,
      tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
    });
    await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 1 } });
    await app.call<Channel>('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'quay' });
    const { uuid, started_at } = await eventually(() => vodThatIs(app, 'waiting'), 'a VOD');
    const t0 = Date.parse(started_at);
    const part = new FakePart(app, uuid, { seq: 0, t0 });
    await part.write(1);
    await part.seal(null);
    part.snapshot();
    await eventually(() => vodThatIs(app, 'capturing'), 'the capture');
    await eventually(() => Promise.resolve(Date.now() > t0 + 2500), 'a silence of the source');
    await part.end('endlist');
    site.ended = true;
    expect(timeOf(await eventually(() => vodThatIs(app, 'converting'), 'the end'))).toBe(t0 + 2000);
  } finally {
    await app.stop();
    await site.stop();
  }
});
