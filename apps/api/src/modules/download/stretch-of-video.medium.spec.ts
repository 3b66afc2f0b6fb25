import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StreamIds } from '../../detection/stream-ids.js';
import { eventually } from '../../testing/test-app.js';
import { aVideo, DAY_S, DownloadTestApp } from '../../testing/download-test-app.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

const PART = '?from=10&to=20';

let test: DownloadTestApp;
beforeAll(async () => {
  const videos = ['601', '602', '603', '604', '605', '606', '607', '608'].map((id) => aVideo(id));
  test = await DownloadTestApp.open({
    settings: { 'downloads.concurrent': 20 },
    channels: [onTwitch('kept', '76000001', { past: { videos } })],
    followed: { no_capture: true },
  });
});
afterAll(() => test.stop());

const refusalOf = async (id: string, query = ''): Promise<unknown[]> => {
  const { status, body } = await test.call('GET', `/channels/kept/download/${id}${query}`);
  return [status, body.code];
};
const chatOf = (vodUuid: string | null) =>
  eventually(
    () => Promise.resolve(test.recorder.chats.find((c) => c.input.vodUuid === vodUuid)?.input),
    'the command for a chat',
  );

describe('a stretch of a video and all of it', () => {
  it('are separate VODs, each downloaded once, in any order of the requests', async () => {
    const [part, whole, other] = [
      await test.begin('601', PART),
      await test.begin('601'),
      await test.begin('601', '?from=20'),
    ];
    expect(new Set([part.vod, whole.vod, other.vod]).size).toBe(3);
    expect([part.job, whole.job, other.job]).toEqual([
      'download_vod_601_10-20',
      'download_vod_601',
      'download_vod_601_20-',
    ]);
    const commands = await Promise.all([part, whole, other].map(({ job }) => test.recorder.command(job)));
    expect(commands.map(({ input }) => [input.vodUuid, input.fromMs, input.toMs])).toEqual([
      [part.vod, 10_000, 20_000],
      [whole.vod, 0, null],
      [other.vod, 20_000, null],
    ]);
    for (const query of [PART, '', '?from=20']) expect(await refusalOf('601', query)).toEqual([409, 'video-known']);
  });

  it('end with the video if the requested end is later', async () => {
    const rest = await test.begin('608', '?from=10&to=40');
    expect(rest.job).toBe('download_vod_608_10-');
    for (const query of ['?from=10', '?from=10&to=41', '?from=10&to=9000'])
      expect(await refusalOf('608', query)).toEqual([409, 'video-known']);
    const whole = await test.begin('608', '?from=0&to=40');
    expect(whole.job).toBe('download_vod_608');
    for (const query of ['', '?from=0&to=41', '?to=9000'])
      expect(await refusalOf('608', query)).toEqual([409, 'video-known']);
  });

  it('are told apart next to a recording of the broadcast: only the whole video is refused', async () => {
    await store(
      test.db,
      aVod({
        channelUuid: test.channel.uuid,
        channelName: 'kept',
        providerKind: 'twitch',
        streamId: '4000602',
        siteVod: { ...UNKNOWN_SITE_VOD, id: '602', exists: 'yes' },
      }),
    );
    await test.begin('602', PART);
    expect(await refusalOf('602')).toEqual([409, 'video-known']);
  });

  it("have their own jobs for the site's copy and the chat, each for its own range", async () => {
    const [part, whole] = [await test.begin('603', PART), await test.begin('603')];
    await test.recorder.command(whole.job);
    const copy = (await test.call<{ job: string }>('POST', `/vod/${part.vod}/download`)).body.data?.job ?? '';
    expect((await test.recorder.command(copy)).input).toMatchObject({
      place: 'copy',
      vodUuid: part.vod,
      fromMs: 10_000,
      toMs: 20_000,
    });
    expect(await test.jobOf(whole.job)).toMatchObject({ vod_uuid: whole.vod, status: 'WAITING' });
    expect(await test.call('POST', `/vod/${part.vod}/download`)).toMatchObject({
      status: 409,
      body: { code: 'job-running' },
    });

    const chats = await Promise.all(
      [part, whole].map(
        async ({ vod }) => (await test.call<{ job: string }>('POST', `/vod/${vod}/download_chat`)).body.data?.job,
      ),
    );
    expect(chats).toEqual(['chatdownload_603_10-20', 'chatdownload_603']);
    expect([await chatOf(part.vod), await chatOf(whole.vod)]).toMatchObject([
      { fromMs: 10_000, toMs: 20_000 },
      { fromMs: 0, toMs: null },
    ]);
  });

  it('have copy and chat of the whole video if they are matched with another video later', async () => {
    const { vod } = await test.begin('606', PART);
    await test.db.manager.update(
      VodEntity,
      { uuid: vod },
      { siteVod: { ...UNKNOWN_SITE_VOD, id: '607', createdAt: Date.now() - DAY_S * 1000, exists: 'yes' } },
    );
    const copy = (await test.call<{ job: string }>('POST', `/vod/${vod}/download`)).body.data?.job ?? '';
    expect((await test.recorder.command(copy)).input).toMatchObject({
      place: 'copy',
      videoId: '607',
      fromMs: 0,
      toMs: null,
    });
    expect((await test.call<{ job: string }>('POST', `/vod/${vod}/download_chat`)).body.data?.job).toBe(
      'chatdownload_607',
    );
    expect(await chatOf(vod)).toMatchObject({ videoId: '607', fromMs: 0, toMs: null });
  });

  it('are told apart by a chat download by address: only the whole video gets the chat', async () => {
    await test.begin('604', PART);
    const url = 'https://www.twitch.tv/videos/604';
    expect((await test.call('POST', '/tools/chat_download', { url, method: 'td' })).body).toMatchObject({
      status: 'OK',
      data: { job: 'chatdownload_604' },
    });
    expect((await chatOf(null)).videoId).toBe('604');
    await test.call('DELETE', '/jobs/chatdownload_604');
    const whole = await test.begin('604');
    await test.call('POST', '/tools/chat_download', { url, method: 'td' });
    expect(await chatOf(whole.vod)).toMatchObject({ videoId: '604', fromMs: 0, toMs: null });
  });

  it('can both be matched and checked', async () => {
    const [part, whole] = [await test.begin('605', PART), await test.begin('605')];
    for (const { vod } of [part, whole]) {
      expect((await test.call('POST', `/vod/${vod}/match`)).status).toBe(200);
      expect((await test.call('POST', `/vod/${vod}/check_mute`)).status).toBe(200);
      expect(await test.vodOf(vod)).toMatchObject({ twitch_vod_id: '605', twitch_vod_exists: true });
    }
  });

  it('do not hide the present recording of their channel', async () => {
    const startedAt = new Date(Date.now() - DAY_S * 1000 - 60_000);
    await store(
      test.db,
      aVod({
        channelUuid: test.channel.uuid,
        channelName: 'kept',
        providerKind: 'twitch',
        streamId: '4000777',
        state: 'capturing',
        assigned: true,
        assignedAt: new Date(Date.now() + 3_600_000), // so late that no task ends it
        startedAt,
        endedAt: null,
      }),
    );
    const channel = await test.app.nest.get(ChannelRepository, { strict: false }).find(test.channel.uuid);
    expect(channel && (await test.app.nest.get(StreamIds, { strict: false }).isRecorded(channel, '4000777'))).toBe(
      true,
    );
  });
});
