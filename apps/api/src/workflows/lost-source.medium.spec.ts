import { type Channel, type Vod } from '#libs/contracts';
import { message } from '#libs/messages';
import { LiveHls, type LiveFault } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { newPart } from '../recordings/part-update.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { FakePart } from '../testing/fake-part.js';

jest.setTimeout(90_000);

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  await app.call('PUT', '/settings', {
    config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.5, 'capture.unreachable_s': 1 },
  });
});
afterAll(() => app.stop());

let segments = 0;
function air(site: LiveHls): void {
  segments += 1;
  site.publish({
    name: `s${segments}.ts`,
    body: Buffer.from('x'),
    durMs: 2000,
    tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
  });
}

const status =
  (code: number): LiveFault =>
  (_req, res) => {
    res.writeHead(code).end();
    return true;
  };

it.each<readonly [string, string, RegExp, LiveFault]>([
  [
    'that hangs up',
    'camera',
    /could not be reached/,
    (_req, res) => {
      res.destroy();
      return true;
    },
  ],
  ['that answers 403', 'studio', /HTTP 403, although it could be read before/, status(403)],
  ['that answers an empty 200', 'garden', /no longer answers with a playlist/, status(200)],
])('sources-22 a source %s ends after the limit, and its return continues the VOD', async (...[, name, why, fault]) => {
  const site = await LiveHls.start();
  try {
    air(site);
    const { uuid } = (
      await app.call<Channel>('POST', '/channels', { provider: 'hls', url: site.url, internalName: name })
    ).body.data as Channel;
    const vods = async (): Promise<Vod[]> => (await app.call<Vod[]>('GET', `/vod?channel=${uuid}`)).body.data ?? [];
    const vodIn = (...states: readonly Vod['state'][]): Promise<Vod> =>
      eventually(async () => (await vods()).find((v) => states.includes(v.state)), `a VOD that is ${states.join()}`);
    const vod = await vodIn('waiting');
    const part = new FakePart(app, vod.uuid, { seq: 0, t0: Date.now() });
    await part.write(2);
    await part.seal(null);
    await part.started();
    await vodIn('capturing');
    site.fault = fault;
    await part.end('stale');
    await vodIn('converting', 'ended');
    const lost = await eventually(async () => {
      const channel = (await app.call<Channel>('GET', `/channels/${uuid}`)).body.data;
      return channel?.is_live === false && channel;
    }, 'a channel that is not live');
    expect(lost.verdict).toMatchObject({ state: 'unreachable', reason: expect.stringMatching(why) });
    site.fault = () => false;
    air(site);
    expect(await vodIn('paused')).toMatchObject({ uuid: vod.uuid });
    expect(await vods()).toHaveLength(1);
  } finally {
    await site.stop();
  }
});

it('sources-22 the limit goes on over a restart of the API: the rows tell since when the source is lost', async () => {
  const longAgo = Date.now() - 1_000_000;
  await app.call('PUT', '/settings', { config: { 'capture.unreachable_s': 900 } });
  const site = await LiveHls.start();
  try {
    site.fault = status(403);
    const channel = aChannel({
      sourceUrl: site.url,
      isLive: true,
      liveStreamId: '1',
      verdictState: 'unreachable',
      verdictReason: message('verdict.source-status', { status: 502 }),
      checkedAt: new Date(),
      unknownSince: new Date(longAgo),
    });
    const vod = aVod({ channelUuid: channel.uuid, streamId: '1', state: 'paused', assigned: true, endedAt: null });
    const part = Object.assign(newPart(vod.uuid, { partId: 'p', recorder: 'n/0', startedAt: longAgo - 4000 }), {
      segments: 2,
      endedAt: longAgo,
      cause: 'unreadable',
    });
    const db = app.nest.get(DataSource, { strict: false });
    await store(db, channel, Object.assign(vod, { convertState: null }));
    await db.manager.save(part);
    await eventually(async () => {
      const row = (await app.call<Vod>('GET', `/vod/${vod.uuid}`)).body.data;
      return row?.state !== 'paused';
    }, 'the end of the recording');
  } finally {
    await site.stop();
  }
});

it('a channel is checked as soon as its recorder waits for the stream to return', async () => {
  const site = await LiveHls.start();
  try {
    air(site);
    const { uuid } = (
      await app.call<Channel>('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'lock' })
    ).body.data as Channel;
    const vodIn = (state: Vod['state']): Promise<Vod> =>
      eventually(
        async () => (await app.call<Vod[]>('GET', `/vod?channel=${uuid}`)).body.data?.find((v) => v.state === state),
        `a VOD that is ${state}`,
      );
    const vod = await vodIn('waiting');
    // Longer than the test waits.
    await app.call('PUT', '/settings', { config: { 'live.poll_s': 60 } });
    const part = new FakePart(app, vod.uuid, { seq: 0, t0: Date.now() });
    await part.write(2);
    await part.seal(null);
    await part.started();
    await vodIn('capturing');
    site.ended = true;
    await part.end('stale');
    part.snapshot('standby');
    await vodIn('converting');
  } finally {
    await site.stop();
  }
});
