import 'reflect-metadata';
import { objectKeys, PULSES } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../testing/test-app.js';
import { aVideo, DownloadTestApp } from '../../testing/download-test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { VodSpaceCounter } from '../space/vod-space-counter.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

let all: DownloadTestApp;
beforeAll(async () => {
  const videos = ['803', '804', '805', '810', '811', '812'].map((id) => aVideo(id));
  all = await DownloadTestApp.open({ channels: [onTwitch('kept', '74000001', { past: { videos } })] });
});
afterAll(() => all.stop());

describe('a video of the past', () => {
  it('that fails says why and can be tried again, behind what is stored', async () => {
    const { job, vod: uuid } = await all.begin('803');
    const first = await all.recorder.command(job);
    await all.recorder.begins(first);
    await all.recorder.writes(first, 5);
    await all.recorder.fails(first, 'This video is only for subscribers of the channel.');
    expect(await all.inState(uuid, 'failed')).toMatchObject({
      failed: true,
      state_reason: 'This video is only for subscribers of the channel.',
    });
    expect(await all.jobIn(job, 'ERROR')).toMatchObject({
      error: 'This video is only for subscribers of the channel.',
      can_retry: true,
    });
    expect((await all.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const second = await all.recorder.command(job, 2);
    expect([second.input.partId, second.attempt === first.attempt]).toEqual([first.input.partId, false]);
    await all.inState(uuid, 'downloading');
    await all.recorder.fails(first, 'an old word');
    await all.recorder.ends(second, 20);
    expect(await all.inState(uuid, 'converting')).toMatchObject({ media_ms: 40_000 });
  });

  it('counts for what is stored of it: while it goes on, when it fails, and when it is whole', async () => {
    const { job, vod: uuid } = await all.begin('810');
    const command = await all.recorder.command(job);
    await all.recorder.begins(command);
    const half = await all.recorder.writes(command, 10);
    await all.recorder.grows(command, half);
    await eventually(async () => (await all.vodOf(uuid))?.total_size === half, 'half of it');
    await all.recorder.grows(command, half - 1);
    await all.recorder.fails(command, 'The site has changed this video.');
    await all.inState(uuid, 'failed');
    expect((await all.db.manager.findOneByOrFail(VodEntity, { uuid })).bytes).toBe(
      await all.bytesUnder(objectKeys.segments(uuid, command.input.partId)),
    );
    expect((await all.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await all.recorder.ends(await all.recorder.command(job, 2), 20);
    await all.inState(uuid, 'converting');
    const { bytes } = await all.db.manager.findOneByOrFail(VodEntity, { uuid });
    expect([bytes > half, bytes]).toEqual([
      true,
      await all.bytesUnder(objectKeys.segments(uuid, command.input.partId)),
    ]);
    const inAll = await eventually(async () => {
      await all.app.nest.get(VodSpaceCounter, { strict: false }).run();
      const [vod, stored] = [await all.vodOf(uuid), await all.bytesUnder(objectKeys.vod(uuid))];
      return vod?.total_size === stored ? stored : null;
    }, 'all of it');
    expect(inAll).toBeGreaterThan(bytes);
  });

  it('that failed with nothing stored begins anew in the quality that is asked for then', async () => {
    const { job, vod: uuid } = await all.begin('811', '?quality=1440p');
    const first = await all.recorder.command(job);
    await all.recorder.fails(first, 'None of the qualities 1440p is offered.');
    expect(await all.inState(uuid, 'failed')).toMatchObject({
      state_reason: 'None of the qualities 1440p is offered.',
    });
    expect((await all.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const second = await all.recorder.command(job, 2);
    expect(second.input.qualities).toEqual(['1440p']);
    await all.recorder.fails(second, 'None of the qualities 1440p is offered.');
    await all.inState(uuid, 'failed');
    const answer = await all.call<{ vod: string }>('GET', '/channels/kept/download/811?quality=720p');
    expect(answer.body).toMatchObject({
      status: 'OK',
      message: expect.stringMatching(/^The download of kept_.* is queued$/),
      data: { job, vod: uuid },
    });
    const third = await all.recorder.command(job, 3);
    expect([third.input.vodUuid, third.input.qualities, third.input.partId === first.input.partId]).toEqual([
      uuid,
      ['720p'],
      false,
    ]);
    expect(await all.vodOf(uuid)).toMatchObject({ state: 'downloading', state_reason: '', failed: false });
    expect(await all.call('GET', '/channels/kept/download/811?quality=480p')).toMatchObject({
      status: 409,
      body: { code: 'video-known' },
    });
    await all.recorder.ends(third, 20);
    expect(await all.inState(uuid, 'converting')).toMatchObject({
      media_ms: 40_000,
      parts: [{ id: third.input.partId }],
    });
  });

  it('that failed with something stored goes on in its quality, and in no other; one that was stopped begins anew in any', async () => {
    const { job, vod: uuid } = await all.begin('812', '?quality=720p');
    const first = await all.recorder.command(job);
    await all.recorder.writes(first, 5);
    await all.recorder.fails(first, 'The site has no more of it.');
    await all.inState(uuid, 'failed');
    expect(await all.call('GET', '/channels/kept/download/812?quality=480p')).toMatchObject({
      status: 409,
      body: { code: 'video-known', message: expect.stringContaining('in quality 720p') },
    });
    expect((await all.begin('812', '?quality=720p')).vod).toBe(uuid);
    const second = await all.recorder.command(job, 2);
    expect([second.input.vodUuid, second.input.partId, second.input.qualities]).toEqual([
      uuid,
      first.input.partId,
      ['720p'],
    ]);
    await all.call('DELETE', `/jobs/${job}`);
    await eventually(async () => (await all.call('GET', `/vod/${uuid}`)).status === 404, 'the end of the VOD');
    expect((await all.begin('812', '?quality=480p')).vod).not.toBe(uuid);
    expect((await all.recorder.command(job, 3)).input.qualities).toEqual(['480p']);
  });

  it('that waits for its site is not failed', async () => {
    const { job, vod: uuid } = await all.begin('804');
    const command = await all.recorder.command(job);
    await all.recorder.fails(command, 'Twitch is away (trying again)', true);
    expect(
      await eventually(async () => {
        const vod = await all.vodOf(uuid);
        return vod?.state_reason === '' ? null : vod;
      }, 'a reason'),
    ).toMatchObject({ state: 'downloading', state_reason: 'Twitch is away (trying again)' });
    expect(await all.jobOf(job)).toMatchObject({ status: 'WAITING' });
  });

  it('that is stopped leaves nothing, and can be asked for again by its job', async () => {
    const { job, vod: uuid } = await all.begin('805');
    const command = await all.recorder.command(job);
    await all.recorder.begins(command);
    await all.recorder.writes(command, 5);
    await all.jobIn(job, 'RUNNING');
    const cancelled: string[] = [];
    const off = all.app.bus.onPulse(PULSES.jobCancel, '*', ({ jobName }) => {
      cancelled.push(jobName);
      return Promise.resolve();
    });
    expect((await all.call('DELETE', `/jobs/${job}`)).body.message).toBe('Job killed');
    await eventually(async () => (await all.call('GET', `/vod/${uuid}`)).status === 404, 'the end of the VOD');
    await eventually(async () => (await all.storedUnder(objectKeys.vod(uuid))).length === 0, 'the end of its objects');
    await eventually(() => Promise.resolve(cancelled.includes(job)), 'the cancel pulse');
    off();
    expect(await all.jobOf(job)).toMatchObject({ status: 'STOPPED', can_retry: true });
    await all.recorder.fails(command, 'cancelled');
    await all.recorder.ends(command, 20);
    expect((await all.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const again = (await all.recorder.command(job, 2)).input;
    expect(again.vodUuid).not.toBe(uuid);
    expect(await all.vodOf(again.vodUuid)).toMatchObject({ state: 'downloading', stream_title: 'Video 805' });
  });
});
