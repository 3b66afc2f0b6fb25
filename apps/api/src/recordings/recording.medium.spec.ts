import { type Channel, chatFileJob, convertJob, objectKeys, renditionPath, type Vod } from '#libs/contracts';
import { message } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { concurrentCases } from '../../../../tools/jest/concurrent-cases.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { JobReports, takeCommand } from '../testing/fake-worker.js';
import { finishedVod, recordedVod, vodThatIs } from '../testing/finished-vod.js';
import { FakePart } from '../testing/fake-part.js';
import { Sweeper } from '../workflows/sweeper.js';
import { DataSource } from 'typeorm';
import { PlayerLinks } from '../modules/auth/player-links.service.js';
import { FileEntity } from '../persistence/entities/file.entity.js';
import { aFile } from '../testing/rows.js';
import { VodEntity } from '../persistence/entities/vod.entity.js';
import { PartReader } from '../vods/part-reader.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { WorkerJobs } from '../jobs/worker-jobs.js';
import { remuxJobName } from '../vods/job-names.js';
import { ConvertJob } from '../workflows/convert-job.js';

jest.setTimeout(90_000);

/** Without events, most of the time is spent waiting: the other cases run meanwhile. */
const fromTheStart = concurrentCases();

describe('a refused conversion', () => {
  it('is reported to the operator with its reason, and is tried again from the job list', async () => {
    const app = await TestApp.start();
    const site = await LiveHls.start();
    try {
      await recordedVod(app, site, 'pier');
      const command = await takeCommand(app, convertJob);
      await new JobReports(app).failed(command, 'the file is not whole');
      const failed = await eventually(() => vodThatIs(app, 'failed'), 'the failure');
      expect(failed.state_reason).toBe('the file is not whole');
      expect((await app.call('POST', `/jobs/${encodeURIComponent(command.jobName)}/retry`)).status).toBe(200);
      await eventually(() => vodThatIs(app, 'converting'), 'the second try');
    } finally {
      await app.stop();
      await site.stop();
    }
  });
});

