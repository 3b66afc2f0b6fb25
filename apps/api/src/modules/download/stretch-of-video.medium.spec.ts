import 'reflect-metadata';
import { type Channel, type Job, type Vod } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { StreamIds } from '../../live-watch/stream-ids.js';
import { type ApiHouse, eventually } from '../../testing/api-house.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch, TwitchHouse } from '../../testing/twitch-house.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { UNKNOWN_SITE_VOD } from '../vod/site-vod.js';
import { VodEntity } from '../vod/vod.entity.js';
import { PlayedRecorder } from './played-recorder.fixture.js';

jest.setTimeout(60_000);

const DAY_S = 86_400;
const PART = '?from=10&to=20';

let all: TwitchHouse;
let db: DataSource;
let recorder: PlayedRecorder;
let kept: Channel;
beforeAll(async () => {
  const videos = ['601', '602', '603', '604', '605', '606', '607'].map((id) => ({
    id,
    title: `Video ${id}`,
    agoS: DAY_S,
    seconds: 40,
    streamId: `4000${id}`,
    chapters: [],
  }));
  all = await TwitchHouse.open({
    settings: { 'downloads.concurrent': 20 },
    channels: [onTwitch('kept', '76000001', { past: { videos } })],
  });
  db = all.house.app.get(DataSource, { strict: false });
  recorder = await PlayedRecorder.start(all.house);
  kept = await all.follow('kept', { no_capture: true });
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
const refusalOf = async (id: string, query = ''): Promise<unknown[]> => {
  const { status, body } = await call('GET', `/channels/kept/download/${id}${query}`);
  return [status, body.code];
};
const vodOf = async (uuid: string): Promise<Vod | undefined> => (await call<Vod>('GET', `/vod/${uuid}`)).body.data;
const jobOf = async (name: string): Promise<Job | undefined> =>
  (await call<Job[]>('GET', '/jobs')).body.data?.find((j) => j.name === name);
const chatOf = (vodUuid: string | null) =>
  eventually(() => Promise.resolve(recorder.chats.find((c) => c.vodUuid === vodUuid)), 'the command for a chat');

describe('a stretch of a video and all of it', () => {
  it('are VODs of their own, in whichever order they are asked for; each of them once', async () => {
    const [part, whole, other] = [await begin('601', PART), await begin('601'), await begin('601', '?from=20')];
    expect(new Set([part.vod, whole.vod, other.vod]).size).toBe(3);
    expect([part.job, whole.job, other.job]).toEqual([
      'download_vod_601_10-20',
      'download_vod_601',
      'download_vod_601_20-',
    ]);
    const asked = await Promise.all([part, whole, other].map(({ job }) => recorder.command(job)));
    expect(asked.map((c) => [c.vodUuid, c.fromMs, c.toMs])).toEqual([
      [part.vod, 10_000, 20_000],
      [whole.vod, 0, null],
      [other.vod, 20_000, null],
    ]);
    for (const query of [PART, '', '?from=20']) expect(await refusalOf('601', query)).toEqual([409, 'video-known']);
  });

  it('are refused and allowed beside a recording of the same broadcast as beside a download', async () => {
    await store(
      db,
      aVod({
        channelUuid: kept.uuid,
        channelName: 'kept',
        providerKind: 'twitch',
        streamId: '4000602',
        siteVod: { ...UNKNOWN_SITE_VOD, id: '602', exists: 'yes' },
      }),
    );
    await begin('602', PART);
    expect(await refusalOf('602')).toEqual([409, 'video-known']);
  });

  it('each have the copy of the site and its chat by a job that is theirs, for their time alone', async () => {
    const [part, whole] = [await begin('603', PART), await begin('603')];
    await recorder.command(whole.job);
    const copy = (await call<{ job: string }>('POST', `/vod/${part.vod}/download`)).body.data?.job ?? '';
    expect(await recorder.command(copy)).toMatchObject({
      place: 'copy',
      vodUuid: part.vod,
      fromMs: 10_000,
      toMs: 20_000,
    });
    expect(await jobOf(whole.job)).toMatchObject({ vod_uuid: whole.vod, status: 'WAITING' });
    expect(await call('POST', `/vod/${part.vod}/download`)).toMatchObject({
      status: 409,
      body: { code: 'job-running' },
    });

    const chats = await Promise.all(
      [part, whole].map(
        async ({ vod }) => (await call<{ job: string }>('POST', `/vod/${vod}/download_chat`)).body.data?.job,
      ),
    );
    expect(chats).toEqual(['chatdownload_603_10-20', 'chatdownload_603']);
    expect([await chatOf(part.vod), await chatOf(whole.vod)]).toMatchObject([
      { fromMs: 10_000, toMs: 20_000 },
      { fromMs: 0, toMs: null },
    ]);
  });

  it('have copy and chat of all of another video that they are matched with later', async () => {
    const { vod } = await begin('606', PART);
    await db.manager.update(
      VodEntity,
      { uuid: vod },
      { siteVod: { ...UNKNOWN_SITE_VOD, id: '607', createdAt: Date.now() - DAY_S * 1000, exists: 'yes' } },
    );
    const copy = (await call<{ job: string }>('POST', `/vod/${vod}/download`)).body.data?.job ?? '';
    expect(await recorder.command(copy)).toMatchObject({ place: 'copy', videoId: '607', fromMs: 0, toMs: null });
    expect((await call<{ job: string }>('POST', `/vod/${vod}/download_chat`)).body.data?.job).toBe('chatdownload_607');
    expect(await chatOf(vod)).toMatchObject({ videoId: '607', fromMs: 0, toMs: null });
  });

  it('are told apart when the chat of a video is asked for by its address', async () => {
    await begin('604', PART);
    const url = 'https://www.twitch.tv/videos/604';
    expect((await call('POST', '/tools/chat_download', { url, method: 'td' })).body).toMatchObject({
      status: 'OK',
      data: { job: 'chatdownload_604' },
    });
    expect((await chatOf(null)).videoId).toBe('604');
    await call('DELETE', '/jobs/chatdownload_604');
    const whole = await begin('604');
    await call('POST', '/tools/chat_download', { url, method: 'td' });
    expect(await chatOf(whole.vod)).toMatchObject({ videoId: '604', fromMs: 0, toMs: null });
  });

  it('are both matched, looked for and asked about', async () => {
    const [part, whole] = [await begin('605', PART), await begin('605')];
    for (const { vod } of [part, whole]) {
      expect((await call('POST', `/vod/${vod}/match`)).status).toBe(200);
      expect((await call('POST', `/vod/${vod}/check_mute`)).status).toBe(200);
      expect(await vodOf(vod)).toMatchObject({ twitch_vod_id: '605', twitch_vod_exists: true });
    }
  });

  it('of a broadcast that still runs are not what is recorded of it', async () => {
    const startedAt = new Date(Date.now() - DAY_S * 1000 - 60_000);
    await store(
      db,
      aVod({
        channelUuid: kept.uuid,
        channelName: 'kept',
        providerKind: 'twitch',
        streamId: '4000777',
        state: 'capturing',
        assigned: true,
        startedAt,
        endedAt: null,
      }),
    );
    const channel = await all.house.app.get(ChannelRepository, { strict: false }).find(kept.uuid);
    expect(channel && (await all.house.app.get(StreamIds, { strict: false }).isRecorded(channel, '4000777'))).toBe(
      true,
    );
  });
});
