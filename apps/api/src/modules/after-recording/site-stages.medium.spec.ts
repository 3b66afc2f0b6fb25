import 'reflect-metadata';
import { type VodStage } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ulid } from 'ulid';
import { PartEntity } from '../../persistence/entities/part.entity.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { aVideo, DAY_S, DownloadTestApp } from '../../testing/download-test-app.js';
import { aVod, store } from '../../testing/rows.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';

jest.setTimeout(120_000);

let test: DownloadTestApp;
beforeAll(async () => {
  const videos = ['901', '902'].map((id) => aVideo(id));
  test = await DownloadTestApp.open({
    channels: [onTwitch('dock', '74000009', { past: { videos } })],
    followed: { download_chat: true },
    running: ['after-recording'],
  });
});
afterAll(() => test.stop());

/** A finished recording of the broadcast of a video. */
async function recording(streamId: string, over: Partial<VodEntity> = {}): Promise<VodEntity> {
  const vod = aVod({
    channelUuid: test.channel.uuid,
    channelName: 'dock',
    providerKind: 'twitch',
    streamId,
    basename: `dock ${streamId}`,
    startedAt: new Date(Date.now() - DAY_S * 1000),
    endedAt: new Date(),
    ...over,
  });
  await store(test.db, vod);
  const part = { partId: ulid(), vodUuid: vod.uuid, recorder: 'n/0', startedAt: 1, endedAt: 2, segments: 1 };
  await test.db.manager.save(Object.assign(new PartEntity(), { ...part, cause: 'endlist' as const }));
  return vod;
}

const stages = async (uuid: string): Promise<VodStage[]> =>
  (await test.call<VodStage[]>('GET', `/vod/${uuid}/stages`)).body.data ?? [];
const stageIn = (uuid: string, kind: VodStage['kind'], status: VodStage['status']): Promise<VodStage> =>
  eventually(async () => (await stages(uuid)).find((s) => s.kind === kind && s.status === status), `${kind} ${status}`);
const restart = (uuid: string, kind: VodStage['kind'] = 'match') =>
  test.call('POST', `/vod/${uuid}/stages/${kind}/restart`);

describe("the stages that need the site's video", () => {
  it('match it, then download its chat, as v0 does for a channel with that switch', async () => {
    const { uuid } = await recording('4000901');
    await restart(uuid);
    const { jobName, attempt, input } = await test.recorder.chatDownloads.command('chatdownload_901');
    expect(input).toMatchObject({ vodUuid: uuid, videoId: '901', method: 'td' });
    expect(await stageIn(uuid, 'match', 'done')).toMatchObject({ result: 'Matched with the VOD 901' });
    await test.app.storage.put(input.outKey, Buffer.from('{}'));
    await test.recorder.chatDownloads.done(
      { jobName, attempt },
      {
        key: input.outKey,
        sizeBytes: 2,
        messages: 3,
        warnings: [],
      },
    );
    expect(await stageIn(uuid, 'download-chat', 'done')).toMatchObject({ job: 'chatdownload_901' });
    expect(await test.vodOf(uuid)).toMatchObject({ is_chat_downloaded: true, twitch_vod_id: '901' });
  });

  it('wait until the site lists it, without holding up the others', async () => {
    await test.call('PUT', '/settings', { config: { 'cleanup.after_recording': true } });
    const { uuid } = await recording('4000999', { startedAt: new Date(), endedAt: null });
    await restart(uuid);
    await stageIn(uuid, 'cleanup', 'done');
    expect(await stages(uuid)).toMatchObject([
      { kind: 'match', status: 'running' },
      { kind: 'download-chat', status: 'waiting' },
      { kind: 'cleanup', status: 'done' },
    ]);
    await test.call('DELETE', `/jobs/match_${uuid}`);
    await stageIn(uuid, 'match', 'failed');
    expect(await stageIn(uuid, 'download-chat', 'skipped')).toMatchObject({
      result: 'The site has no VOD of this broadcast.',
    });
    await test.call('PUT', '/settings', { config: { 'cleanup.after_recording': false } });
  });

  it('W78 wait with the copy until the site could complete it, and download it in the wanted quality', async () => {
    await test.call('PUT', `/channels/${test.channel.uuid}`, {
      download_chat: false,
      download_vod_at_end: true,
      download_vod_at_end_quality: '720p',
    });
    const matched = { ...UNKNOWN_SITE_VOD, id: '902', exists: 'yes' as const, createdAt: Date.now() };
    const { uuid } = await recording('4000902', { siteVod: matched });
    await restart(uuid);
    const minutes = { config: { 'after_recording.download_delay_min': 0 } };
    expect(await stageIn(uuid, 'download-vod', 'waiting')).toMatchObject({ job: null });
    await test.call('PUT', '/settings', minutes);
    await restart(uuid, 'download-vod');
    const command = await test.recorder.command('download_vod_902');
    expect(command.input).toMatchObject({ place: 'copy', vodUuid: uuid, qualities: ['720p'] });
    expect(await stageIn(uuid, 'download-vod', 'running')).toMatchObject({ job: 'download_vod_902' });
    await test.call('DELETE', '/jobs/download_vod_902');
    expect(await stageIn(uuid, 'download-vod', 'failed')).toMatchObject({ result: 'stopped by the operator' });
  });
});
