import 'reflect-metadata';
import { type Vod } from '#libs/contracts';
import { english } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { eventually } from '../../testing/test-app.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { SiteVodCheckJob } from './site-vod-check-job.js';
import { SiteVodRepository } from '../../persistence/repositories/site-vod.repository.js';
import { type SiteVod, UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

const HOUR_S = 3_600;
const video = (id: string, agoH: number, more: object = {}) => ({
  id,
  title: `Video ${id}`,
  agoS: agoH * HOUR_S,
  seconds: 20,
  streamId: `3900${id}`,
  ...more,
});

let test: TwitchTestApp;
let db: DataSource;
let channelUuid: string;
beforeAll(async () => {
  test = await TwitchTestApp.open({
    channels: [
      onTwitch('kept', '73000001', {
        past: { videos: [video('901', 3), video('902', 30, { muted: [{ from: 0, count: 1 }] }), video('903', 60)] },
      }),
      onTwitch('lone', '73000002', { past: { videos: [] } }),
    ],
  });
  db = test.app.nest.get(DataSource, { strict: false });
  channelUuid = (await test.follow('kept')).uuid;
});
afterAll(() => test.stop());

/** Stores a recording that started `agoH` hours ago. @returns its uuid */
async function storeRecording(streamId: string, agoH: number, over: Partial<VodEntity> = {}): Promise<string> {
  const vod = aVod({
    channelUuid,
    channelName: 'kept',
    providerKind: 'twitch',
    streamId,
    startedAt: new Date(Date.now() - agoH * HOUR_S * 1000),
    ...over,
  });
  await store(db, vod);
  return vod.uuid;
}
const siteVod = async (uuid: string): Promise<SiteVod | null> =>
  (await db.manager.findOneByOrFail(VodEntity, { uuid })).siteVod;
const post = (path: string) => test.app.call('POST', path);
/** Runs a job to its end. @returns its note */
async function runJob(what: string, begin: () => Promise<unknown>): Promise<string> {
  await db.manager.delete(JobEntity, { name: what });
  await begin();
  return eventually(async () => {
    const job = await db.manager.findOneBy(JobEntity, { name: what });
    return job?.status === 'STOPPED' && job.note ? english(job.note) : null;
  }, `the end of ${what}`);
}

describe('a VOD is matched', () => {
  it('with the video of its broadcast, and clients see the match', async () => {
    const uuid = await storeRecording('3900901', 3);
    expect(await post(`/vod/${uuid}/match`)).toMatchObject({
      status: 200,
      body: { message: 'Vod matched to 901, duration 20' },
    });
    expect(await siteVod(uuid)).toMatchObject({ id: '901', exists: 'yes', neverSaved: false, durationMs: 20_000 });
    expect((await test.app.call<Vod>('GET', `/vod/${uuid}`)).body.data).toMatchObject({
      twitch_vod_id: '901',
      twitch_vod_title: 'Video 901',
      twitch_vod_exists: true,
      twitch_vod_duration: 20,
      site_vod_at_risk: false,
      site_vod_deleted_at: expect.any(String),
    });
    // Videos of an affiliate stay 14 days by default.
    await test.set({ 'retention.affiliate_days': 2 });
    expect((await test.app.call<Vod>('GET', `/vod/${uuid}`)).body.data).toMatchObject({ site_vod_at_risk: true });
    await test.set({ 'retention.affiliate_days': 14 });
    // As after a scan into an empty database: the broadcaster type of the channel is unknown.
    const { site } = await db.manager.findOneByOrFail(ChannelEntity, { uuid: channelUuid });
    await db.manager.update(ChannelEntity, { uuid: channelUuid }, { site: null });
    const answered = (await test.app.call<Vod>('GET', `/vod/${uuid}`)).body.data;
    expect([answered?.site_vod_at_risk, answered?.site_vod_deleted_at]).toEqual([null, undefined]);
    await db.manager.update(ChannelEntity, { uuid: channelUuid }, { site });
  });

  it('with the video that the operator names, if it exists', async () => {
    const uuid = await storeRecording('1', 500);
    expect((await post(`/vod/${uuid}/match?overrideVideoID=903`)).body.message).toBe('Vod matched to 903, duration 20');
    expect(await post(`/vod/${uuid}/match?overrideVideoID=99999`)).toMatchObject({
      status: 404,
      body: { code: 'video-missing' },
    });
    expect((await siteVod(uuid))?.id).toBe('903');
  });

  it('with none if the site lists none, and counts as never saved only after the site should list it', async () => {
    const [fresh, old] = [await storeRecording('2', 0.01), await storeRecording('3', 20)];
    expect(await post(`/vod/${fresh}/match`)).toMatchObject({
      status: 400,
      body: { message: 'Vod not matched: the site does not show a video of it yet.' },
    });
    expect(await siteVod(fresh)).toMatchObject({ id: null, neverSaved: false, exists: 'unknown' });
    expect(await post(`/vod/${old}/match`)).toMatchObject({
      status: 400,
      body: { message: 'Vod not matched: the site did not keep a video of this broadcast.' },
    });
    expect(await siteVod(old)).toMatchObject({ id: null, neverSaved: true, exists: 'unknown' });
  });

  it('together with all VODs of its channel by one list of the site', async () => {
    const uuid = await storeRecording('3900902', 30);
    const before = test.requests('api.twitch.tv').filter((call) => call.startsWith('GET /helix/videos')).length;
    expect(await runJob('match_vods_kept', () => post('/channels/kept/matchallprovidervods?force=true'))).toMatch(
      /^\d of \d VODs were matched$/,
    );
    expect((await siteVod(uuid))?.id).toBe('902');
    expect(test.requests('api.twitch.tv').filter((call) => call.startsWith('GET /helix/videos')).length).toBe(
      before + 1,
    );
  });

  it('only if it exists and its channel belongs to a site', async () => {
    expect(await post(`/vod/${await storeRecording('4', 1, { providerKind: 'hls' })}/match`)).toMatchObject({
      status: 400,
      body: { code: 'no-past' },
    });
    expect((await post('/vod/00000000-0000-4000-8000-000000000000/match')).status).toBe(404);
    expect((await post(`/vod/${channelUuid}/match?overrideVideoID=../x`)).body).toMatchObject({
      code: 'invalid-input',
      fields: [{ path: 'overrideVideoID' }],
    });
  });
});

describe('muted parts', () => {
  it('are reported with their ranges and saved', async () => {
    const uuid = await storeRecording('31', 30, { siteVod: { ...UNKNOWN_SITE_VOD, id: '902' } });
    const { body } = await test.app.call<{
      vod: string;
      muted: number;
      ranges: { offset: number; duration: number }[];
    }>('POST', `/vod/${uuid}/check_mute`);
    expect(body.data).toMatchObject({ vod: '902', muted: 2 });
    expect(body.data?.ranges.length).toBeGreaterThan(0);
    expect((await test.app.call<Vod>('GET', `/vod/${uuid}`)).body.data?.site_vod_muted_ranges).toEqual(
      body.data?.ranges,
    );
    expect(await siteVod(uuid)).toMatchObject({
      muted: 'yes',
      mutedRanges: body.data?.ranges.map(({ offset, duration }) => ({
        offsetMs: offset * 1000,
        durMs: duration * 1000,
      })),
    });
  });

  it('cannot be checked before the VOD is matched', async () => {
    expect(await post(`/vod/${await storeRecording('32', 1)}/check_mute`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('No VOD id') },
    });
  });
});

