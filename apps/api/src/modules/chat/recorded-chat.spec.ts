import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChatPage, type ChatRecord, encodeChatRecord, encodeJournal, objectKeys } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { segmentAt } from '#libs/testkit';
import { ChatChunks } from './chat-chunks.js';
import { RecordedChat, type Stretch } from './recorded-chat.js';
import { GrowingClock, SealedClock } from './vod-clocks.js';

const VOD = '0b6b7f5e-7a86-4b0c-9a57-0d5b1f1d7c11';
const [A, B] = ['01JDTEST0000000000000000AA', '01JDTEST0000000000000000BB'];
const T0 = Date.parse('2026-01-01T00:00:00Z');
const TIMELINE = 'vods/x/chat/a.timeline.json';

class FakeStorage {
  readonly stored = new Map<string, Buffer>();
  async *list(prefix: string, { startAfter = '' } = {}) {
    for (const key of [...this.stored.keys()].sort())
      if (key.startsWith(prefix) && key > startAfter)
        yield await Promise.resolve({ key, sizeBytes: 1, modifiedAt: new Date(T0) });
  }
  async *names(prefix: string) {
    yield* await Promise.resolve(
      new Set(
        [...this.stored.keys()]
          .filter((k) => k.startsWith(prefix))
          .map((k) => `${k.slice(prefix.length).split('/')[0] ?? ''}/`),
      ),
    );
  }
  read(key: string): Promise<Buffer> {
    return Promise.resolve(this.stored.get(key) ?? Buffer.alloc(0));
  }
  chunk(part: string, n: number, ...records: ChatRecord[]): void {
    const stamps = records.map((r) => r.at);
    this.stored.set(
      objectKeys.chatChunk(VOD, part, {
        n,
        firstAt: Math.min(...stamps),
        lastAt: Math.max(...stamps),
        count: records.length,
      }),
      Buffer.from(records.map(encodeChatRecord).join('')),
    );
  }
  /** Stores a timeline of these recorded ranges, in seconds of the site's time. */
  timeline(...spans: (readonly [number, number])[]): void {
    let file = 0;
    const clock = spans.map(([from, to]) => {
      const ms = (to - from) * 1000;
      file += ms;
      return { site: T0 + from * 1000, siteMs: ms, file: file - ms, fileMs: ms };
    });
    this.stored.set(TIMELINE, Buffer.from(JSON.stringify({ clock })));
  }
  segment(seq: number): void {
    this.stored.set(objectKeys.segment(VOD, A, segmentAt(seq, T0)), Buffer.alloc(1));
  }
}

let objects: FakeStorage;
beforeEach(() => {
  objects = new FakeStorage();
});
afterEach(() => {
  jest.useRealTimers();
});

const message = (id: string, s: number, user = '7'): ChatRecord => ({
  t: 'message',
  id,
  at: T0 + s * 1000,
  seenAt: 0,
  author: { id: user, login: `u${user}`, name: `U${user}`, color: null, badges: [] },
  text: id,
  emotes: [],
  tags: {},
  action: false,
  bits: 0,
});
const ban = (s: number, userId: string): ChatRecord => ({
  t: 'clear',
  at: T0 + s * 1000,
  seenAt: 0,
  userId,
  login: null,
  seconds: null,
  tags: {},
});
function sealed(): RecordedChat {
  const storage = objects as unknown as Storage;
  return new RecordedChat({
    storage,
    vodUuid: VOD,
    growing: false,
    chunks: new ChatChunks(storage, VOD),
    clock: new SealedClock({ storage, parts: undefined as never, vodUuid: VOD, timelineKey: TIMELINE, cached: null }),
  });
}
function growing(): RecordedChat {
  const storage = objects as unknown as Storage;
  return new RecordedChat({
    storage,
    vodUuid: VOD,
    growing: true,
    chunks: new ChatChunks(storage, VOD),
    clock: new GrowingClock(storage, VOD),
  });
}
const stretch = (from: number, to: number, author?: string): Stretch => ({
  fromMs: from * 1000,
  toMs: to * 1000,
  author,
});
const page = async (chat: RecordedChat, from: number, to: number): Promise<ChatPage> =>
  ChatPage.parse(await chat.page(stretch(from, to)));
