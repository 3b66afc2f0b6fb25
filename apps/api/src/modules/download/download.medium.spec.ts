import 'reflect-metadata';
import {
  type Channel,
  copyOf,
  type download,
  EVENTS,
  FOLLOWS_BROADCAST,
  type Job,
  objectKeys,
  type Payload,
  PULSES,
  type Vod,
} from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { type ApiHouse, eventually } from '../../testing/api-house.js';
import { takeCommand } from '../../testing/finished-vod.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch, TwitchHouse } from '../../testing/twitch-house.js';
import { ChapterEntity } from '../../story/story.entity.js';
import { AccountVault } from '../../sites/account-vault.js';
import { SOURCE_PURPOSE } from '../channel/source-credentials.js';
import { SpaceRounds } from '../space/space-rounds.js';
import { PartEntity } from '../vod/part.entity.js';
import { UNKNOWN_SITE_VOD } from '../vod/site-vod.js';
import { VodEntity } from '../vod/vod.entity.js';
import { DownloadJobs } from './download-jobs.js';
import { PlayedRecorder } from './played-recorder.fixture.js';

jest.setTimeout(60_000);

const DAY_S = 86_400;
const video = (id: string, more: object = {}) => ({
  id,
  title: `Video ${id}`,
  agoS: DAY_S,
  seconds: 40,
  streamId: `4000${id}`,
  chapters: [
    { atS: 0, category: 'Chess' },
    { atS: 20, category: 'Music' },
  ],
  ...more,
});

let all: TwitchHouse;
let db: DataSource;
let recorder: PlayedRecorder;
let kept: Channel;
beforeAll(async () => {
  const videos = [
    '801',
    '802',
    '803',
    '804',
    '805',
    '806',
    '807',
    '808',
    '809',
    '810',
    '811',
    '812',
    '813',
    '814',
    '815',
    '816',
    '817',
  ].map((id) => video(id));
  all = await TwitchHouse.open({
    settings: { 'downloads.concurrent': 8 },
    channels: [
      onTwitch('kept', '74000001', { past: { videos } }),
      onTwitch('far', '74000002', { past: { videos: [video('850', { title: 'From afar' })] } }),
    ],
  });
  db = all.house.app.get(DataSource, { strict: false });
  recorder = await PlayedRecorder.start(all.house);
  kept = await all.follow('kept');
});
afterAll(async () => {
  await recorder.stop();
  await all.stop();
});

const call: ApiHouse['call'] = (method, path, body) => all.house.call(method, path, body);
const begin = async (id: string, query = ''): Promise<{ job: string; vod: string }> => {
  const { status, body } = await call<{ job: string; vod: string }>('GET', `/channels/kept/download/${id}${query}`);
  expect([status, body.status]).toEqual([200, 'OK']);
  return body.data ?? { job: '', vod: '' };
};
const vodOf = async (uuid: string): Promise<Vod | undefined> => (await call<Vod>('GET', `/vod/${uuid}`)).body.data;
const jobOf = async (name: string): Promise<Job | undefined> =>
  (await call<Job[]>('GET', '/jobs')).body.data?.find((j) => j.name === name);
const inState = (uuid: string, state: Vod['state']): Promise<Vod> =>
  eventually(async () => {
    const vod = await vodOf(uuid);
    return vod?.state === state ? vod : null;
  }, `${state} of ${uuid}`);
const jobIn = (name: string, status: Job['status']): Promise<Job> =>
  eventually(async () => {
    const job = await jobOf(name);
    return job?.status === status ? job : null;
  }, `${status} of ${name}`);

const storedUnder = async (prefix: string): Promise<string[]> =>
  (await all.house.objects(prefix)).map(({ key }) => key);
const bytesUnder = async (prefix: string): Promise<number> =>
  (await all.house.objects(prefix)).reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
const follow = (jobName: string, note: string): void => {
  all.house.bus.pulse(PULSES.jobPulse, {
    jobName,
    at: Date.now(),
    worker: 'n/0',
    pid: 7,
    progress: 0.9,
    rate: 1,
    unit: 'bytes',
    leftMs: null,
    note,
  });
};
const stopAll = async (): Promise<void> => {
  for (const { name, status } of (await call<Job[]>('GET', '/jobs')).body.data ?? [])
    if (name.startsWith('download_') && (status === 'RUNNING' || status === 'WAITING'))
      await call('DELETE', `/jobs/${name}`);
};

