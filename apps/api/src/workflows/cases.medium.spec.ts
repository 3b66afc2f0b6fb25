import { ulid } from 'ulid';
import { type Channel, EVENTS, type Job, type Notice, type Vod } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { concurrentCases } from '../../../../tools/jest/concurrent-cases.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { FakePart } from '../testing/fake-part.js';
import { Recording } from '../recordings/recording.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { setSuspicion, suspicionOf } from '../vods/suspicion.js';
import { VodWriter } from '../vods/vod-writer.js';
import { Reconcile } from './reconcile.js';
import { Tombstones } from './tombstones.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';

jest.setTimeout(120_000);

let app: TestApp;
const sites: LiveHls[] = [];
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

/** A channel that is live, at a site of its own. */
class LiveChannel {
  private constructor(
    readonly site: LiveHls,
    readonly channel: Channel,
  ) {}

  static async open(): Promise<LiveChannel> {
    const site = await LiveHls.start();
    const internalName = `harbour${sites.push(site)}`;
    // A playlist without new segments counts as offline, so each request adds one.
    site.onRequest = () => {
      if (!site.ended) air(site);
    };
    const call = app.call<Channel>('POST', '/channels', {
      provider: 'hls',
      url: site.url,
      internalName,
      displayName: 'Harbour cam',
    });
    return new LiveChannel(site, (await call).body.data as Channel);
  }

  async vods(): Promise<Vod[]> {
    return (await app.call<Vod[]>('GET', `/vod?channel=${this.channel.uuid}`)).body.data ?? [];
  }

  vodIn(state: Vod['state']): Promise<Vod> {
    return eventually(async () => (await this.vods()).find((v) => v.state === state), `a VOD that is ${state}`, 60_000);
  }

  /** The kinds of the jobs of its VODs. */
  async jobs(): Promise<string[]> {
    const uuids = (await this.vods()).map(({ uuid }) => uuid);
    const jobs = (await app.call<Job[]>('GET', '/jobs')).body.data ?? [];
    return jobs.filter(({ vod_uuid: uuid }) => uuids.includes(uuid ?? '')).map(({ kind }) => kind);
  }

  async assignments(): Promise<unknown[]> {
    return (await app.bus.assignments.all()).filter(({ value }) => value.channelUuid === this.channel.uuid);
  }

  async began(count: number): Promise<FakePart> {
    return this.startPart({ vodUuid: (await this.vodIn('waiting')).uuid, seq: 0, t0: Date.now() }, count);
  }

  async startPart(
    { vodUuid, ...from }: { readonly vodUuid: string; readonly seq: number; readonly t0: number },
    count: number,
  ): Promise<FakePart> {
    const part = new FakePart(app, vodUuid, from);
    await part.write(count);
    await part.seal(null);
    await part.started();
    await this.vodIn('capturing');
    return part;
  }

  /** Waits until its VOD has these gaps (ms and cause). */
  async vodWith({
    gaps,
    missingMs,
  }: {
    readonly gaps: readonly (readonly [number, string])[];
    readonly missingMs: number;
  }): Promise<void> {
    const wanted = JSON.stringify([gaps, missingMs]);
    const areThere = async (): Promise<boolean> => {
      const [vod] = await this.vods();
      return JSON.stringify([vod?.gaps.map(({ durMs, cause }) => [durMs, cause]), vod?.missing_ms]) === wanted;
    };
    await eventually(areThere, `the gaps ${wanted}`, 60_000);
  }
}

const playlist = async (uuid: string) => (await app.call('GET', `/vod/${uuid}/index.m3u8`)).text;

beforeAll(async () => {
  app = await TestApp.start();
  await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.5 } });
});
afterAll(async () => {
  await app.stop();
  await Promise.all(sites.map((site) => site.stop()));
});