const ids = ({ messages }: ChatPage): string[] => messages.map((m) => m.id);

describe('a page of a finished VOD', () => {
  it('P22 uses file time: messages after 90 s of ads have no delay, messages during the ads are at the join', async () => {
    objects.timeline([0, 60], [150, 300]);
    objects.chunk(A, 0, message('a', 10), message('ad', 100));
    objects.chunk(B, 0, message('b', 160), message('c', 299));
    const found = await page(sealed(), 0, 300);
    expect(found.messages.map((m) => [m.id, m.atMs / 1000])).toEqual([
      ['a', 10],
      ['ad', 60],
      ['b', 70],
      ['c', 209],
    ]);
    expect([found.complete_to, found.growing, found.cut]).toEqual([300, false, false]);
  });

  it('contains from <= at < to, and consecutive pages contain each message once', async () => {
    objects.timeline([0, 100]);
    objects.chunk(A, 0, ...Array.from({ length: 100 }, (_, s) => message(`m${s}`, s)));
    const chat = sealed();
    const pages = [
      await page(chat, -10, 0),
      await page(chat, 0, 30),
      await page(chat, 30, 31),
      await page(chat, 31, 500),
    ];
    expect(pages.map((p) => p.messages.length)).toEqual([0, 30, 1, 69]);
    expect(new Set(pages.flatMap(ids)).size).toBe(100);
  });

  it('P41 contains a message that two recorders received once', async () => {
    objects.timeline([0, 100]);
    objects.chunk(A, 0, message('a', 1), message('b', 5));
    objects.chunk(B, 0, message('b', 5), message('c', 6));
    expect(ids(await page(sealed(), 0, 100))).toEqual(['a', 'b', 'c']);
  });

  it('is complete on the next request after a storage error, with each gap once', async () => {
    objects.timeline([0, 100]);
    for (let n = 0; n < 20; n += 1)
      objects.chunk(A, n, message(`m${n}`, n), {
        t: 'gap',
        at: T0 + n * 1000,
        seenAt: 0,
        until: T0 + n * 1000 + 500,
        reason: '',
      });
    const chat = sealed();
    const read = objects.read.bind(objects);
    objects.read = (key) =>
      key.includes('/c/000012-') ? Promise.reject(new RangeError('storage is away')) : read(key);
    await expect(page(chat, 0, 100)).rejects.toThrow('storage is away');
    objects.read = read;
    const found = await page(chat, 0, 100);
    expect([found.messages.length, found.gaps.length]).toEqual([20, 20]);
  });

  it('P52 marks messages that a moderation on a later page deletes', async () => {
    objects.timeline([0, 1000]);
    objects.chunk(A, 0, message('a', 1, '7'), message('b', 2, '8'));
    objects.chunk(A, 1, ban(900, '7'), message('late', 901, '7'));
    const chat = sealed();
    const first = await page(chat, 0, 60);
    expect(first.messages.map((m) => m.deleted)).toEqual([{ atMs: 900_000, by: 'ban' }, null]);
    expect(first.moderation).toEqual([]);
    const last = await page(chat, 900, 1000);
    expect(last.moderation).toEqual([{ atMs: 900_000, by: 'ban', messageId: null, userId: '7' }]);
    expect(last.messages.map((m) => m.deleted)).toEqual([null]);
  });

  it('ends between two time stamps when it is full, and the next page continues there', async () => {
    objects.timeline([0, 100]);
    for (let n = 0; n < 5; n += 1)
      objects.chunk(
        A,
        n,
        ...Array.from({ length: 1000 }, (_, i) => message(`${n}/${i}`, n * 10 + Math.floor(i / 200))),
      );
    const chat = sealed();
    const seen: string[] = [];
    let [from, pages] = [0, 0];
    for (let more = true; more; pages += 1) {
      const found = await page(chat, from, 100);
      seen.push(...ids(found));
      from = found.complete_to;
      more = found.cut;
    }
    expect([seen.length, new Set(seen).size, pages]).toEqual([5000, 5000, 3]);
  });

  it('ends early with long messages: they are in memory, and so is the answer', async () => {
    objects.timeline([0, 100]);
    const long = (n: number): ChatRecord => ({ ...message(`m${n}`, n), text: 'a'.repeat(120_000) }) as ChatRecord;
    objects.chunk(A, 0, ...Array.from({ length: 100 }, (_, n) => long(n)));
    const chat = sealed();
    const [first, ofAnother] = [await page(chat, 0, 100), await chat.page(stretch(0, 100, 'nobody'))];
    expect([first.messages.length, first.complete_to, first.cut]).toEqual([18, 18, true]);
    expect(ids(await page(chat, 18, 100))[0]).toBe('m18');
    expect([ofAnother.messages, ofAnother.cut]).toEqual([[], false]);
  });

  it('has the newest of the messages that a gap moves to one moment', async () => {
    objects.timeline([0, 100], [5000, 5100]);
    objects.chunk(
      A,
      0,
      message('before', 99),
      ...Array.from({ length: 25_000 }, (_, n) => message(`m${n}`, 101 + n / 10)),
    );
    objects.chunk(A, 1, message('after', 5001));
    const first = await page(sealed(), 0, 200);
    expect(first.messages.length).toBeLessThanOrEqual(10_001);
    expect([ids(first)[0], ids(first).at(-1), first.complete_to, first.cut]).toEqual(['before', 'm24999', 101, true]);
  });

  it('W50 reports the gaps in which no recorder received the chat', async () => {
    objects.timeline([0, 100], [200, 300]);
    objects.chunk(
      A,
      0,
      { t: 'gap', at: T0 + 20_000, seenAt: 0, until: T0 + 50_000, reason: 'x' },
      { t: 'gap', at: T0 + 120_000, seenAt: 0, until: T0 + 180_000, reason: 'in a pause' },
    );
    expect((await page(sealed(), 0, 30)).gaps).toEqual([{ from: 20, to: 50 }]);
    expect((await page(sealed(), 60, 300)).gaps).toEqual([]);
  });

  it('contains only the messages of the given viewer', async () => {
    objects.timeline([0, 100]);
    objects.chunk(A, 0, message('a', 1, '7'), message('b', 2, '8'), message('c', 3, '7'));
    expect(ids(await sealed().page(stretch(0, 100, '7')))).toEqual(['a', 'c']);
  });

  it('P54 is empty if there are no messages', async () => {
    objects.timeline([0, 100]);
    expect(await page(sealed(), 0, 50)).toEqual({
      messages: [],
      complete_to: 50,
      cut: false,
      growing: false,
      gaps: [],
      moderation: [],
    });
  });
});