/** What a recorder opens of a command. */
function viewers() {
  const sealer = all.house.app.get(Keyring, { strict: false }).purpose(SOURCE_PURPOSE);
  const authorizationOf = ({
    channelUuid,
    sealedHeaders,
  }: Pick<Payload<typeof download>, 'channelUuid' | 'sealedHeaders'>): unknown =>
    (JSON.parse(sealer.open(channelUuid, sealedHeaders ?? '')) as Record<string, unknown>)['authorization'];
  return { vault: all.house.app.get(AccountVault, { strict: false }), authorizationOf };
}

describe('a video of the past', () => {
  it('becomes a VOD that is downloading, by a job; then it is sealed and converted as any recording', async () => {
    const { job, vod: uuid } = await begin('801', '?quality=720p');
    expect(job).toBe('download_vod_801');
    expect(await vodOf(uuid)).toMatchObject({
      state: 'downloading',
      is_capturing: false,
      is_converting: false,
      is_finalized: false,
      failed: false,
      channel_uuid: kept.uuid,
      stream_title: 'Video 801',
      duration: 0,
      twitch_vod_id: '801',
      twitch_vod_exists: true,
      late_s: 0,
    });
    const command = await recorder.command(job);
    expect(command).toMatchObject({
      vodUuid: uuid,
      place: 'parts',
      providerKind: kept.provider,
      videoId: '801',
      qualities: ['720p'],
      fromMs: 0,
      toMs: null,
      channelUuid: kept.uuid,
    });
    await recorder.begins(command);
    expect(await jobIn(job, 'RUNNING')).toMatchObject({
      kind: 'download',
      node: 'n/0',
      pid: 7,
      vod_uuid: uuid,
      can_cancel: true,
    });
    all.house.bus.pulse(PULSES.jobPulse, {
      jobName: job,
      at: Date.now(),
      worker: 'n/0',
      pid: 7,
      progress: 0.5,
      rate: 2_000_000,
      unit: 'bytes',
      leftMs: 9000,
      note: 'fetching',
    });
    await eventually(async () => (await jobOf(job))?.progress === 0.5, 'the progress');
    await recorder.ends(command, 20);
    const converting = await takeCommand(all.house);
    const sealed = await inState(uuid, 'converting');
    expect(sealed).toMatchObject({
      media_ms: 40_000,
      gaps: [],
      stream_resolution: '720p60',
      parts: [{ id: command.partId, segments: 20, cause: 'endlist' }],
      late_s: 0,
    });
    expect(sealed.chapters.map((c) => [c.title, c.game_name, c.offset, c.duration])).toEqual([
      ['Video 801', 'Chess', 0, 20],
      ['Video 801', 'Music', 20, 20],
    ]);
    expect(sealed.media_started_at).toBe(command.startedAt);
    expect(converting.jobName).toBe(`remux_${sealed.basename}`);
    expect(await jobOf(job)).toMatchObject({ status: 'STOPPED', progress: 1, error: null });
    expect((await call<{ duration: number }>('GET', `/vod/${uuid}`)).body.data?.duration).toBe(40);
  });

  it('is called by its broadcast, and nothing random stands in its name (surprise 24)', async () => {
    const { vod: uuid } = await begin('802');
    expect(await vodOf(uuid)).toMatchObject({
      basename: expect.stringMatching(/^kept_.*_4000802$/),
      chapters: [{ title: 'Video 802', game_name: 'Chess' }],
    });
    expect((await db.manager.findOneByOrFail(VodEntity, { uuid })).absoluteNumber).toBeNull();
  });

  it('is not downloaded twice, and one that is not there not at all', async () => {
    expect(await call('GET', '/channels/kept/download/802')).toMatchObject({
      status: 409,
      body: { status: 'ERROR', message: 'Video already downloaded', code: 'video-known' },
    });
    expect(await call('GET', '/channels/kept/download/999')).toMatchObject({
      status: 404,
      body: { message: 'Video not found', code: 'video-missing' },
    });
    expect(await call('GET', '/channels/kept/download/850')).toMatchObject({
      status: 404,
      body: { message: 'Video not found' },
    });
    expect(await call('GET', '/channels/nobody/download/801')).toMatchObject({
      status: 404,
      body: { code: 'channel-missing' },
    });
  });

  it('is downloaded in part, beside the whole', async () => {
    const { vod: uuid, job } = await begin('802', '?from=10&to=30.5');
    expect(job).toBe('download_vod_802_10-30.5');
    const command = await recorder.command(job);
    expect(command).toMatchObject({ fromMs: 10_000, toMs: 30_500 });
    expect(new Date((await vodOf(uuid))?.started_at ?? '').getTime()).toBe(command.startedAt + 10_000);
    const chapters = await db.manager.find(ChapterEntity, { where: { vodUuid: uuid }, order: { at: 'ASC' } });
    expect(chapters.map((c) => [c.category?.name, c.at - command.startedAt])).toEqual([
      ['Chess', 10_000],
      ['Music', 20_000],
    ]);
    expect(await call('GET', '/channels/kept/download/802?from=30&to=10')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'to' }] },
    });
    expect(await call('GET', '/channels/kept/download/803?from=4000')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'from' }] },
    });
  });

  it('that fails says why and can be tried again, behind what is stored', async () => {
    const { job, vod: uuid } = await begin('803');
    const first = await recorder.command(job);
    await recorder.begins(first);
    await recorder.writes(first, 5);
    await recorder.fails(first, 'This video is only for subscribers of the channel.');
    expect(await inState(uuid, 'failed')).toMatchObject({
      failed: true,
      state_reason: 'This video is only for subscribers of the channel.',
    });
    expect(await jobIn(job, 'ERROR')).toMatchObject({
      error: 'This video is only for subscribers of the channel.',
      can_retry: true,
    });
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const second = await recorder.command(job, 2);
    expect([second.partId, second.attempt === first.attempt]).toEqual([first.partId, false]);
    await inState(uuid, 'downloading');
    await recorder.fails(first, 'an old word');
    await recorder.ends(second, 20);
    expect(await inState(uuid, 'converting')).toMatchObject({ media_ms: 40_000 });
  });

  it('counts for what is stored of it: while it goes on, when it fails, and when it is whole', async () => {
    const { job, vod: uuid } = await begin('810');
    const command = await recorder.command(job);
    await recorder.begins(command);
    const half = await recorder.writes(command, 10);
    await recorder.grows(command, half);
    await eventually(async () => (await vodOf(uuid))?.total_size === half, 'half of it');
    await recorder.grows(command, half - 1);
    await recorder.fails(command, 'The site has changed this video.');
    await inState(uuid, 'failed');
    expect((await db.manager.findOneByOrFail(VodEntity, { uuid })).bytes).toBe(
      await bytesUnder(objectKeys.segments(uuid, command.partId)),
    );
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await recorder.ends(await recorder.command(job, 2), 20);
    await inState(uuid, 'converting');
    const { bytes } = await db.manager.findOneByOrFail(VodEntity, { uuid });
    expect([bytes > half, bytes]).toEqual([true, await bytesUnder(objectKeys.segments(uuid, command.partId))]);
    const inAll = await eventually(async () => {
      await all.house.app.get(SpaceRounds, { strict: false }).round();
      const [vod, stored] = [await vodOf(uuid), await bytesUnder(objectKeys.vod(uuid))];
      return vod?.total_size === stored ? stored : null;
    }, 'all of it');
    expect(inAll).toBeGreaterThan(bytes);
  });

  it('that failed with nothing stored begins anew in the quality that is asked for then', async () => {
    const { job, vod: uuid } = await begin('811', '?quality=1440p');
    const first = await recorder.command(job);
    await recorder.fails(first, 'None of the qualities 1440p is offered.');
    expect(await inState(uuid, 'failed')).toMatchObject({ state_reason: 'None of the qualities 1440p is offered.' });
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const second = await recorder.command(job, 2);
    expect(second.qualities).toEqual(['1440p']);
    await recorder.fails(second, 'None of the qualities 1440p is offered.');
    await inState(uuid, 'failed');
    const answer = await call<{ vod: string }>('GET', '/channels/kept/download/811?quality=720p');
    expect(answer.body).toMatchObject({
      status: 'OK',
      message: expect.stringMatching(/^The download of kept_.* is queued$/),
      data: { job, vod: uuid },
    });
    const third = await recorder.command(job, 3);
    expect([third.vodUuid, third.qualities, third.partId === first.partId]).toEqual([uuid, ['720p'], false]);
    expect(await vodOf(uuid)).toMatchObject({ state: 'downloading', state_reason: '', failed: false });
    expect(await call('GET', '/channels/kept/download/811?quality=480p')).toMatchObject({
      status: 409,
      body: { code: 'video-known' },
    });
    await recorder.ends(third, 20);
    expect(await inState(uuid, 'converting')).toMatchObject({ media_ms: 40_000, parts: [{ id: third.partId }] });
  });

  it('that failed with something stored goes on in its quality, and in no other; one that was stopped begins anew in any', async () => {
    const { job, vod: uuid } = await begin('812', '?quality=720p');
    const first = await recorder.command(job);
    await recorder.writes(first, 5);
    await recorder.fails(first, 'The site has no more of it.');
    await inState(uuid, 'failed');
    expect(await call('GET', '/channels/kept/download/812?quality=480p')).toMatchObject({
      status: 409,
      body: { code: 'video-known', message: expect.stringContaining('in quality 720p') },
    });
    expect((await begin('812', '?quality=720p')).vod).toBe(uuid);
    const second = await recorder.command(job, 2);
    expect([second.vodUuid, second.partId, second.qualities]).toEqual([uuid, first.partId, ['720p']]);
    await call('DELETE', `/jobs/${job}`);
    await eventually(async () => (await call('GET', `/vod/${uuid}`)).status === 404, 'the end of the VOD');
    expect((await begin('812', '?quality=480p')).vod).not.toBe(uuid);
    expect((await recorder.command(job, 3)).qualities).toEqual(['480p']);
  });

  it('is asked for as the viewer that the operator has given by then: tried again, or after it waited for its turn', async () => {
    const { vault, authorizationOf } = viewers();
    await vault.keepPlayback('twitch', 'old');
    const { job } = await begin('816');
    const first = await recorder.command(job);
    expect(authorizationOf(first)).toBe('OAuth old');
    await recorder.fails(first, 'The site refuses the token.');
    await jobIn(job, 'ERROR');
    await call('PUT', '/settings', {
      config: { 'downloads.concurrent': 1, 'capture.http_proxy': 'http://127.0.0.1:9' },
    });
    await stopAll();
    const busy = await recorder.command((await begin('817')).job);
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await vault.keepPlayback('twitch', 'new');
    await recorder.fails(busy, 'gone');
    const second = await recorder.command(job, 2);
    expect([authorizationOf(second), second.partId, second.proxy?.for]).toEqual([
      'OAuth new',
      first.partId,
      'playlists',
    ]);
    await recorder.fails(second, 'The site refuses the token.');
    await jobIn(job, 'ERROR');
    await vault.keepPlayback('twitch', null);
    await call('PUT', '/settings', { config: { 'downloads.concurrent': 8, 'capture.http_proxy': '' } });
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    expect(await recorder.command(job, 3)).toMatchObject({ sealedHeaders: null, partId: first.partId });
    expect((await recorder.command(job, 3)).proxy).toBeUndefined();
  });

  it('that waits for its site is not failed', async () => {
    const { job, vod: uuid } = await begin('804');
    const command = await recorder.command(job);
    await recorder.fails(command, 'Twitch is away; it is tried again', true);
    expect(
      await eventually(async () => {
        const vod = await vodOf(uuid);
        return vod?.state_reason === '' ? null : vod;
      }, 'a reason'),
    ).toMatchObject({ state: 'downloading', state_reason: 'Twitch is away; it is tried again' });
    expect(await jobOf(job)).toMatchObject({ status: 'WAITING' });
  });

  it('that is stopped leaves nothing, and can be asked for again by its job', async () => {
    const { job, vod: uuid } = await begin('805');
    const command = await recorder.command(job);
    await recorder.begins(command);
    await recorder.writes(command, 5);
    await jobIn(job, 'RUNNING');
    const heard: string[] = [];
    const off = all.house.bus.onPulse(PULSES.jobCancel, '*', ({ jobName }) => {
      heard.push(jobName);
      return Promise.resolve();
    });
    expect((await call('DELETE', `/jobs/${job}`)).body.message).toBe('Job killed');
    await eventually(async () => (await call('GET', `/vod/${uuid}`)).status === 404, 'the end of the VOD');
    await eventually(async () => (await storedUnder(objectKeys.vod(uuid))).length === 0, 'the end of its objects');
    expect(heard).toContain(job);
    off();
    expect(await jobOf(job)).toMatchObject({ status: 'STOPPED', can_retry: true });
    await recorder.fails(command, 'cancelled');
    await recorder.ends(command, 20);
    expect((await call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const again = await recorder.command(job, 2);
    expect(again.vodUuid).not.toBe(uuid);
    expect(await vodOf(again.vodUuid)).toMatchObject({ state: 'downloading', stream_title: 'Video 805' });
  });

  it('waits for its turn while as many run as the operator wants', async () => {
    await call('PUT', '/settings', { config: { 'downloads.concurrent': 1 } });
    await stopAll();
    const [first, second] = [await begin('806'), await begin('807')];
    const running = await recorder.command(first.job);
    expect(await jobOf(second.job)).toMatchObject({ status: 'WAITING', note: 'waits for its turn' });
    expect(recorder.asked.some((c) => c.jobName === second.job)).toBe(false);
    await recorder.fails(running, 'gone');
    expect(await recorder.command(second.job)).toMatchObject({ videoId: '807' });
    await call('PUT', '/settings', { config: { 'downloads.concurrent': 8 } });
  });

  it('that follows a broadcast leaves its turn to others, as many times as there are turns', async () => {
    await call('PUT', '/settings', { config: { 'downloads.concurrent': 1 } });
    await stopAll();
    const [first, second, third] = [await begin('813'), await begin('814'), await begin('815')];
    await recorder.begins(await recorder.command(first.job));
    await jobIn(first.job, 'RUNNING');
    follow(first.job, FOLLOWS_BROADCAST);
    await recorder.begins(await recorder.command(second.job));
    await jobIn(second.job, 'RUNNING');
    follow(second.job, FOLLOWS_BROADCAST);
    await eventually(async () => (await jobOf(second.job))?.note === FOLLOWS_BROADCAST, 'both follow');
    await all.house.app.get(DownloadJobs, { strict: false }).handOver(1, () => Promise.resolve());
    expect(await jobOf(third.job)).toMatchObject({ status: 'WAITING', note: 'waits for its turn' });
    await call('DELETE', `/jobs/${first.job}`);
    expect(await recorder.command(third.job)).toMatchObject({ videoId: '815' });
    await call('PUT', '/settings', { config: { 'downloads.concurrent': 8 } });
  });

  it('is found by its address, with the part that it names; its channel is taken in without being recorded', async () => {
    const { body } = await call<{ job: string; vod: string }>('POST', '/tools/vod_download', {
      url: 'https://www.twitch.tv/videos/850?t=0h0m10s',
      quality: 'best',
    });
    expect(body).toMatchObject({ status: 'OK', data: { job: 'download_vod_850_10-' } });
    const vod = await vodOf(body.data?.vod ?? '');
    expect(vod).toMatchObject({ stream_title: 'From afar', state: 'downloading' });
    expect((await call<Channel>('GET', `/channels/${vod?.channel_uuid ?? ''}`)).body.data).toMatchObject({
      login: 'far',
      no_capture: true,
    });
    expect((await recorder.command('download_vod_850_10-')).fromMs).toBe(10_000);
  });

  it.each([
    ['GET /channels/kept/download/801?quality=720q', undefined, 'quality'],
    ['GET /channels/kept/download/801?from=-1', undefined, 'from'],
    ['GET /channels/kept/download/801?to=NaN', undefined, 'to'],
    ['GET /channels/kept/download/801?foo=1', undefined, 'foo'],
    [`GET /channels/kept/download/${'9'.repeat(65)}`, undefined, 'id'],
    ['GET /channels/kept/download/..%2f', undefined, 'id'],
    ['POST /tools/vod_download', {}, 'url'],
    ['POST /tools/vod_download', { url: 'https://example.org/x' }, 'url'],
    ['POST /tools/vod_download', { url: 'https://clips.twitch.tv/Abc' }, 'url'],
    ['POST /tools/vod_download', { url: 'https://www.twitch.tv/videos/801', quality: 7 }, 'quality'],
    ['POST /tools/vod_download', { url: 'https://www.twitch.tv/videos/801', more: 1 }, 'more'],
    ['POST /tools/vod_download', { url: 'x'.repeat(3000) }, 'url'],
  ])('%s names what is wrong', async (route, body, field) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
  });
});

