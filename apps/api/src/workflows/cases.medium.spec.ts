import { type Channel, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TestApp, eventually } from '../testing/test-app.js';
import { FakePart } from '../testing/fake-part.js';
import { Recording } from '../recordings/recording.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Tombstones } from './tombstones.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';

jest.setTimeout(120_000);

/** Cases of docs/coverage.md that the api decides. */
describe('cases of the api', () => {
  let app: TestApp;
  let site: LiveHls;
  let channel: Channel;
  let n = 0;

  const air = (): void => {
    n += 1;
    site.publish({
      name: `s${n}.ts`,
      body: Buffer.from('x'),
      durMs: 2000,
      tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
    });
  };
  const vods = async (): Promise<Vod[]> => (await app.call<Vod[]>('GET', '/vod')).body.data ?? [];
  const vodIn = (state: Vod['state']) =>
    eventually(async () => (await vods()).find((v) => v.state === state), `a VOD that is ${state}`, 60_000);
  const playlist = async (uuid: string) => (await app.call('GET', `/vod/${uuid}/index.m3u8`)).text;
  const began = async (count: number): Promise<FakePart> => {
    const part = new FakePart(app, (await vodIn('waiting')).uuid, { seq: 0, t0: Date.now() });
    await part.write(count);
    await part.seal(null);
    await part.started();
    await vodIn('capturing');
    return part;
  };

  beforeEach(async () => {
    app = await TestApp.start();
    site = await LiveHls.start();
    air();
    await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.5 } });
    channel = (
      await app.call<Channel>('POST', '/channels', {
        provider: 'hls',
        url: site.url,
        internalName: 'harbour',
        displayName: 'Harbour cam',
      })
    ).body.data as Channel;
  });
  afterEach(async () => {
    await app.stop();
    await site.stop();
  });

  it('W21 killed in mid-recording: a new part of the same VOD, and nothing is converted while it grows', async () => {
    const a = await began(2);
    const t0 = Date.now();
    const b = new FakePart(app, a.vodUuid, { seq: 1, t0: t0 });
    await b.write(3);
    await b.seal(null);
    await b.started();
    const both = await eventually(async () => (await vods()).find((v) => v.parts.length === 2), 'the second part');
    expect([both.state, both.chapters.length, (await vods()).length]).toEqual(['capturing', 1, 1]);
    expect((await app.call<{ kind: string }[]>('GET', '/jobs')).body.data?.map((j) => j.kind)).toEqual(['capture']);
  });

  it('W22 converting and no process: the conversion is asked for again', async () => {
    const a = await began(2);
    await a.end('endlist');
    site.ended = true;
    const vod = await vodIn('converting');
    const jobs = app.nest.get(JobRepository, { strict: false });
    const job = await eventually(() => jobs.find(`remux_${vod.basename}`), 'the job');
    await jobs.save(Object.assign(job, { updatedAt: new Date(Date.now() - 3_600_000) }));
    await eventually(async () => {
      const again = await jobs.find(job.name);
      return again && Date.now() - again.updatedAt.getTime() < 60_000;
    }, 'the second request');
  });

  it('W25 a stream without any title update is one chapter over its full length', async () => {
    const a = await began(3);
    await a.end('endlist');
    site.ended = true;
    expect((await vodIn('converting')).chapters).toMatchObject([{ offset: 0, duration: 6, title: 'Harbour cam' }]);
  });

  it('P2 a playlist that is 404 for ever ends once the site agrees, without an ENDLIST', async () => {
    const a = await began(2);
    await a.end('stale');
    site.fault = (_req, res) => {
      res.writeHead(404).end();
      return true;
    };
    expect((await vodIn('converting')).ended_at).toBeDefined();
  });

  it('P5 an offline and online flap goes on in the same VOD', async () => {
    const a = await began(2);
    await a.end('endlist');
    site.ended = true;
    await vodIn('converting');
    site.ended = false;
    air();
    await vodIn('paused');
    const b = new FakePart(app, a.vodUuid, { seq: 9, t0: Date.now() });
    await b.write(1);
    await b.seal(null);
    await b.started();
    expect((await vodIn('capturing')).uuid).toBe(a.vodUuid);
    expect(await vods()).toHaveLength(1);
  });

  it('P61 two live events for one go-live are one recording', async () => {
    await vodIn('waiting');
    const recording = app.nest.get(Recording, { strict: false });
    const row = await app.nest.get(ChannelRepository, { strict: false }).find(channel.uuid);
    if (!row) throw new RangeError('no channel');
    const stream = { streamId: 'one', title: '', startedAt: new Date() };
    const made = await Promise.allSettled([
      recording.begin(row, stream),
      recording.begin(row, stream),
      recording.begin(row, stream),
    ]);
    expect(made.filter((m) => m.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    expect((await vods()).filter((v) => v.capture_id === 'one')).toHaveLength(1);
  });

  it('P63 who watches to the end goes on in the same playlist, which gets its ENDLIST', async () => {
    const a = await began(2);
    const before = await playlist(a.vodUuid);
    expect(before).not.toContain('#EXT-X-ENDLIST');
    await a.write(1);
    await a.end('endlist');
    site.ended = true;
    await vodIn('converting');
    const after = await eventually(async () => {
      const text = await playlist(a.vodUuid);
      return text.includes('#EXT-X-ENDLIST') && text;
    }, 'the ENDLIST');
    const lines = (text: string) => text.split('\n').filter((l) => l.startsWith('s/'));
    expect(lines(after).slice(0, 2)).toEqual(lines(before));
    expect(lines(after)).toHaveLength(3);
  });

  it('a stop by the operator is not undone by the stream that goes on', async () => {
    await began(2);
    expect((await app.call('DELETE', '/jobs/capture_harbour_*')).status).toBe(200);
    await eventually(async () => (await app.bus.assignments.all()).length === 0, 'the assignment to go');
    const polls = site.requests.length;
    await eventually(async () => {
      air();
      return Promise.resolve(site.requests.length > polls + 5);
    }, 'five more polls');
    expect(await app.bus.assignments.all()).toEqual([]);
    expect(await vods()).toHaveLength(1);
  });

  it('a message that was given up on is shown, and works when it is tried again', async () => {
    const a = await began(2);
    await a.write(1);
    await a.seal('endlist');
    const { subject, payload } = a.endedMessage('endlist');
    await app.bus.deadLetters.bury(
      { subject, payload, stream: 'EVT', seq: 1, durable: 'evt-workflows' },
      { code: 'bug', message: verbatim('it broke'), fault: 'bug', attempts: 1, stack: null },
      new Date(),
    );
    const letter = await eventually(
      async () => (await app.call<{ id: string; error: string }[]>('GET', '/deadletters')).body.data?.[0],
      'the letter',
    );
    expect(letter.error).toBe('it broke');
    expect((await app.call('POST', '/deadletters/99/retry')).status).toBe(404);
    expect((await app.call('POST', `/deadletters/${letter.id}/retry`)).status).toBe(200);
    await vodIn('paused');
    expect((await app.call('GET', '/deadletters')).body.data).toEqual([]);
  });

  it('media that comes out of a spool after the end is in the next file', async () => {
    const a = await began(2);
    await a.end('endlist');
    site.ended = true;
    const sealed = await vodIn('converting');
    expect(sealed.media_ms).toBe(4000);
    await a.write(2);
    await a.recovered();
    await eventually(
      async () => (await vods()).find((v) => v.media_ms === 8000 && v.state === 'converting'),
      'the timeline with all of it',
      60_000,
    );
  });

  it('the rest of a VOD whose deletion was broken off is deleted later', async () => {
    const uuid = '00000000-0000-4000-8000-00000000dead';
    await app.storage.put(`vods/${uuid}/files/f0/late.mp4`, Buffer.from('late'));
    const tombstones = app.nest.get(Tombstones, { strict: false });
    await tombstones.put({ uuid, basename: 'gone', at: new Date().toISOString(), names: [] });
    await tombstones.sweep();
    expect(await app.storage.head(`vods/${uuid}/files/f0/late.mp4`)).toBeNull();
  });

  it('a name in the library that another recording has got since stays when the rest of a deleted one is deleted once more', async () => {
    const { library } = app.storage;
    const [uuid, other] = ['00000000-0000-4000-8000-00000000dea1', '00000000-0000-4000-8000-00000000dea2'];
    const [key, otherKey] = [`vods/${uuid}/files/f0/a.mp4`, `vods/${other}/files/f0/a.mp4`];
    await app.storage.put(key, Buffer.from('the deleted one'));
    const path = (await library?.publish(key, { channel: 'quay', name: 'night.mp4' })) ?? '';
    const tombstones = app.nest.get(Tombstones, { strict: false });
    await tombstones.put({ uuid, basename: 'night', at: new Date().toISOString(), names: [{ path, key }] });
    await tombstones.sweep();
    expect([await library?.head(path), await app.storage.head(key)]).toEqual([null, null]);
    await app.storage.put(otherKey, Buffer.from('the new one'));
    expect(await library?.publish(otherKey, { channel: 'quay', name: 'night.mp4' })).toBe(path);
    await tombstones.sweep();
    expect(await library?.stateOf(path, otherKey)).toBe('ours');
  });
});
