import 'reflect-metadata';
import { type Channel, convertJob, PULSES } from '#libs/contracts';
import { message } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../testing/test-app.js';
import { aVideo, DownloadTestApp } from '../../testing/download-test-app.js';
import { takeCommand } from '../../testing/fake-worker.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { ChapterEntity } from '../../persistence/entities/stream-metadata.entity.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

let test: DownloadTestApp;
beforeAll(async () => {
  const chapters = [
    { atS: 0, category: 'Chess' },
    { atS: 20, category: 'Music' },
  ];
  test = await DownloadTestApp.open({
    channels: [
      onTwitch('kept', '74000001', { past: { videos: ['801', '802', '803'].map((id) => aVideo(id, { chapters })) } }),
      onTwitch('far', '74000002', { past: { videos: [aVideo('850', { title: 'From afar', chapters })] } }),
    ],
  });
});
afterAll(() => test.stop());

describe('a video of the past', () => {
  it('becomes a VOD in state downloading; after its job it is sealed and converted like a recording', async () => {
    const { job, vod: uuid } = await test.begin('801', '?quality=720p');
    expect(job).toBe('download_vod_801');
    expect(await test.vodOf(uuid)).toMatchObject({
      state: 'downloading',
      is_capturing: false,
      is_converting: false,
      is_finalized: false,
      failed: false,
      channel_uuid: test.channel.uuid,
      stream_title: 'Video 801',
      duration: 0,
      twitch_vod_id: '801',
      twitch_vod_exists: true,
      late_s: 0,
    });
    const command = await test.recorder.command(job);
    expect(command.input).toMatchObject({
      vodUuid: uuid,
      place: 'parts',
      providerKind: test.channel.provider,
      videoId: '801',
      qualities: ['720p'],
      fromMs: 0,
      toMs: null,
      channelUuid: test.channel.uuid,
    });
    await test.recorder.begins(command);
    expect(await test.jobIn(job, 'RUNNING')).toMatchObject({
      kind: 'download',
      node: 'n/0',
      pid: 7,
      vod_uuid: uuid,
      can_cancel: true,
    });
    test.app.bus.pulse(PULSES.jobPulse, {
      jobName: job,
      attempt: command.attempt,
      at: Date.now(),
      worker: 'n/0',
      pid: 7,
      progress: 0.5,
      rate: 2_000_000,
      unit: 'bytes',
      leftMs: 9000,
      note: message('job.fetching'),
    });
    await eventually(async () => (await test.jobOf(job))?.progress === 0.5, 'the progress');
    await test.recorder.ends(command, 20);
    const converting = await takeCommand(test.app, convertJob);
    const sealed = await test.inState(uuid, 'converting');
    expect(sealed).toMatchObject({
      media_ms: 40_000,
      gaps: [],
      stream_resolution: '720p60',
      parts: [{ id: command.input.partId, segments: 20, cause: 'endlist' }],
      late_s: 0,
    });
    expect(sealed.chapters.map((c) => [c.title, c.game_name, c.offset, c.duration])).toEqual([
      ['Video 801', 'Chess', 0, 20],
      ['Video 801', 'Music', 20, 20],
    ]);
    expect(sealed.media_started_at).toBe(command.input.startedAt);
    expect(converting.jobName).toBe(`remux_${sealed.basename}`);
    expect(await test.jobOf(job)).toMatchObject({ status: 'STOPPED', progress: 1, error: null });
    expect((await test.call<{ duration: number }>('GET', `/vod/${uuid}`)).body.data?.duration).toBe(40);
  });

  it('is named after its broadcast, without a random part (Q24)', async () => {
    const { vod: uuid } = await test.begin('802');
    expect(await test.vodOf(uuid)).toMatchObject({
      basename: expect.stringMatching(/^kept_.*_4000802$/),
      chapters: [{ title: 'Video 802', game_name: 'Chess' }],
    });
    expect((await test.db.manager.findOneByOrFail(VodEntity, { uuid })).absoluteNumber).toBeNull();
  });

  it('is not downloaded twice, and an unknown video is not downloaded', async () => {
    expect(await test.call('GET', '/channels/kept/download/802')).toMatchObject({
      status: 409,
      body: { status: 'ERROR', message: 'Video already downloaded', code: 'video-known' },
    });
    expect(await test.call('GET', '/channels/kept/download/999')).toMatchObject({
      status: 404,
      body: { message: 'Video not found', code: 'video-missing' },
    });
    expect(await test.call('GET', '/channels/kept/download/850')).toMatchObject({
      status: 404,
      body: { message: 'Video not found' },
    });
    expect(await test.call('GET', '/channels/nobody/download/801')).toMatchObject({
      status: 404,
      body: { code: 'channel-missing' },
    });
  });

  it('is downloaded in part next to the complete one', async () => {
    const { vod: uuid, job } = await test.begin('802', '?from=10&to=30.5');
    expect(job).toBe('download_vod_802_10-30.5');
    const { input } = await test.recorder.command(job);
    expect(input).toMatchObject({ fromMs: 10_000, toMs: 30_500 });
    expect(new Date((await test.vodOf(uuid))?.started_at ?? '').getTime()).toBe(input.startedAt + 10_000);
    const chapters = await test.db.manager.find(ChapterEntity, { where: { vodUuid: uuid }, order: { at: 'ASC' } });
    expect(chapters.map((c) => [c.category?.name, c.at - input.startedAt])).toEqual([
      ['Chess', 10_000],
      ['Music', 20_000],
    ]);
    expect(await test.call('GET', '/channels/kept/download/802?from=30&to=10')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'to' }] },
    });
    expect(await test.call('GET', '/channels/kept/download/803?from=4000')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'from' }] },
    });
  });

  it('is found by its address, with the start time in it; its channel is added without recording', async () => {
    const { body } = await test.call<{ job: string; vod: string }>('POST', '/tools/vod_download', {
      url: 'https://www.twitch.tv/videos/850?t=0h0m10s',
      quality: 'best',
    });
    expect(body).toMatchObject({ status: 'OK', data: { job: 'download_vod_850_10-' } });
    const vod = await test.vodOf(body.data?.vod ?? '');
    expect(vod).toMatchObject({ stream_title: 'From afar', state: 'downloading' });
    expect((await test.call<Channel>('GET', `/channels/${vod?.channel_uuid ?? ''}`)).body.data).toMatchObject({
      login: 'far',
      no_capture: true,
    });
    expect((await test.recorder.command('download_vod_850_10-')).input.fromMs).toBe(10_000);
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
  ])('%s is refused on its field', async (route, body, field) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await test.call(method, path, body);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
  });
});
