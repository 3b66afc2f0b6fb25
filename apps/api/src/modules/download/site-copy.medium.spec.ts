import 'reflect-metadata';
import { convertJob, copyOf, objectKeys } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ulid } from 'ulid';
import { eventually } from '../../testing/test-app.js';
import { aVideo, DownloadTestApp } from '../../testing/download-test-app.js';
import { type JobCommand, JobReports, takeCommand } from '../../testing/fake-worker.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { PartEntity } from '../../persistence/entities/part.entity.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

import { copyPlacesOf } from '../../vods/copy-places.js';

jest.setTimeout(60_000);

let test: DownloadTestApp;
beforeAll(async () => {
  const videos = ['808', '809'].map((id) => aVideo(id));
  test = await DownloadTestApp.open({ channels: [onTwitch('kept', '74000001', { past: { videos } })] });
});
afterAll(() => test.stop());

describe("the site's copy of a recording", () => {
  const storeRecording = async (siteVideo: string | null): Promise<VodEntity> => {
    const vod = aVod({
      channelUuid: test.channel.uuid,
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
    await store(test.db, vod);
    await test.db.manager.save(
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

  const conversionOf = async (jobName: string): Promise<JobCommand<typeof convertJob>> => {
    for (let command = await takeCommand(test.app, convertJob); ; command = await takeCommand(test.app, convertJob))
      if (command.jobName === jobName) return command;
  };

  it('is downloaded next to it, converted to a file of its own, and listed as in v0', async () => {
    const vod = await storeRecording('808');
    expect((await test.call<{ job: string }>('POST', `/vod/${vod.uuid}/download?quality=best`)).body).toMatchObject({
      status: 'OK',
      data: { job: 'download_vod_808' },
    });
    const command = await test.recorder.command('download_vod_808');
    expect(command.input).toMatchObject({ place: 'copy', vodUuid: vod.uuid });
    await test.recorder.begins(command);
    await test.recorder.ends(command, 20);
    const converting = await conversionOf('download_vod_808');
    expect(converting.input).toMatchObject({ place: 'copy', basename: 'ours 808_vod' });
    expect(await test.vodOf(vod.uuid)).toMatchObject({ state: 'finalized', is_vod_downloaded: false });
    const key = objectKeys.file(vod.uuid, 'f0', `${converting.attempt}.mp4`);
    await test.app.storage.put(key, Buffer.from('a file'));
    const converter = new JobReports<typeof convertJob>(test.app);
    await converter.started(converting);
    await converter.done(converting, {
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
    });
    expect(await test.jobIn('download_vod_808', 'STOPPED')).toMatchObject({ progress: 1, error: null });
    expect(await test.vodOf(vod.uuid)).toMatchObject({
      state: 'finalized',
      is_vod_downloaded: true,
      path_downloaded_vod: expect.stringContaining('ours 808_vod.mp4'),
      files: [{ basename: 'ours 808_vod.mp4' }],
    });
    const stored = await test.db.getRepository(VodEntity).findOneByOrFail({ uuid: vod.uuid });
    expect(copyPlacesOf(stored)?.reduce((ms, { siteMs }) => ms + siteMs, 0)).toBe(40_000);
    await eventually(
      async () => (await test.storedUnder(objectKeys.vod(copyOf(vod.uuid)))).length === 0,
      'the end of its segments',
    );
  });

  it('that is stopped leaves the recording unchanged', async () => {
    const vod = await storeRecording('809');
    await test.call('POST', `/vod/${vod.uuid}/download`);
    const command = await test.recorder.command('download_vod_809');
    await test.recorder.writes(command, 4);
    expect((await test.storedUnder(objectKeys.vod(copyOf(vod.uuid)))).length).toBe(5);
    expect((await test.call('DELETE', '/jobs/download_vod_809')).status).toBe(200);
    expect(await test.storedUnder(objectKeys.vod(copyOf(vod.uuid)))).toEqual([]);
    expect(await test.vodOf(vod.uuid)).toMatchObject({ state: 'finalized' });
    expect((await test.call('POST', '/jobs/download_vod_809/retry')).status).toBe(200);
    expect((await test.recorder.command('download_vod_809', 2)).input.place).toBe('copy');
  });

  it('is refused for an unmatched or unknown VOD and for a wrong quality', async () => {
    const vod = await storeRecording(null);
    expect(await test.call('POST', `/vod/${vod.uuid}/download`)).toMatchObject({
      status: 400,
      body: { code: 'no-site-vod', message: expect.stringMatching(/^No twitch_vod_id/) },
    });
    expect(await test.call('POST', `/vod/${vod.uuid}/download?quality=9`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'quality' }] },
    });
    expect(await test.call('POST', '/vod/11111111-1111-4111-8111-111111111111/download')).toMatchObject({
      status: 404,
      body: { message: 'Vod not found' },
    });
  });
});
