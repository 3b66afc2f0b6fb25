import 'reflect-metadata';
import { type TdEntry, type TdHead, writeTcdChat, writeTdChat } from '#libs/chat';
import { type ChatPage, type ChatRecord, objectKeys } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { TestApp } from '../../testing/test-app.js';
import { aVod, store } from '../../testing/rows.js';
import { startedChat } from '../../persistence/entities/vod-chat.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { putChatChunk } from './put-chat-chunk.js';

jest.setTimeout(60_000);

const T0 = Date.parse('2026-10-01T18:00:00Z');
/** Time from the start of the site's video to the first recorded moment. */
const VIDEO_LEAD_MS = 10_000;
const LENGTH_S = 4000;
const MESSAGE_COUNT = 4000;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection'] });
});
afterAll(async () => {
  await app.stop();
});

/** A recording of two ranges of the site's time. The ad of 60 s between them is in no file. */
const CLOCK = [
  { site: T0, siteMs: 100_000, file: 0, fileMs: 100_000 },
  { site: T0 + 160_000, siteMs: LENGTH_S * 1000, file: 100_000, fileMs: LENGTH_S * 1000 },
];
const author = (n: number) => ({ id: String(n % 2), login: `u${n % 2}`, name: `U${n % 2}`, color: null, badges: [] });
/** @param siteS seconds of the site's time from the first recorded moment */
const entryOf = (id: string, siteS: number): TdEntry => ({
  message: {
    id,
    atMs: siteS * 1000 + VIDEO_LEAD_MS,
    kind: 'message',
    author: author(siteS),
    fragments: [{ type: 'text', text: `word ${id} ${'.'.repeat(300)}` }],
    reply: null,
    flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
    deleted: null,
    notice: null,
  },
  sentAt: T0 + siteS * 1000,
  tags: {},
});
const recordOf = (id: string, siteS: number): ChatRecord => ({
  t: 'message',
  id,
  at: T0 + siteS * 1000,
  seenAt: 0,
  author: author(siteS),
  text: id,
  emotes: [],
  tags: {},
  action: false,
  bits: 0,
});
async function* of<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(items);
}

async function storeDownloadedChat(
  vod: VodEntity,
  entries: readonly TdEntry[],
  method: 'td' | 'tcd' = 'td',
): Promise<void> {
  const head: TdHead = {
    vodUuid: vod.uuid,
    streamer: { id: '1', login: 'quay', name: 'Quay' },
    title: 'Boats',
    category: '',
    startedAt: new Date(T0 - VIDEO_LEAD_MS).toISOString(),
    lengthMs: 1,
    video: { id: '9', fromMs: 0 },
  };
  const text =
    method === 'tcd'
      ? writeTcdChat({ head, entries: of(entries) })
      : writeTdChat({
          head,
          entries: of(entries),
          gaps: [{ from: 30, to: 50 }],
          pictures: [],
          bytesOf: () => Promise.resolve(null),
          createdAt: new Date(T0).toISOString(),
        });
  const attempt = ulid();
  const key = `${objectKeys.vod(vod.uuid)}chat/downloaded-${attempt}.json`;
  const { sizeBytes } = await app.storage.put(key, Readable.from(text, { objectMode: false }));
  vod.downloadedChat = { attempt, key, sizeBytes, messages: entries.length, libraryPath: null };
  await store(app.nest.get(DataSource, { strict: false }), vod);
}

/** A VOD with a captured chat of one message. */
async function recordedVod(): Promise<VodEntity> {
  const vod = aVod({
    channelName: 'quay',
    startedAt: new Date(T0),
    clock: CLOCK,
    segmentsGone: true,
    mediaMs: (100 + LENGTH_S) * 1000,
    chat: startedChat(null),
  });
  await putChatChunk(app.storage, { vodUuid: vod.uuid, partId: ulid(), n: 0 }, [recordOf('live', 5)]);
  return vod;
}

const page = async (uuid: string, query: string): Promise<ChatPage> => {
  const { status, body, text } = await app.call<ChatPage>('GET', `/vod/${uuid}/chat?${query}`);
  if (status !== 200 || !body.data) throw new RangeError(text);
  return body.data;
};
const idsOf = ({ messages }: ChatPage): string[] => messages.map((m) => m.id);