describe("the site's copy of a recording", () => {
  const ours = async (siteVideo: string | null): Promise<VodEntity> => {
    const vod = aVod({
      channelUuid: kept.uuid,
      channelName: 'kept',
      providerKind: 'twitch',
      streamId: `own-${siteVideo ?? 'none'}`,
      basename: `ours ${siteVideo ?? 'none'}`,
      state: 'finalized',
      convertState: 'done',
      siteVod:
        siteVideo === null
          ? null
          : { ...UNKNOWN_SITE_VOD, id: siteVideo, createdAt: Date.now() - 86_400_000, exists: 'yes' },
    });
    await store(db, vod);
    await db.manager.save(
      Object.assign(new PartEntity(), {
        partId: ulid(),
        vodUuid: vod.uuid,
        recorder: 'n/0',
        startedAt: vod.startedAt.getTime(),
        endedAt: vod.startedAt.getTime() + 1000,
        cause: 'endlist' as const,
        segments: 1,
      }),
    );
    return vod;
  };

  const conversionOf = async (jobName: string): Promise<{ jobName: string; attempt: string }> => {
    for (let command = await takeCommand(all.house); ; command = await takeCommand(all.house))
      if (command.jobName === jobName) return command;
  };

  it('is fetched beside it, made into a file of its own, and shown as v0 does', async () => {
    const vod = await ours('808');
    expect((await call<{ job: string }>('POST', `/vod/${vod.uuid}/download?quality=best`)).body).toMatchObject({
      status: 'OK',
      data: { job: 'download_vod_808' },
    });
    const command = await recorder.command('download_vod_808');
    expect(command).toMatchObject({ place: 'copy', vodUuid: vod.uuid });
    await recorder.begins(command);
    await recorder.ends(command, 20);
    const converting = await conversionOf('download_vod_808');
    expect(converting).toMatchObject({ attempt: command.attempt, place: 'copy', basename: 'ours 808_vod' });
    expect(await vodOf(vod.uuid)).toMatchObject({ state: 'finalized', is_vod_downloaded: false });
    const key = objectKeys.file(vod.uuid, 'f0', `${command.attempt}.mp4`);
    await all.house.storage.put(key, Buffer.from('a file'));
    const done: Payload<typeof EVENTS.convertDone> = {
      vodUuid: vod.uuid,
      jobName: converting.jobName,
      attempt: converting.attempt,
      at: Date.now(),
      warnings: [],
      files: [
        {
          fileId: 'f0',
          attempt: converting.attempt,
          key,
          basename: 'ours 808_vod.mp4',
          sizeBytes: 6,
          startMs: 0,
          endMs: 40_000,
          videoMs: 40_000,
          metadata: { type: 'video', container: 'mp4', size: 6, duration: 40, full_duration: 40, bitrate: 1 },
          thumbKey: null,
          keyframesKey: null,
        },
      ],
    };
    await all.house.bus.publish(
      EVENTS.convertStarted,
      {
        vodUuid: vod.uuid,
        jobName: converting.jobName,
        attempt: converting.attempt,
        at: Date.now(),
        worker: 'c',
        pid: 1,
      },
      { msgId: `${converting.attempt}:cs` },
    );
    await all.house.bus.publish(EVENTS.convertDone, done, { msgId: `${converting.attempt}:cd` });
    expect(await jobIn('download_vod_808', 'STOPPED')).toMatchObject({ progress: 1, error: null });
    expect(await vodOf(vod.uuid)).toMatchObject({
      state: 'finalized',
      is_vod_downloaded: true,
      path_downloaded_vod: expect.stringContaining('ours 808_vod.mp4'),
      files: [{ basename: 'ours 808_vod.mp4' }],
    });
    await eventually(
      async () => (await storedUnder(objectKeys.vod(copyOf(vod.uuid)))).length === 0,
      'the end of its segments',
    );
  });

  it('that is stopped leaves the recording as it was', async () => {
    const vod = await ours('809');
    await call('POST', `/vod/${vod.uuid}/download`);
    const command = await recorder.command('download_vod_809');
    await recorder.writes(command, 4);
    expect((await storedUnder(objectKeys.vod(copyOf(vod.uuid)))).length).toBe(5);
    expect((await call('DELETE', '/jobs/download_vod_809')).status).toBe(200);
    expect(await storedUnder(objectKeys.vod(copyOf(vod.uuid)))).toEqual([]);
    expect(await vodOf(vod.uuid)).toMatchObject({ state: 'finalized' });
    expect((await call('POST', '/jobs/download_vod_809/retry')).status).toBe(200);
    expect((await recorder.command('download_vod_809', 2)).place).toBe('copy');
  });

  it('needs to be matched first, and names what is wrong', async () => {
    const vod = await ours(null);
    expect(await call('POST', `/vod/${vod.uuid}/download`)).toMatchObject({
      status: 400,
      body: { code: 'no-site-vod', message: expect.stringMatching(/^No twitch_vod_id/) },
    });
    expect(await call('POST', `/vod/${vod.uuid}/download?quality=9`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'quality' }] },
    });
    expect(await call('POST', '/vod/11111111-1111-4111-8111-111111111111/download')).toMatchObject({
      status: 404,
      body: { message: 'Vod not found' },
    });
  });
});
