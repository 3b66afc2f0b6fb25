import 'reflect-metadata';
import { objectKeys, PULSES } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../testing/test-app.js';
import { aVideo, DownloadTestApp } from '../../testing/download-test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { VodSpaceCounter } from '../space/vod-space-counter.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

let test: DownloadTestApp;
beforeAll(async () => {
  const videos = ['803', '804', '805', '810', '811', '812'].map((id) => aVideo(id));
  test = await DownloadTestApp.open({ channels: [onTwitch('kept', '74000001', { past: { videos } })] });
});
afterAll(() => test.stop());

describe('a video of the past', () => {
  it('that fails shows the reason, and a retry continues after the stored segments', async () => {
    const { job, vod: uuid } = await test.begin('803');
    const first = await test.recorder.command(job);
    await test.recorder.begins(first);
    await test.recorder.writes(first, 5);
    await test.recorder.fails(first, 'This video is only for subscribers of the channel.');
    expect(await test.inState(uuid, 'failed')).toMatchObject({
      failed: true,
      state_reason: 'This video is only for subscribers of the channel.',
    });
    expect(await test.jobIn(job, 'ERROR')).toMatchObject({
      error: 'This video is only for subscribers of the channel.',
      can_retry: true,
    });
    expect((await test.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const second = await test.recorder.command(job, 2);
    expect([second.input.partId, second.attempt === first.attempt]).toEqual([first.input.partId, false]);
    await test.inState(uuid, 'downloading');
    await test.recorder.fails(first, 'a late report');
    await test.recorder.ends(second, 20);
    expect(await test.inState(uuid, 'converting')).toMatchObject({ media_ms: 40_000 });
  });

  it('has the size of its stored bytes while it runs, after a failure, and when it is complete', async () => {
    const { job, vod: uuid } = await test.begin('810');
    const command = await test.recorder.command(job);
    await test.recorder.begins(command);
    const half = await test.recorder.writes(command, 10);
    await test.recorder.grows(command, half);
    await eventually(async () => (await test.vodOf(uuid))?.total_size === half, 'half of it');
    await test.recorder.grows(command, half - 1);
    await test.recorder.fails(command, 'The site has changed this video.');
    await test.inState(uuid, 'failed');
    expect((await test.db.manager.findOneByOrFail(VodEntity, { uuid })).bytes).toBe(
      await test.bytesUnder(objectKeys.segments(uuid, command.input.partId)),
    );
    expect((await test.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    await test.recorder.ends(await test.recorder.command(job, 2), 20);
    await test.inState(uuid, 'converting');
    const { bytes } = await test.db.manager.findOneByOrFail(VodEntity, { uuid });
    expect([bytes > half, bytes]).toEqual([
      true,
      await test.bytesUnder(objectKeys.segments(uuid, command.input.partId)),
    ]);
    const inAll = await eventually(async () => {
      await test.app.nest.get(VodSpaceCounter, { strict: false }).run();
      const [vod, stored] = [await test.vodOf(uuid), await test.bytesUnder(objectKeys.vod(uuid))];
      return vod?.total_size === stored ? stored : null;
    }, 'all of it');
    expect(inAll).toBeGreaterThan(bytes);
  });

  it('that failed with nothing stored starts again in the newly requested quality', async () => {
    const { job, vod: uuid } = await test.begin('811', '?quality=1440p');
    const first = await test.recorder.command(job);
    await test.recorder.fails(first, 'None of the qualities 1440p is offered.');
    expect(await test.inState(uuid, 'failed')).toMatchObject({
      state_reason: 'None of the qualities 1440p is offered.',
    });
    expect((await test.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const second = await test.recorder.command(job, 2);
    expect(second.input.qualities).toEqual(['1440p']);
    await test.recorder.fails(second, 'None of the qualities 1440p is offered.');
    await test.inState(uuid, 'failed');
    const answer = await test.call<{ vod: string }>('GET', '/channels/kept/download/811?quality=720p');
    expect(answer.body).toMatchObject({
      status: 'OK',
      message: expect.stringMatching(/^The download of kept_.* is queued$/),
      data: { job, vod: uuid },
    });
    const third = await test.recorder.command(job, 3);
    expect([third.input.vodUuid, third.input.qualities, third.input.partId === first.input.partId]).toEqual([
      uuid,
      ['720p'],
      false,
    ]);
    expect(await test.vodOf(uuid)).toMatchObject({ state: 'downloading', state_reason: '', failed: false });
    expect(await test.call('GET', '/channels/kept/download/811?quality=480p')).toMatchObject({
      status: 409,
      body: { code: 'video-known' },
    });
    await test.recorder.ends(third, 20);
    expect(await test.inState(uuid, 'converting')).toMatchObject({
      media_ms: 40_000,
      parts: [{ id: third.input.partId }],
    });
  });

  it('that failed with stored segments continues only in its quality; after a stop it starts again in any quality', async () => {
    const { job, vod: uuid } = await test.begin('812', '?quality=720p');
    const first = await test.recorder.command(job);
    await test.recorder.writes(first, 5);
    await test.recorder.fails(first, 'The site has no more of it.');
    await test.inState(uuid, 'failed');
    expect(await test.call('GET', '/channels/kept/download/812?quality=480p')).toMatchObject({
      status: 409,
      body: { code: 'video-known', message: expect.stringContaining('in quality 720p') },
    });
    expect((await test.begin('812', '?quality=720p')).vod).toBe(uuid);
    const second = await test.recorder.command(job, 2);
    expect([second.input.vodUuid, second.input.partId, second.input.qualities]).toEqual([
      uuid,
      first.input.partId,
      ['720p'],
    ]);
    await test.call('DELETE', `/jobs/${job}`);
    await eventually(async () => (await test.call('GET', `/vod/${uuid}`)).status === 404, 'the end of the VOD');
    expect((await test.begin('812', '?quality=480p')).vod).not.toBe(uuid);
    expect((await test.recorder.command(job, 3)).input.qualities).toEqual(['480p']);
  });

  it('that waits for its site has not failed', async () => {
    const { job, vod: uuid } = await test.begin('804');
    const command = await test.recorder.command(job);
    await test.recorder.fails(command, 'Twitch is away (trying again)', true);
    expect(
      await eventually(async () => {
        const vod = await test.vodOf(uuid);
        return vod?.state_reason === '' ? null : vod;
      }, 'a reason'),
    ).toMatchObject({ state: 'downloading', state_reason: 'Twitch is away (trying again)' });
    expect(await test.jobOf(job)).toMatchObject({ status: 'WAITING' });
  });

  it('that is stopped leaves nothing, and a retry of its job starts again', async () => {
    const { job, vod: uuid } = await test.begin('805');
    const command = await test.recorder.command(job);
    await test.recorder.begins(command);
    await test.recorder.writes(command, 5);
    await test.jobIn(job, 'RUNNING');
    const cancelled: string[] = [];
    const off = test.app.bus.onPulse(PULSES.jobCancel, '*', ({ jobName }) => {
      cancelled.push(jobName);
      return Promise.resolve();
    });
    expect((await test.call('DELETE', `/jobs/${job}`)).body.message).toBe('Job killed');
    await eventually(async () => (await test.call('GET', `/vod/${uuid}`)).status === 404, 'the end of the VOD');
    await eventually(async () => (await test.storedUnder(objectKeys.vod(uuid))).length === 0, 'the end of its objects');
    await eventually(() => Promise.resolve(cancelled.includes(job)), 'the cancel pulse');
    off();
    expect(await test.jobOf(job)).toMatchObject({ status: 'STOPPED', can_retry: true });
    await test.recorder.fails(command, 'cancelled');
    await test.recorder.ends(command, 20);
    expect((await test.call('POST', `/jobs/${job}/retry`)).status).toBe(200);
    const again = (await test.recorder.command(job, 2)).input;
    expect(again.vodUuid).not.toBe(uuid);
    expect(await test.vodOf(again.vodUuid)).toMatchObject({ state: 'downloading', stream_title: 'Video 805' });
  });
});