/** Cases of docs/coverage.md that the api decides. */
describe('cases of the api', () => {
  const channels = concurrentCases();
  const onAir = (name: string, testCase: (live: LiveChannel) => Promise<void>): void => {
    channels.it(name, async () => testCase(await LiveChannel.open()));
  };

  onAir(
    'W21 a killed recorder is followed by a new part of the same VOD, which is not converted while it grows',
    async (live) => {
      const a = await live.began(2);
      const t0 = Date.now();
      const b = new FakePart(app, a.vodUuid, { seq: 1, t0: t0 });
      await b.write(3);
      await b.seal(null);
      await b.started();
      const both = await eventually(
        async () => (await live.vods()).find((v) => v.parts.length === 2),
        'the second part',
      );
      expect([both.state, both.chapters.length, (await live.vods()).length]).toEqual(['capturing', 1, 1]);
      expect(await live.jobs()).toEqual(['capture']);
    },
  );

  onAir('W22 a conversion without a process is requested again', async (live) => {
    const a = await live.began(2);
    await a.end('endlist');
    live.site.ended = true;
    const vod = await live.vodIn('converting');
    const jobs = app.nest.get(JobRepository, { strict: false });
    const job = await eventually(() => jobs.find(`remux_${vod.basename}`), 'the job');
    await jobs.save(Object.assign(job, { updatedAt: new Date(Date.now() - 3_600_000) }));
    await eventually(async () => {
      const again = await jobs.find(job.name);
      return again && Date.now() - again.updatedAt.getTime() < 60_000;
    }, 'the second request');
  });

  onAir('W25 a stream without any title update is one chapter over its full length', async (live) => {
    const a = await live.began(3);
    await a.end('endlist');
    live.site.ended = true;
    expect((await live.vodIn('converting')).chapters).toMatchObject([{ offset: 0, duration: 6, title: 'Harbour cam' }]);
  });

  onAir(
    'P2 a recording whose playlist answers 404 ends once the site says offline, without an ENDLIST',
    async (live) => {
      const a = await live.began(2);
      await a.end('stale');
      live.site.fault = (_req, res) => {
        res.writeHead(404).end();
        return true;
      };
      expect((await live.vodIn('converting')).ended_at).toBeDefined();
    },
  );

  onAir('P5 a stream that is offline for a moment continues in the same VOD', async (live) => {
    const a = await live.began(2);
    await a.end('endlist');
    live.site.ended = true;
    await live.vodIn('converting');
    live.site.ended = false;
    await live.vodIn('paused');
    const b = new FakePart(app, a.vodUuid, { seq: 9, t0: Date.now() });
    await b.write(1);
    await b.seal(null);
    await b.started();
    expect((await live.vodIn('capturing')).uuid).toBe(a.vodUuid);
    expect(await live.vods()).toHaveLength(1);
  });

  onAir('P61 two live events for one go-live are one recording', async (live) => {
    await live.vodIn('waiting');
    const recording = app.nest.get(Recording, { strict: false });
    const row = await app.nest.get(ChannelRepository, { strict: false }).find(live.channel.uuid);
    if (!row) throw new RangeError('no channel');
    const stream = { streamId: 'one', title: '', startedAt: new Date() };
    const made = await Promise.allSettled([
      recording.begin(row, stream),
      recording.begin(row, stream),
      recording.begin(row, stream),
    ]);
    expect(made.filter((m) => m.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    expect((await live.vods()).filter((v) => v.capture_id === 'one')).toHaveLength(1);
  });

  onAir('P63 a viewer keeps the same playlist when the recording ends, and it gets its ENDLIST', async (live) => {
    const a = await live.began(2);
    const before = await playlist(a.vodUuid);
    expect(before).not.toContain('#EXT-X-ENDLIST');
    await a.write(1);
    await a.end('endlist');
    live.site.ended = true;
    await live.vodIn('converting');
    const after = await eventually(async () => {
      const text = await playlist(a.vodUuid);
      return text.includes('#EXT-X-ENDLIST') && text;
    }, 'the ENDLIST');
    const lines = (text: string) => text.split('\n').filter((l) => l.startsWith('s/'));
    expect(lines(after).slice(0, 2)).toEqual(lines(before));
    expect(lines(after)).toHaveLength(3);
  });

  onAir('a stream that continues does not restart a recording that the operator stopped', async (live) => {
    await live.began(2);
    expect((await app.call('DELETE', `/jobs/capture_${live.channel.internalName}_*`)).status).toBe(200);
    await eventually(async () => (await live.assignments()).length === 0, 'the assignment to go');
    const polls = live.site.requests.length;
    await eventually(() => Promise.resolve(live.site.requests.length > polls + 5), 'five more polls');
    expect(await live.assignments()).toEqual([]);
    expect(await live.vods()).toHaveLength(1);
  });

  onAir('a dead letter is listed, and takes effect when it is retried', async (live) => {
    const a = await live.began(2);
    await a.write(1);
    await a.seal('endlist');
    const { subject, payload } = a.endedMessage('endlist');
    await app.bus.deadLetters.add(
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
    await live.vodIn('paused');
    expect((await app.call('GET', '/deadletters')).body.data).toEqual([]);
  });

  onAir(
    'integrity-17 a spool that is stored while another recorder records closes the gap between them',
    async (live) => {
      const { uuid } = await live.vodIn('waiting');
      const t0 = Date.now();
      const a = await live.startPart({ vodUuid: uuid, seq: 0, t0 }, 2);
      await live.startPart({ vodUuid: uuid, seq: 5, t0 }, 2);
      await live.vodWith({ gaps: [[6000, 'recorder-lost']], missingMs: 6000 });
      await a.write(3);
      await a.recovered();
      await live.vodWith({ gaps: [], missingMs: 0 });
    },
  );

  onAir('integrity-17 a part that was only in a spool shows the gap behind it, and counts it', async (live) => {
    const { uuid } = await live.vodIn('waiting');
    const t0 = Date.now();
    const a = new FakePart(app, uuid, { seq: 0, t0 });
    (await live.startPart({ vodUuid: uuid, seq: 5, t0 }, 2)).startSnapshots();
    await live.vodWith({ gaps: [], missingMs: 0 });
    await a.write(2);
    await a.seal(null);
    await a.recovered();
    await live.vodWith({ gaps: [[6000, 'recorder-lost']], missingMs: 6000 });
  });

  onAir(
    'integrity-18 a live stream that no recorder has is said to be so, and the missing time counts',
    async (live) => {
      const a = await live.began(2);
      await a.end('drained');
      const text = 'The stream is live, but no recorder is running: nobody records it.';
      const unrecorded = await eventually(
        async () => (await live.vods()).find(({ state_reason: reason }) => reason === text),
        'the reason',
      );
      expect(unrecorded).toMatchObject({ state: 'paused', api_getCapturingStatus: 'STOPPED' });
      expect(unrecorded.gaps.map(({ cause }) => cause)).toEqual(['recorder-lost']);
      expect(unrecorded.missing_ms).toBe(unrecorded.gaps[0]?.durMs);
      live.site.ended = true;
      const ended = await live.vodIn('converting');
      expect(ended.gaps.map(({ at, cause }) => [at, cause])).toEqual([[unrecorded.gaps[0]?.at, 'recorder-lost']]);
      expect(ended.missing_ms).toBeGreaterThanOrEqual(unrecorded.missing_ms);
    },
  );

  onAir(
    'integrity-5 the end of a stream that nothing recorded is unknown, and does not count as missing',
    async (live) => {
      const { uuid: vodUuid } = await live.vodIn('waiting');
      const part = await live.startPart({ vodUuid, seq: 0, t0: Date.now() - 60_000 }, 2);
      live.site.ended = true;
      await part.end('lost');
      const { gaps, missing_ms } = await live.vodIn('converting');
      expect([gaps.map(({ cause }) => cause), missing_ms]).toEqual([['end-unknown'], 0]);
      expect(gaps[0]?.durMs).toBeGreaterThan(50_000);
    },
  );

  onAir(
    'integrity-13 a recording that kills two recorders is set aside with a notice, and tried again alone',
    async (live) => {
      const { uuid } = await live.vodIn('waiting');
      const died = (process = ulid()) =>
        app.bus.publish(
          EVENTS.recorderDied,
          { process, recorder: 'n/0', vodUuids: [uuid], at: Date.now() },
          { msgId: ulid() },
        );
      const assignments = async () =>
        (await app.bus.assignments.all()).flatMap(({ value }) => (value.vodUuid === uuid ? [value] : []));
      const isolated = () =>
        eventually(async () => (await assignments())[0]?.isolated, 'an isolated assignment', 60_000);
      const notice = () =>
        eventually(
          async () => {
            const all = (await app.call<Notice[]>('GET', '/notices')).body.data ?? [];
            return all.find(({ vod_uuid: vod, text }) => vod === uuid && text.startsWith('Recording this stream'));
          },
          'the notice',
          60_000,
        );
      const [first, second] = [ulid(), ulid()];
      await died(first);
      const number = await isolated();
      await died(first);
      await died(second);
      await eventually(async () => (await assignments()).length === 0, 'no assignment', 60_000);
      app.nest.get(Reconcile, { strict: false }).checkAll();
      const text =
        'Recording this stream ended 2 recorders, the last of which recorded nothing else. It is set aside, and tried again every hour.';
      expect(await notice()).toMatchObject({ kind: 'could-not-record', level: 'error', text });
      expect([number, await assignments()]).toEqual([expect.any(Number), []]);
      expect(await live.vodIn('waiting')).toMatchObject({ state_reason: text });
      await app.nest.get(VodWriter, { strict: false }).update(uuid, (vod) => {
        const suspicion = suspicionOf(vod);
        if (suspicion) setSuspicion(vod, { ...suspicion, setAsideUntil: Date.now() });
        return suspicion !== null;
      });
      expect(await isolated()).toEqual(expect.any(Number));
    },
  );

  onAir('media that arrives from a spool after the end is in the next conversion', async (live) => {
    const a = await live.began(2);
    await a.end('endlist');
    live.site.ended = true;
    const sealed = await live.vodIn('converting');
    expect(sealed.media_ms).toBe(4000);
    await a.write(2);
    await a.recovered();
    await eventually(
      async () => (await live.vods()).find((v) => v.media_ms === 8000 && v.state === 'converting'),
      'the timeline with all of it',
      60_000,
    );
  });

  it('the remains of an interrupted deletion are deleted later', async () => {
    const uuid = '00000000-0000-4000-8000-00000000dead';
    await app.storage.put(`vods/${uuid}/files/f0/late.mp4`, Buffer.from('late'));
    const tombstones = app.nest.get(Tombstones, { strict: false });
    await tombstones.put({ uuid, basename: 'gone', at: new Date().toISOString(), names: [] });
    await tombstones.sweep();
    expect(await app.storage.head(`vods/${uuid}/files/f0/late.mp4`)).toBeNull();
  });

  it('a repeated deletion leaves a library file that belongs to another recording by now', async () => {
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