describe('a page of a growing VOD', () => {
  const grow = (segments: number): void => {
    objects.stored.set(
      objectKeys.journalPage(VOD, A, 0),
      Buffer.from(
        encodeJournal([
          { t: 'epoch', epoch: 0, cause: 'start', startAt: T0, firstPtsMs: 0, initCrc: null, container: 'ts' },
        ]),
      ),
    );
    for (let seq = 0; seq < segments; seq += 1) objects.segment(seq);
  };

  it('is complete up to the last stored chunk, and announces more', async () => {
    jest.useFakeTimers({ now: T0 + 21_000 });
    grow(10);
    objects.chunk(A, 0, message('a', 1), message('b', 15));
    const chat = growing();
    const first = await page(chat, 0, 60);
    expect([ids(first), first.complete_to, first.growing, first.cut]).toEqual([['a'], 14, true, false]);
    jest.setSystemTime(T0 + 31_000);
    grow(20);
    objects.chunk(A, 1, message('c', 16), message('d', 30));
    const next = await page(chat, 14, 60);
    expect([ids(next), next.complete_to, next.growing]).toEqual([['b', 'c'], 29, true]);
  });

  it('advances while nobody writes', async () => {
    jest.useFakeTimers({ now: T0 + 60_000 });
    grow(20);
    expect(await page(growing(), 0, 60)).toMatchObject({ complete_to: 40, growing: true });
    expect(await page(growing(), 0, 30)).toMatchObject({ complete_to: 30, growing: false });
  });
});
