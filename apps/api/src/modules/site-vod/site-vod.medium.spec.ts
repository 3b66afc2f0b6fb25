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

let all: TwitchTestApp;
let db: DataSource;
let retained: string;
beforeAll(async () => {
  all = await TwitchTestApp.open({
    channels: [
      onTwitch('kept', '73000001', {
        past: { videos: [video('901', 3), video('902', 30, { muted: [{ from: 0, count: 1 }] }), video('903', 60)] },
      }),
      onTwitch('lone', '73000002', { past: { videos: [] } }),
    ],
  });
  db = all.app.nest.get(DataSource, { strict: false });
  retained = (await all.follow('kept')).uuid;
});
afterAll(() => all.stop());

/** A recording of ours that began so many hours ago. */
async function ours(streamId: string, agoH: number, over: Partial<VodEntity> = {}): Promise<string> {
  const vod = aVod({
    channelUuid: retained,
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
const post = (path: string) => all.app.call('POST', path);
/** What a job says at its end. */
async function ran(what: string, begin: () => Promise<unknown>): Promise<string> {
  await db.manager.delete(JobEntity, { name: what });
  await begin();
  return eventually(async () => {
    const job = await db.manager.findOneBy(JobEntity, { name: what });
    return job?.status === 'STOPPED' && job.note ? english(job.note) : null;
  }, `the end of ${what}`);
}

describe('a VOD is matched', () => {
  it('with the video that names its broadcast, and clients see it', async () => {
    const uuid = await ours('3900901', 3);
    expect(await post(`/vod/${uuid}/match`)).toMatchObject({
      status: 200,
      body: { message: 'Vod matched to 901, duration 20' },
    });
    expect(await siteVod(uuid)).toMatchObject({ id: '901', exists: 'yes', neverSaved: false, durationMs: 20_000 });
    expect((await all.app.call<Vod>('GET', `/vod/${uuid}`)).body.data).toMatchObject({
      twitch_vod_id: '901',
      twitch_vod_title: 'Video 901',
      twitch_vod_exists: true,
      twitch_vod_duration: 20,
      site_vod_at_risk: false,
      site_vod_deleted_at: expect.any(String),
    });
    // An affiliate's stay 14 days by default.
    await all.set({ 'retention.affiliate_days': 2 });
    expect((await all.app.call<Vod>('GET', `/vod/${uuid}`)).body.data).toMatchObject({ site_vod_at_risk: true });
    await all.set({ 'retention.affiliate_days': 14 });
    // As after a scan of an emptied database: what its channel is to the site is not known.
    const { site } = await db.manager.findOneByOrFail(ChannelEntity, { uuid: retained });
    await db.manager.update(ChannelEntity, { uuid: retained }, { site: null });
    const answered = (await all.app.call<Vod>('GET', `/vod/${uuid}`)).body.data;
    expect([answered?.site_vod_at_risk, answered?.site_vod_deleted_at]).toEqual([null, undefined]);
    await db.manager.update(ChannelEntity, { uuid: retained }, { site });
  });

  it('with the one that the operator names, and with none that is not there', async () => {
    const uuid = await ours('1', 500);
    expect((await post(`/vod/${uuid}/match?overrideVideoID=903`)).body.message).toBe('Vod matched to 903, duration 20');
    expect(await post(`/vod/${uuid}/match?overrideVideoID=99999`)).toMatchObject({
      status: 404,
      body: { code: 'video-missing' },
    });
    expect((await siteVod(uuid))?.id).toBe('903');
  });

  it('with none where the site shows none: "never kept" only when it would be shown by now', async () => {
    const [fresh, old] = [await ours('2', 0.01), await ours('3', 20)];
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

  it('all those of a channel with one list', async () => {
    const uuid = await ours('3900902', 30);
    const before = all.requests('api.twitch.tv').filter((call) => call.startsWith('GET /helix/videos')).length;
    expect(await ran('match_vods_kept', () => post('/channels/kept/matchallprovidervods?force=true'))).toMatch(
      /^\d of \d VODs were matched$/,
    );
    expect((await siteVod(uuid))?.id).toBe('902');
    expect(all.requests('api.twitch.tv').filter((call) => call.startsWith('GET /helix/videos')).length).toBe(
      before + 1,
    );
  });

  it('not where its channel is of no site, nor where there is none', async () => {
    expect(await post(`/vod/${await ours('4', 1, { providerKind: 'hls' })}/match`)).toMatchObject({
      status: 400,
      body: { code: 'no-past' },
    });
    expect((await post('/vod/00000000-0000-4000-8000-000000000000/match')).status).toBe(404);
    expect((await post(`/vod/${retained}/match?overrideVideoID=../x`)).body).toMatchObject({
      code: 'invalid-input',
      fields: [{ path: 'overrideVideoID' }],
    });
  });
});

describe('muted parts', () => {
  it('are reported with their stretches, and kept', async () => {
    const uuid = await ours('31', 30, { siteVod: { ...UNKNOWN_SITE_VOD, id: '902' } });
    const { body } = await all.app.call<{
      vod: string;
      muted: number;
      ranges: { offset: number; duration: number }[];
    }>('POST', `/vod/${uuid}/check_mute`);
    expect(body.data).toMatchObject({ vod: '902', muted: 2 });
    expect(body.data?.ranges.length).toBeGreaterThan(0);
    expect((await all.app.call<Vod>('GET', `/vod/${uuid}`)).body.data?.site_vod_muted_ranges).toEqual(
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

  it('cannot be asked for before the VOD is matched', async () => {
    expect(await post(`/vod/${await ours('32', 1)}/check_mute`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('No VOD id') },
    });
  });
});

describe('the check for deleted videos', () => {
  const check = () =>
    ran('check_deleted_vods', () =>
      all.app.nest.get(SiteVodCheckJob, { strict: false }).start({ what: 'check_deleted_vods' }),
    );

  it('W33 a video that is certainly gone is gone, reported once', async () => {
    const uuid = await ours('41', 60, { siteVod: { ...UNKNOWN_SITE_VOD, id: '903', exists: 'yes' } });
    all.act('kept', { do: 'video', id: '903', access: 'deleted' });
    expect(await check()).toContain('deleted 2 since');
    expect(await siteVod(uuid)).toMatchObject({ id: '903', exists: 'no' });
    expect(await check()).toContain('deleted 0 since');
  });

  it('reads those that are due page by page, each once, also when they get their answer meanwhile', async () => {
    const gone = await ours('43', 70, { siteVod: { ...UNKNOWN_SITE_VOD, id: '43', exists: 'no' } });
    const unmatched = await ours('44', 70);
    const due = [
      ...(await Promise.all(
        ['45', '46', '47', '48', '49'].map((id) =>
          ours(id, 70, { siteVod: { ...UNKNOWN_SITE_VOD, id, exists: 'yes' } }),
        ),
      )),
    ];
    const rows = all.app.nest.get(SiteVodRepository, { strict: false });
    const question = { what: 'check_deleted_vods', channelUuid: retained, force: false } as const;
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

  it('W32 a site that refuses or does not answer leaves what was known, and ends nothing', async () => {
    const uuid = await ours('42', 3, { siteVod: { ...UNKNOWN_SITE_VOD, id: '901', exists: 'yes' } });
    for (const on of ['helix', 'gql'] as const) all.act('kept', { do: 'site-fault', on, mode: '500' });
    expect(await check()).toContain('deleted 0 since');
    expect(await siteVod(uuid)).toMatchObject({ exists: 'yes' });
    expect((await all.app.call('GET', '/health')).status).toBe(200);
  });
});