describe('the check for deleted videos', () => {
  const check = () =>
    runJob('check_deleted_vods', () =>
      test.app.nest.get(SiteVodCheckJob, { strict: false }).start({ what: 'check_deleted_vods' }),
    );

  it('W33 marks a video that is certainly deleted, and reports it once', async () => {
    const uuid = await storeRecording('41', 60, { siteVod: { ...UNKNOWN_SITE_VOD, id: '903', exists: 'yes' } });
    test.act('kept', { do: 'video', id: '903', access: 'deleted' });
    expect(await check()).toContain('deleted 2 since');
    expect(await siteVod(uuid)).toMatchObject({ id: '903', exists: 'no' });
    expect(await check()).toContain('deleted 0 since');
  });

  it('reads the due VODs page by page, each once, even if they get an answer meanwhile', async () => {
    const gone = await storeRecording('43', 70, { siteVod: { ...UNKNOWN_SITE_VOD, id: '43', exists: 'no' } });
    const unmatched = await storeRecording('44', 70);
    const due = [
      ...(await Promise.all(
        ['45', '46', '47', '48', '49'].map((id) =>
          storeRecording(id, 70, { siteVod: { ...UNKNOWN_SITE_VOD, id, exists: 'yes' } }),
        ),
      )),
    ];
    const rows = test.app.nest.get(SiteVodRepository, { strict: false });
    const question = { what: 'check_deleted_vods', channelUuid, force: false } as const;
    const seen: string[] = [];
    const count = await rows.count(question);
    for await (const page of rows.pages(question, 2)) {
      expect(page.length).toBeLessThanOrEqual(2);
      seen.push(...page.map((v) => v.uuid));
      for (const { uuid, siteVod: was } of page)
        if (due.includes(uuid))
          await db.manager.update(VodEntity, { uuid }, { siteVod: { ...(was ?? UNKNOWN_SITE_VOD), exists: 'no' } });
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
    expect(seen).toEqual(expect.arrayContaining(due));
    expect([seen.includes(gone), seen.includes(unmatched)]).toEqual([false, false]);
    await db.manager.delete(VodEntity, [gone, unmatched, ...due]);
  });

  it('W32 keeps the known state if the site refuses or does not answer, and ends no process', async () => {
    const uuid = await storeRecording('42', 3, { siteVod: { ...UNKNOWN_SITE_VOD, id: '901', exists: 'yes' } });
    for (const on of ['helix', 'gql'] as const) test.act('kept', { do: 'site-fault', on, mode: '500' });
    expect(await check()).toContain('deleted 0 since');
    expect(await siteVod(uuid)).toMatchObject({ exists: 'yes' });
    expect((await test.app.call('GET', '/health')).status).toBe(200);
  });
});
