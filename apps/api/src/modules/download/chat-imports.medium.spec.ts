import 'reflect-metadata';
import { type ChatPage, objectKeys } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { DownloadTestApp } from '../../testing/download-test-app.js';
import { aVod, store } from '../../testing/rows.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { startedChat } from '../../persistence/entities/vod-chat.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

const T0 = Date.parse('2026-10-01T18:00:00Z');
let test: DownloadTestApp;
beforeAll(async () => {
  test = await DownloadTestApp.open({ settings: {}, channels: [onTwitch('kept', '75000001')] });
});
afterAll(() => test.stop());

interface Answer {
  readonly status: number;
  readonly body: { message?: string; code?: string; data?: object };
}
const send = async (uuid: string, body: string | Buffer, type = 'application/octet-stream'): Promise<Answer> => {
  const res = await fetch(`${test.app.origin}/api/v0/vod/${uuid}/chat/import`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': type },
  });
  return { status: res.status, body: (await res.json()) as Answer['body'] };
};
async function storeFinishedVod(over: Partial<VodEntity> = {}): Promise<string> {
  const clock = [{ site: T0, siteMs: 40_000, file: 0, fileMs: 40_000 }];
  const whole = { startedAt: new Date(T0), clock, segmentsGone: true, mediaMs: 40_000 };
  const vod = aVod({ channelUuid: test.channel.uuid, ...whole, ...over });
  await store(test.db, vod);
  return vod.uuid;
}
const comment = (id: string, n: number) => ({
  _id: id,
  created_at: new Date(T0 + n * 1000).toISOString(),
  content_offset_seconds: n,
  commenter: { display_name: 'Ann', _id: '7', name: 'ann' },
  message: { body: `word ${n}`, fragments: [{ text: `word ${n}`, emoticon: null }], user_badges: [], user_color: null },
});
const fileOf = (...comments: object[]): string => JSON.stringify({ comments });
const shownIds = async (uuid: string): Promise<string[] | undefined> =>
  (await test.call<ChatPage>('GET', `/vod/${uuid}/chat?from=-10&to=50`)).body.data?.messages.map((m) => m.id);

describe('a chat file that is imported', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'text/plain'])('is accepted as %s', async (type) => {
    const uuid = await storeFinishedVod();
    expect(await send(uuid, fileOf(comment('a', 1)), type)).toMatchObject({
      status: 200,
      body: { data: { messages: 1 } },
    });
    expect(await shownIds(uuid)).toEqual(['a']);
  });

  it('is accepted as JSON if it is compressed, longer than other bodies, or truncated', async () => {
    const comments = Array.from({ length: 500 }, (_, n) => comment(`c${n}`, 1 + n / 100));
    expect(fileOf(...comments).length).toBeGreaterThan(102_400);
    for (const file of [fileOf(...comments), gzipSync(fileOf(...comments))])
      expect(await send(await storeFinishedVod(), file, 'application/json')).toMatchObject({
        body: { data: { messages: 500 } },
      });
    expect(
      await send(await storeFinishedVod(), fileOf(comment('a', 1)).slice(0, 60), 'application/json'),
    ).toMatchObject({
      status: 400,
      body: { code: 'chat-unreadable' },
    });
  });

  it.each(['[]', '{"comments":[]}'])(
    'that holds no messages is refused and leaves the VOD without a chat: %s',
    async (file) => {
      const uuid = await storeFinishedVod();
      expect(await send(uuid, file)).toMatchObject({
        status: 400,
        body: { code: 'chat-unreadable', message: 'The chat file cannot be read: it contains no messages.' },
      });
      expect((await test.vodOf(uuid))?.chat).toBeNull();
      expect((await send(uuid, fileOf(comment('a', 1)))).status).toBe(200);
    },
  );

  it('replaces an imported chat completely, and only if it can be read', async () => {
    const uuid = await storeFinishedVod();
    await send(uuid, fileOf(comment('a', 1), comment('b', 2)));
    expect(await shownIds(uuid)).toEqual(['a', 'b']);
    const before = await test.storedUnder(objectKeys.parts(uuid));
    expect((await send(uuid, `{"comments":[${JSON.stringify(comment('x', 3))},{"mess`)).status).toBe(400);
    expect(await test.storedUnder(objectKeys.parts(uuid))).toEqual(before);
    expect(await shownIds(uuid)).toEqual(['a', 'b']);
    expect((await send(uuid, fileOf(comment('c', 3)))).status).toBe(200);
    expect(await shownIds(uuid)).toEqual(['c']);
    const after = await test.storedUnder(objectKeys.parts(uuid));
    expect([after.length, after.filter((key) => before.includes(key))]).toEqual([1, []]);
    expect((await test.vodOf(uuid))?.chat?.state).not.toBe('failed');
  });

  it('that arrives together with another one replaces the earlier chat, and the two are not mixed', async () => {
    const uuid = await storeFinishedVod();
    await send(uuid, fileOf(comment('a', 1)));
    const answers = await Promise.all(['b', 'c'].map((id) => send(uuid, fileOf(comment(id, 2)))));
    const ids = await shownIds(uuid);
    expect(ids).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(ids).not.toEqual(['a']);
  });

  it('that unpacks to 60 MB without an end is refused with the limit that it exceeds', async () => {
    const file = gzipSync(`{"comments":["${'a'.repeat(60_000_000)}`);
    expect(file.length).toBeLessThan(100_000);
    expect(await send(await storeFinishedVod(), file)).toMatchObject({
      status: 400,
      body: {
        code: 'chat-unreadable',
        message: 'The chat file cannot be read: it contains a value longer than 128 kB.',
      },
    });
  });

  it('is read no further when its request ends, and leaves nothing', async () => {
    const uuid = await storeFinishedVod();
    const file = gzipSync(
      JSON.stringify({ comments: Array.from({ length: 150_000 }, (_, n) => comment('', n / 10_000)) }),
    );
    const caller = new AbortController();
    const sent = fetch(`${test.app.origin}/api/v0/vod/${uuid}/chat/import`, {
      method: 'POST',
      body: new Uint8Array(file),
      signal: caller.signal,
    });
    const isStored = async (): Promise<boolean> => (await test.storedUnder(objectKeys.parts(uuid))).length > 0;
    await eventually(async () => ((await isStored()) ? true : null), 'the first chunk');
    caller.abort();
    await expect(sent).rejects.toThrow();
    await eventually(async () => ((await isStored()) ? null : true), 'the end of the import');
    expect((await test.vodOf(uuid))?.chat).toBeNull();
  });

  it('never replaces a recorded chat, even if the stream returned after an import', async () => {
    const imported = { ...startedChat(null), imported: 'p' };
    for (const chat of [startedChat(null), startedChat(imported)])
      expect(await send(await storeFinishedVod({ chat }), fileOf(comment('a', 1)))).toMatchObject({
        status: 409,
        body: { code: 'chat-exists' },
      });
  });
  it('is answered with the numbers of imported and skipped messages; each message without an id is imported', async () => {
    const uuid = await storeFinishedVod();
    const file = fileOf(
      comment('a', 1),
      comment('a', 2),
      comment('', 3),
      comment('', 4),
      comment('b', 5),
      comment('b', 6),
    );
    expect((await send(uuid, file)).body).toMatchObject({
      data: { messages: 4, left_out: 2 },
      message: '4 messages imported, 2 skipped (already imported or without an author)',
    });
    expect(await shownIds(uuid)).toHaveLength(4);
    expect((await send(uuid, fileOf(comment('a', 1)))).body).toMatchObject({
      data: { messages: 1, left_out: 0 },
      message: '1 messages imported',
    });
  });
});