describe('a finished conversion', () => {
  let app: TestApp;
  let site: LiveHls;
  let vod: Vod;
  beforeAll(async () => {
    app = await TestApp.start({ receivesEvents: false });
    await app.call('PUT', '/settings', { config: { 'after_recording.match': false } }); // its segments would wait for it
    site = await LiveHls.start();
    vod = await finishedVod(app, site);
  });
  afterAll(async () => {
    await app.stop();
    await site.stop();
  });

  it('of which no event tells is found by its receipt on storage', () => {
    expect(vod.files).toMatchObject([{ basename: 'quay.mp4', size: 6 }]);
  });

  it('stays where a run has read the VOD just before', async () => {
    const row = await app.nest.get(VodRepository, { strict: false }).find(vod.uuid);
    const before = Object.assign(new VodEntity(), row, { convertState: 'running' });
    expect(await app.nest.get(ConvertJob, { strict: false }).recover(before)).toBe(false);
    expect(await vodThatIs(app, 'finalized')).toMatchObject({ uuid: vod.uuid, files: vod.files });
  });

  it('stays when its segments go: the playlist says where the file is, and the file is there by Range', async () => {
    const [partId = ''] = await app.nest.get(PartReader, { strict: false }).partIds(vod.uuid);
    const audio = objectKeys.segment(vod.uuid, renditionPath(partId, 'a00000001'), 'n.ts');
    await app.storage.put(audio, Buffer.from('audio'));
    await app.call('PUT', '/settings', { config: { 'capture.keep_segments_h': 0, 'capture.reopen_s': 0 } });
    await app.nest.get(Sweeper, { strict: false }).run();
    const gone = await app.call('GET', `/vod/${vod.uuid}/index.m3u8`);
    expect([gone.status, gone.body.code, gone.body.message]).toEqual([
      410,
      'segments-gone',
      expect.stringContaining(`${vod.webpath}/quay.mp4`),
    ]);
    const left: string[] = [];
    for await (const object of app.storage.list(objectKeys.parts(vod.uuid))) left.push(object.key);
    expect(left).toEqual([]);
    const file = await fetch(`${app.origin}${vod.files[0]?.url}`, { headers: { range: 'bytes=2-3' } });
    expect([file.status, await file.text()]).toEqual([206, 'fi']);
    expect((await app.call<Vod>('GET', `/vod/${vod.uuid}`)).body.data).toMatchObject({
      playlist_url: null,
      total_size: 6,
    });
  });

  it('integrity-9 plays by its player address after that, and several files play one after the other', async () => {
    const { url } = (await app.call<{ url: string }>('GET', `/vod/${vod.uuid}/share`)).body.data ?? { url: '' };
    const isSigned = async (address: string): Promise<boolean> => {
      const { pathname, searchParams } = new URL(address);
      const query = Object.fromEntries(searchParams);
      return (await app.nest.get(PlayerLinks, { strict: false }).verify(pathname, query)).state === 'good';
    };
    const file = await fetch(url);
    expect([await isSigned(file.url), new URL(file.url).pathname, await file.text()]).toEqual([
      true,
      `${vod.webpath}/quay.mp4`,
      'a file',
    ]);
    const second = aFile({ vodUuid: vod.uuid, fileId: 'f1', basename: 'quay-2.mp4', startMs: 4000, endMs: 9000 });
    await app.nest.get(DataSource).manager.save(FileEntity, second);
    const list = await fetch(url);
    const lines = (await list.text()).split('\n');
    await app.nest.get(DataSource).manager.delete(FileEntity, { id: second.id });
    const addresses = lines.filter((line) => line.startsWith('http'));
    expect([
      await isSigned(list.url),
      list.headers.get('content-type'),
      ...(await Promise.all(addresses.map(isSigned))),
    ]).toEqual([true, 'audio/x-mpegurl; charset=utf-8', true, true]);
    expect(addresses.map((address) => new URL(address).pathname)).toEqual([
      `${vod.webpath}/quay.mp4`,
      `${vod.webpath}/quay-2.mp4`,
    ]);
    expect(lines.filter((line) => line.startsWith('#EXTINF'))).toEqual([
      expect.stringMatching(/^#EXTINF:4,/),
      expect.stringMatching(/^#EXTINF:5,/),
    ]);
  });

  it('is not replaced by a stream that returns after its segments are gone', async () => {
    site.ended = false;
    site.publish({
      name: 's9.ts',
      body: Buffer.from('x'),
      durMs: 2000,
      tags: [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`],
    });
    const next = await eventually(
      async () => (await app.call<Vod[]>('GET', '/vod')).body.data?.find((v) => v.uuid !== vod.uuid),
      'a VOD of its own',
    );
    expect(next.state).toBe('waiting');
    expect((await app.call<Vod>('GET', `/vod/${vod.uuid}`)).body.data?.state).toBe('finalized');
  });
});

describe.each([
  ['with every event delivered', true],
  ['with every event of stream EVT lost', false],
])('a recording, %s', (_, receivesEvents) => {
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
  const vods = async (): Promise<Vod[]> =>
    (await app.call<Vod[]>('GET', `/vod?channel=${channel.uuid}`)).body.data ?? [];
  const vodIn = (state: Vod['state']) =>
    eventually(async () => (await vods()).find((v) => v.state === state), `a VOD that is ${state}`, 60_000);

  const open = async (): Promise<void> => {
    app = await TestApp.start({ receivesEvents });
    site = await LiveHls.start();
    air();
    await app.call('PUT', '/settings', { config: { 'live.poll_s': 0.2, 'capture.grace_s': 0.5 } });
    channel = (
      await app.call<Channel>('POST', '/channels', { provider: 'hls', url: site.url, internalName: 'harbour' })
    ).body.data as Channel;
  };
  afterAll(async () => {
    await app.stop();
    await site.stop();
  });

  fromTheStart.it('goes from live to one sealed VOD whose conversion is asked for', async () => {
    await open();
    const waiting = await vodIn('waiting');
    const assignment = await eventually(
      async () => (await app.bus.assignments.get(waiting.uuid))?.value,
      'the assignment',
    );
    expect(assignment).toMatchObject({
      sourceUrl: expect.stringMatching(/^v1\./),
      sourceNetwork: 'loopback',
      qualities: ['best'],
      channelUuid: channel.uuid,
    });

    const t0 = Date.now();
    const a = new FakePart(app, waiting.uuid, { seq: 0, t0: t0 });
    await a.write(3);
    await a.seal(null);
    if (receivesEvents) await a.started();
    a.notices = [{ code: 'dates-moved', count: 1 }];
    a.snapshot();
    await vodIn('capturing');
    const noticed = async () => (await vods())[0]?.parts[0]?.notices;
    if (receivesEvents)
      expect(await noticed()).toEqual([
        { code: 'dates-moved', text: 'The playlist changed the dates of known segments.', count: 1 },
      ]);
    a.notices = [{ code: 'dates-moved', count: 2 }];

    await a.seal('endlist');
    if (receivesEvents) await a.ended('endlist');
    a.snapshot('standby');
    site.ended = true;
    const b = new FakePart(app, waiting.uuid, { seq: 2, t0: t0 });
    await b.write(3);
    await b.seal('endlist');

    const sealed = await vodIn('converting');
    expect(sealed.parts).toHaveLength(2);
    expect(await noticed()).toMatchObject([{ code: 'dates-moved', count: 2 }]);
    expect([sealed.media_ms, sealed.gaps]).toEqual([10_000, []]);
    expect(await vods()).toHaveLength(1);
    await eventually(async () => (await app.bus.assignments.get(waiting.uuid)) === null, 'the end of its assignment');
    expect((await app.call<{ name: string }[]>('GET', '/jobs')).body.data?.map((j) => j.name)).toEqual([
      `remux_${sealed.basename}`,
    ]);
  });

  it('is playable as a whole the moment it ends, each source second once', async () => {
    const [vod] = await vods();
    const { text } = await app.call('GET', `/vod/${vod?.uuid}/index.m3u8`);
    const segments = text.split('\n').filter((l) => l.startsWith('s/'));
    expect(segments.map((s) => Number(/\/\d{6}-(\d{12})-/.exec(s)?.[1]))).toEqual([0, 1, 2, 3, 4]);
    expect(text.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
    const first = await fetch(`${app.origin}/api/v0/vod/${vod?.uuid}/${segments[0]}`);
    expect([first.status, await first.text()]).toEqual([200, 'segment 0']);
  });

  it('reopens for a stream that returns in time', async () => {
    site.ended = false;
    air();
    const back = await vodIn('paused');
    expect(await vods()).toHaveLength(1);
    await eventually(() => app.bus.assignments.get(back.uuid), 'its assignment');
    const row = await app.nest.get(VodRepository, { strict: false }).find(back.uuid);
    const conversion = row && (await app.nest.get(JobRepository, { strict: false }).find(remuxJobName(row)));
    expect(conversion).toMatchObject({ status: 'STOPPED', note: message('job.stream-came-back') });
    const stages = app.nest.get(WorkerJobs, { strict: false }).allStages();
    expect(stages.filter((stage) => stage.needsWholeRecording).map(({ def }) => def)).toEqual(
      expect.arrayContaining([convertJob, chatFileJob]),
    );
  });
});
