import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { Clock } from '../../platform/clock.js';
import { TestApp } from '../../testing/test-app.js';
import { linesOfEdits } from '../../testing/edit-log.js';
import { KeyValueEntity } from '../../persistence/entities/keyvalue.entity.js';

jest.setTimeout(60_000);

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
}, 60_000);
afterAll(async () => {
  await app.stop();
});

const rows = () => app.nest.get(Transactions, { strict: false }).plain;
const put = (key: string, body?: unknown) => app.call('PUT', `/keyvalue/${encodeURIComponent(key)}`, body);
const get = (key: string) =>
  app.call<{ value: string; created: string; expires?: string }>('GET', `/keyvalue/${encodeURIComponent(key)}`);

describe('key-values', () => {
  it('are stored, read, replaced and deleted', async () => {
    expect((await put('scene', { value: 'one' })).status).toBe(200);
    expect((await get('scene')).body).toEqual({
      status: 'OK',
      data: { value: 'one', created: expect.stringMatching(/Z$/), version: expect.any(Number) },
    });
    await put('scene', { value: 'two' });
    expect(await rows().findOneBy(KeyValueEntity, { key: 'scene' })).toMatchObject({ value: 'two', expiresAt: null });
    expect((await app.call('DELETE', '/keyvalue/scene')).status).toBe(200);
    expect(await rows().findOneBy(KeyValueEntity, { key: 'scene' })).toBeNull();
    expect(await get('scene')).toMatchObject({ status: 404, body: { code: 'key-missing', message: 'Key not found.' } });
    expect(await app.call('DELETE', '/keyvalue/scene')).toMatchObject({
      status: 404,
      body: { message: 'Key not found.' },
    });
  });

  it('from an older version are refused with the present value, and stored from the newest', async () => {
    const { version: first } = (await put('scene', { value: 'one', version: 0 })).body.data as { version: number };
    const accepted = await put('scene', { value: 'two', version: 0 });
    expect(accepted).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict', data: { value: 'one', version: first } },
    });
    const { version: second } = (await put('scene', { value: 'two', version: first })).body.data as { version: number };
    expect(second).toBeGreaterThan(first);
    expect((await put('scene', { value: 'three', version: first })).status).toBe(409);
    expect((await get('scene')).body.data).toMatchObject({ value: 'two', version: second });
    await app.call('DELETE', '/keyvalue/scene');
    expect(await put('scene', { value: 'three', version: second })).toMatchObject({
      status: 409,
      body: { data: null },
    });
    await put('scene', { value: 'four' });
    expect((await put('scene', { value: 'five', version: second })).status).toBe(409);
    const both = await Promise.all(['six', 'seven'].map((value) => put('other', { value, version: 0 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await app.call('DELETE', '/keyvalue');
  });

  it('without a version are stored, and the log shows the replaced value', async () => {
    expect(await linesOfEdits(() => put('scene', { value: 'one' }))).toEqual([]);
    expect(await linesOfEdits(() => put('scene', { value: 'two' }))).toEqual([
      "key-values: scene 'one' replaced by 'two'",
    ]);
    expect((await get('scene')).body.data?.value).toBe('two');
    await app.call('DELETE', '/keyvalue/scene');
  });

  it.each(['a/b', '../etc/passwd', 'ä ö', '100%', '__proto__', 'x.online'])(
    'with the key %p are stored and read',
    async (key) => {
      expect((await put(key, { value: `of ${key}` })).status).toBe(200);
      expect((await get(key)).body.data?.value).toBe(`of ${key}`);
      const { body } = await app.call<Record<string, { value: string }>>('GET', '/keyvalue');
      expect(Object.entries(body.data ?? {}).find(([k]) => k === key)?.[1].value).toBe(`of ${key}`);
      expect((await app.call('DELETE', `/keyvalue/${encodeURIComponent(key)}`)).status).toBe(200);
    },
  );

  it('are unavailable from their expiry', async () => {
    const clock = app.nest.get(Clock, { strict: false });
    const expires = new Date(clock.now() + 60_000).toISOString();
    expect((await put('brief', { value: 'x', expires })).body.data).toMatchObject({ expires });
    expect((await get('brief')).status).toBe(200);
    const now = jest.spyOn(clock, 'now').mockReturnValue(clock.now() + 60_001);
    expect((await get('brief')).status).toBe(404);
    expect((await app.call<object>('GET', '/keyvalue')).body.data).not.toHaveProperty('brief');
    expect((await app.call('DELETE', '/keyvalue/brief')).status).toBe(404);
    now.mockRestore();
  });

  it('are all deleted at once', async () => {
    await put('a', { value: '1' });
    await put('b', { value: '2' });
    expect((await app.call('DELETE', '/keyvalue')).status).toBe(200);
    expect(await rows().count(KeyValueEntity)).toBe(0);
  });

  it.each([[{}], [undefined], [{ value: '' }]])('without a value (%p) are refused as v0 does', async (body) => {
    expect(await put('empty', body)).toMatchObject({
      status: 400,
      body: { message: 'No value provided.', fields: [{ path: 'value' }] },
    });
    expect(await rows().findOneBy(KeyValueEntity, { key: 'empty' })).toBeNull();
  });

  it.each([
    [{ value: 5 }, 'value'],
    [{ value: 'x'.repeat(65_537) }, 'value'],
    [{ value: 'a\0b' }, 'value'],
    [{ value: 'x', expires: 'soon' }, 'expires'],
    [{ value: 'x', expires: '2001-01-01T00:00:00.000Z' }, 'expires'],
    [{ value: 'x', odd: 1 }, 'odd'],
  ])('in the form %j are refused on their field and not stored', async (body, field) => {
    const answer = await put('bad', body);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
    expect(await rows().findOneBy(KeyValueEntity, { key: 'bad' })).toBeNull();
  });

  it.each(['a\0b', 'a\nb', 'x'.repeat(256)])('with the key %j are refused', async (key) => {
    const answer = await put(key, { value: 'x' });
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, ['key']]);
  });
});