describe.each(['td', 'tcd'] as const)('the downloaded chat of a VOD (%s)', (method) => {
  it('is paged in file time like the captured chat, and separately from it', async () => {
    const vod = await recordedVod();
    await storeDownloadedChat(
      vod,
      [entryOf('before', -3), entryOf('a', 5), entryOf('ad', 120), entryOf('b', 170), entryOf('c', 200)],
      method,
    );
    const found = await page(vod.uuid, 'from=-10&to=1000&source=downloaded');
    expect(found.messages.map((m) => [m.id, m.atMs / 1000])).toEqual([
      ['before', -3],
      ['a', 5],
      ['ad', 100],
      ['b', 110],
      ['c', 140],
    ]);
    expect([found.complete_to, found.cut, found.growing, found.moderation]).toEqual([1000, false, false, []]);
    expect(found.gaps).toEqual(method === 'td' ? [{ from: 20, to: 40 }] : []);
    expect(idsOf(await page(vod.uuid, 'from=-10&to=1000'))).toEqual(['live']);
    expect(idsOf(await page(vod.uuid, 'from=-10&to=1000&source=captured'))).toEqual(['live']);
    expect(idsOf(await page(vod.uuid, 'from=100&to=140&source=downloaded'))).toEqual(['ad', 'b']);
    expect(idsOf(await page(vod.uuid, 'from=0&to=1000&source=downloaded&author=1'))).toEqual(['a']);
  });

  it('is read page by page, each message once, whatever its length', async () => {
    const vod = await recordedVod();
    const all = Array.from({ length: MESSAGE_COUNT }, (_, n) => entryOf(`m${n}`, 160 + n));
    await storeDownloadedChat(vod, all, method);
    expect(vod.downloadedChat?.sizeBytes).toBeGreaterThan(1_000_000);
    const seen: string[] = [];
    for (let [from, more] = [0, true]; more;) {
      const found = await page(vod.uuid, `from=${from}&to=${LENGTH_S + 100}&source=downloaded`);
      seen.push(...idsOf(found));
      [from, more] = [found.complete_to, found.cut];
    }
    expect(seen).toEqual(all.map(({ message }) => message.id));
    expect(idsOf(await page(vod.uuid, `from=${100 + 2000}&to=${100 + 2003}&source=downloaded`))).toEqual([
      'm2000',
      'm2001',
      'm2002',
    ]);
  });
});

describe('the downloaded chat of a VOD', () => {
  it('is that of the last download, and an empty page without a download', async () => {
    const vod = await recordedVod();
    await store(app.nest.get(DataSource, { strict: false }), vod);
    expect(await page(vod.uuid, 'from=0&to=50&source=downloaded')).toEqual({
      messages: [],
      complete_to: 50,
      cut: false,
      growing: false,
      gaps: [],
      moderation: [],
    });
    await storeDownloadedChat(vod, [entryOf('first', 5)]);
    expect(idsOf(await page(vod.uuid, 'from=0&to=50&source=downloaded'))).toEqual(['first']);
    await storeDownloadedChat(vod, [entryOf('second', 5)], 'tcd');
    expect(idsOf(await page(vod.uuid, 'from=0&to=50&source=downloaded'))).toEqual(['second']);
  });

  it('refuses a wrong source on its field, and an unknown VOD', async () => {
    const vod = await recordedVod();
    await storeDownloadedChat(vod, []);
    for (const source of ['', 'both', 'captured%00'])
      expect(await app.call('GET', `/vod/${vod.uuid}/chat?from=0&to=1&source=${source}`)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'source' }] },
      });
    expect(await app.call('GET', `/vod/${vod.uuid}/chat?from=0&to=1&source=captured&source=downloaded`)).toMatchObject({
      status: 400,
    });
    expect(
      await app.call('GET', '/vod/11111111-1111-4111-8111-111111111111/chat?from=0&to=1&source=downloaded'),
    ).toMatchObject({ status: 404, body: { code: 'vod-missing' } });
    expect(await page(vod.uuid, 'from=0&to=1&source=downloaded')).toMatchObject({ messages: [] });
  });
});
