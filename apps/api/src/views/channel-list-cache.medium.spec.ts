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
const atAnyTime = (list: readonly Channel[]): Channel[] =>
  JSON.parse(JSON.stringify(list), (key, value: unknown) => (/duration_?live$/i.test(key) ? 0 : value)) as Channel[];
const channelsOf = async (): Promise<Channel[]> =>
  atAnyTime((await app.call<{ streamer_list: Channel[] }>('GET', '/channels?vods=0')).body.data?.streamer_list ?? []);
const madeAnew = async (): Promise<Channel[]> =>
  atAnyTime(localizeView('en', z.array(Channel), await app.nest.get(ViewLoader, { strict: false }).allChannels(0)));

const CHANGES: readonly (readonly [string, string])[] = [
  [
    'a channel is live',
    `UPDATE channel SET is_live = true, verdict_reason = '{"key":"text","params":{"text":"x"}}' WHERE uuid = '${QUAY}'`,
  ],
  ['a VOD is captured', `UPDATE vod SET state = 'capturing', assigned = true WHERE uuid = '${VOD}'`],
  ['it is over, and weighs the same', `UPDATE vod SET state = 'finalized', assigned = false WHERE uuid = '${VOD}'`],
  ['a VOD weighs more', `UPDATE vod SET bytes = 9 WHERE uuid = '${VOD}'`],
  ['a VOD is put away', `UPDATE vod SET archived_at = now() WHERE uuid = '${VOD}'`],
  [
    'a site shall tell of it',
    `INSERT INTO push_subscription (kind, source_id, topic, transport, status, reason, updated_at) VALUES ('hls', '${QUAY}', 'online', 'webhook', 'failed', '{"key":"text","params":{"text":"no"}}', now())`,
  ],
  ['it tells', `UPDATE push_subscription SET status = 'active', reason = NULL`],
  ['it tells no more', 'DELETE FROM push_subscription'],
  [
    'a clip is saved',
    `INSERT INTO clip (uuid, channel_uuid, channel_name, provider_kind, site_id, folder, basename, title, key, size_bytes, duration_ms, created_at, saved_at) VALUES ('${VOD}', '${PIER}', 'pier', 'hls', '1', 'pier', 'a.mp4', 'a', 'k', 1, 1000, now(), now())`,
  ],
  ['the clip goes', 'DELETE FROM clip'],
  ['a channel is named anew', `UPDATE channel SET display_name = 'A pier' WHERE uuid = '${PIER}'`],
  ['a VOD goes', 'DELETE FROM vod'],
  ['a channel goes', `DELETE FROM channel WHERE uuid = '${QUAY}'`],
];

describe('the list that a page begins with', () => {
  it('is what a list made anew says', async () => {
    expect(await channelsOf()).toEqual(await madeAnew());
  });

  it.each(CHANGES)('tells at once that %s', async (_, sql) => {
    const before = await channelsOf();
    await db.query(sql);
    const after = await channelsOf();
    expect(after).toEqual(await madeAnew());
    expect(after).not.toEqual(before);
  });

  it('is the v0 answer', async () => {
    const { status, body, text } = await app.call<object>('GET', '/channels?vods=0');
    expect([status, body.status, Object.keys(body.data ?? {})]).toEqual([
      200,
      'OK',
      ['streamer_list', 'total_size', 'free_size'],
    ]);
    expect(text.startsWith('{"status":"OK","data":{"streamer_list":[{')).toBe(true);
  });
});

const many = () =>
  Array.from({ length: 70 }, (_, n) =>
    aChannel({
      uuid: `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`,
      internalName: `many_${String(n).padStart(2, '0')}`,
    }),
  );
const CHANNELS = many();

describe('the list of many channels', () => {
  it('is made anew only where a channel changed', async () => {
    await store(db, ...CHANNELS);
    const texts = app.nest.get(ChannelListCache, { strict: false });
    const made = jest.spyOn(app.nest.get(ChannelViews, { strict: false }), 'withUnfinishedVods');
    const before = await texts.list('en');
    expect(await texts.list('en')).toBe(before);
    const changed = CHANNELS.at(-1)?.uuid;
    await db.query(`UPDATE channel SET is_live = true WHERE uuid = $1`, [changed]);
    expect((await channelsOf()).filter((channel) => channel.is_live).map((channel) => channel.uuid)).toEqual([changed]);
    expect(made.mock.calls.at(-1)).toEqual([[changed]]);
    made.mockRestore();
    expect(await channelsOf()).toEqual(await madeAnew());
  });

  it('is whole when some go and some come', async () => {
    await db.query('DELETE FROM channel WHERE uuid = ANY($1)', [CHANNELS.slice(3, 40).map(({ uuid }) => uuid)]);
    expect(await channelsOf()).toEqual(await madeAnew());
    await store(db, ...many().slice(3, 40));
    expect(await channelsOf()).toEqual(await madeAnew());
  });
});
