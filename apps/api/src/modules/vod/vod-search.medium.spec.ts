import 'reflect-metadata';
import { type Vod } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TestApp } from '../../testing/test-app.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { StreamMetadataRepository } from '../../persistence/repositories/stream-metadata.repository.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

let app: TestApp;
const [QUAY, PIER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const vodOn = (day: number, basename: string, over: Partial<VodEntity> = {}) =>
  aVod({ channelUuid: QUAY, basename, startedAt: new Date(Date.UTC(2026, 9, day)), ...over });

beforeAll(async () => {
  app = await TestApp.start();
  await store(
    app.nest.get(DataSource, { strict: false }),
    aChannel({ uuid: QUAY, internalName: 'quay' }),
    aChannel({ uuid: PIER, internalName: 'pier' }),
    vodOn(1, 'quay_one', { title: 'Chess night' }),
    vodOn(2, 'quay_two', { title: 'Chess morning', state: 'failed' }),
    vodOn(3, 'pier_three', { title: "Speedrun: 100% \\ it's :* & | !", channelUuid: PIER }),
    vodOn(4, 'quay_four', { title: '체스의 밤' }),
    vodOn(5, 'quay_five', { title: 'Chess archived', archivedAt: new Date() }),
  );
}, 60_000);
afterAll(async () => {
  await app.stop();
});

const names = async (query: Record<string, string>) =>
  (await app.call<Vod[]>('GET', `/vod?${new URLSearchParams(query).toString()}`)).body.data?.map((v) => v.basename);

describe('rows that belong to VODs', () => {
  it('are found for more VODs than a statement may have parameters', async () => {
    const rows = app.nest.get(VodRepository, { strict: false });
    const uuids = Array.from({ length: 70_000 }, () => randomUUID());
    expect(
      await Promise.all([
        rows.parts(uuids),
        rows.files(uuids),
        rows.allFiles(uuids),
        app.nest.get(StreamMetadataRepository, { strict: false }).chapters(uuids),
      ]),
    ).toEqual([[], [], [], []]);
    expect(await rows.listOf([...uuids, PIER])).toMatchObject([{ basename: 'pier_three' }]);
  });
});

describe('a list of VODs', () => {
  it('P65 is newest first, has pages, and contains archived VODs only if archived=1', async () => {
    expect(await names({})).toEqual(['quay_four', 'pier_three', 'quay_two', 'quay_one']);
    expect(await names({ limit: '2' })).toEqual(['quay_four', 'pier_three']);
    expect(await names({ limit: '2', before: '2026-10-03T00:00:00.000Z' })).toEqual(['quay_two', 'quay_one']);
    expect(await names({ archived: '1' })).toEqual(['quay_five']);
  });

  it('continues after the last VOD of a page even if several VODs started at the same time', async () => {
    const at = new Date(Date.UTC(2025, 1, 1));
    const uuids = [1, 2, 3, 4, 5].map((n) => `00000000-0000-4000-9000-00000000000${n}`);
    const SAME = '00000000-0000-4000-8000-000000000003';
    const db = app.nest.get(DataSource, { strict: false });
    await store(
      db,
      aChannel({ uuid: SAME, internalName: 'same' }),
      ...uuids.map((uuid) => aVod({ uuid, channelUuid: SAME, basename: uuid, startedAt: at })),
    );
    const seen: string[] = [];
    for (let last: Record<string, string> = {}; ;) {
      const page = (await names({ channel: SAME, limit: '2', ...last })) ?? [];
      seen.push(...page);
      if (page.length < 2) break;
      last = { before: at.toISOString(), before_uuid: page.at(-1) ?? '' };
    }
    expect(seen).toEqual(uuids);
    expect(await names({ channel: SAME, before: at.toISOString() })).toEqual([]);
    await db.query('DELETE FROM vod WHERE channel_uuid = $1', [SAME]);
  });

  it('is filtered by channel, by state, and by word beginnings in title and name', async () => {
    expect(await names({ channel: PIER })).toEqual(['pier_three']);
    expect(await names({ state: 'failed,capturing' })).toEqual(['quay_two']);
    expect(await names({ q: 'che' })).toEqual(['quay_two', 'quay_one']);
    expect(await names({ q: 'NIGHT chess' })).toEqual(['quay_one']);
    expect(await names({ q: 'three' })).toEqual(['pier_three']);
    expect(await names({ q: '체스' })).toEqual(['quay_four']);
    expect(await names({ q: 'nothing' })).toEqual([]);
  });

  it.each(["'", '\\', ':*', '& |', '!(', "it's", '100%', "a'b\\"])(
    'accepts the search %s without a database error',
    async (q) => {
      expect((await app.call('GET', `/vod?${new URLSearchParams({ q }).toString()}`)).status).toBe(200);
    },
  );

  it.each([
    ['state', 'asleep'],
    ['limit', '0'],
    ['before', 'yesterday'],
    ['before_uuid', '7'],
    ['channel', 'x'],
    ['q', ''],
  ])('refuses %s=%s and names the field', async (field, value) => {
    const { status, body } = await app.call('GET', `/vod?${new URLSearchParams({ [field]: value }).toString()}`);
    expect([status, body.fields?.[0]?.path.split(/[.[]/)[0]]).toEqual([400, field]);
  });
});
