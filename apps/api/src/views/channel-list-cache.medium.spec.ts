import 'reflect-metadata';
import { Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { localizeView } from '../i18n/localize-view.js';
import { TestApp } from '../testing/test-app.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { ChannelListCache } from './channel-list-cache.js';
import { ChannelViews } from './channel-views.js';
import { ViewLoader } from './view-loader.service.js';

let app: TestApp;
let db: DataSource;
const [QUAY, PIER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const VOD = '00000000-0000-4000-9000-000000000001';

beforeAll(async () => {
  app = await TestApp.start({ without: ['detection'] });
  db = app.nest.get(DataSource, { strict: false });
  await store(
    db,
    aChannel({ uuid: QUAY, internalName: 'quay' }),
    aChannel({ uuid: PIER, internalName: 'pier' }),
    aVod({ uuid: VOD, channelUuid: QUAY, bytes: 5 }),
  );
}, 60_000);
afterAll(async () => {
  await app.stop();
});

/** The live duration counts seconds, which pass between two answers. */
const withoutLiveDuration = (list: readonly Channel[]): Channel[] =>
  JSON.parse(JSON.stringify(list), (key, value: unknown) => (/duration_?live$/i.test(key) ? 0 : value)) as Channel[];
const channelsOf = async (): Promise<Channel[]> =>
  withoutLiveDuration(
    (await app.call<{ streamer_list: Channel[] }>('GET', '/channels?vods=0')).body.data?.streamer_list ?? [],
  );
const builtAnew = async (): Promise<Channel[]> =>
  withoutLiveDuration(
    localizeView('en', z.array(Channel), await app.nest.get(ViewLoader, { strict: false }).allChannels(0)),
  );

const CHANGES: readonly (readonly [string, string])[] = [
  [
    'a channel is live',
    `UPDATE channel SET is_live = true, verdict_reason = '{"key":"text","params":{"text":"x"}}' WHERE uuid = '${QUAY}'`,
  ],
  ['a VOD is captured', `UPDATE vod SET state = 'capturing', assigned = true WHERE uuid = '${VOD}'`],
  [
    'the capture has ended with the same size',
    `UPDATE vod SET state = 'finalized', assigned = false WHERE uuid = '${VOD}'`,
  ],
  ['a VOD is larger', `UPDATE vod SET bytes = 9 WHERE uuid = '${VOD}'`],
  ['a VOD is archived', `UPDATE vod SET archived_at = now() WHERE uuid = '${VOD}'`],
  [
    'a subscription at the site has failed',
    `INSERT INTO push_subscription (kind, source_id, topic, transport, status, reason, updated_at) VALUES ('hls', '${QUAY}', 'online', 'webhook', 'failed', '{"key":"text","params":{"text":"no"}}', now())`,
  ],
  ['the subscription is active', `UPDATE push_subscription SET status = 'active', reason = NULL`],
  ['the subscription is removed', 'DELETE FROM push_subscription'],
  [
    'a clip is saved',
    `INSERT INTO clip (uuid, channel_uuid, channel_name, provider_kind, site_id, folder, basename, title, key, size_bytes, duration_ms, created_at, saved_at) VALUES ('${VOD}', '${PIER}', 'pier', 'hls', '1', 'pier', 'a.mp4', 'a', 'k', 1, 1000, now(), now())`,
  ],
  ['the clip is deleted', 'DELETE FROM clip'],
  ['a channel is renamed', `UPDATE channel SET display_name = 'A pier' WHERE uuid = '${PIER}'`],
  ['a VOD is deleted', 'DELETE FROM vod'],
  ['a channel is deleted', `DELETE FROM channel WHERE uuid = '${QUAY}'`],
];

describe('the channel list that a page loads first', () => {
  it('equals a list that is built anew', async () => {
    expect(await channelsOf()).toEqual(await builtAnew());
  });

  it.each(CHANGES)('shows at once that %s', async (_, sql) => {
    const before = await channelsOf();
    await db.query(sql);
    const after = await channelsOf();
    expect(after).toEqual(await builtAnew());
    expect(after).not.toEqual(before);
  });

  it('has the form of the v0 answer', async () => {
    const { status, body, text } = await app.call<object>('GET', '/channels?vods=0');
    expect([status, body.status, Object.keys(body.data ?? {})]).toEqual([
      200,
      'OK',
      ['streamer_list', 'total_size', 'free_size'],
    ]);
    expect(text.startsWith('{"status":"OK","data":{"streamer_list":[{')).toBe(true);
  });
});

const manyChannels = () =>
  Array.from({ length: 70 }, (_, n) =>
    aChannel({
      uuid: `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`,
      internalName: `many_${String(n).padStart(2, '0')}`,
    }),
  );
const CHANNELS = manyChannels();

describe('the list of many channels, from the cache', () => {
  it('builds only the changed channel anew', async () => {
    await store(db, ...CHANNELS);
    const texts = app.nest.get(ChannelListCache, { strict: false });
    const build = jest.spyOn(app.nest.get(ChannelViews, { strict: false }), 'withUnfinishedVods');
    const before = await texts.list({ language: 'en', isGuest: false });
    expect(await texts.list({ language: 'en', isGuest: false })).toBe(before);
    const changed = CHANNELS.at(-1)?.uuid;
    await db.query(`UPDATE channel SET is_live = true WHERE uuid = $1`, [changed]);
    expect((await channelsOf()).filter((channel) => channel.is_live).map((channel) => channel.uuid)).toEqual([changed]);
    expect(build.mock.calls.at(-1)).toEqual([[changed]]);
    build.mockRestore();
    expect(await channelsOf()).toEqual(await builtAnew());
  });

  it('is complete after channels were deleted and added', async () => {
    await db.query('DELETE FROM channel WHERE uuid = ANY($1)', [CHANNELS.slice(3, 40).map(({ uuid }) => uuid)]);
    expect(await channelsOf()).toEqual(await builtAnew());
    await store(db, ...manyChannels().slice(3, 40));
    expect(await channelsOf()).toEqual(await builtAnew());
  });
});
