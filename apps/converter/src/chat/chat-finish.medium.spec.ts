import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readTdChat, type TdEntry, type TdPiece } from '#libs/chat';
import {
  type ChatAssetIndex,
  type chatFileJob,
  type ChatRecord,
  encodeChatRecord,
  type JobResult,
  objectKeys,
} from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type JobCommand } from '#libs/service-kit';
import { type OpenStorage, openStorage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { JobBench } from '../../test/job-bench.fixture.js';
import { ChatFileMaker } from './chat-file-maker.js';
import { ChatFileHandler } from './chat-file.handler.js';

const VOD = '0b6b7f5e-7a86-4b0c-9a57-0d5b1f1d7c11';
const [A, B] = ['01JDTEST0000000000000000AA', '01JDTEST0000000000000000BB'];
const T0 = Date.parse('2026-01-01T00:00:00Z');
const TIMELINE_KEY = objectKeys.chatTimeline(VOD, 'a');
const COMMAND: JobCommand<typeof chatFileJob> = {
  jobName: 'chat_x',
  attempt: '01JDTEST0000000000000000CC',
  input: {
    source: { from: 'vod', vodUuid: VOD, timelineKey: TIMELINE_KEY },
    streamer: { id: '12', login: 'ann', name: 'Ann' },
    title: 'T',
    startedAt: new Date(T0).toISOString(),
    category: 'Chess',
  },
};

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let bench: JobBench;
beforeEach(async () => {
  dir = tempDir('chat-finish');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'storage'), sync: 'off' });
  bench = new JobBench();
  await storage.put(
    TIMELINE_KEY,
    Buffer.from(
      JSON.stringify({
        clock: [
          { site: T0, siteMs: 60_000, file: 0, fileMs: 60_000 },
          { site: T0 + 150_000, siteMs: 60_000, file: 60_000, fileMs: 60_000 },
        ],
      }),
    ),
  );
});
afterEach(async () => {
  await storage.close();
  dir.remove();
});

const chats = (over: Partial<OpenStorage> = {}): ChatFileHandler => {
  const store = Object.assign(Object.create(storage) as OpenStorage, {
    put: storage.put.bind(storage),
    read: storage.read.bind(storage),
    list: storage.list.bind(storage),
    names: storage.names.bind(storage),
    head: storage.head.bind(storage),
    ...over,
  });
  return new ChatFileHandler(bench.runner(store), new ChatFileMaker(store), store);
};
const message = (id: string, s: number, over: Partial<Extract<ChatRecord, { t: 'message' }>> = {}): ChatRecord => ({
  t: 'message',
  id,
  at: T0 + s * 1000,
  seenAt: 0,
  author: { id: '7', login: 'bob', name: 'Bob', color: '#ff0000', badges: [{ set: 'vip', version: '1' }] },
  text: id,
  emotes: [],
  tags: { 'client-nonce': 'n', id, 'first-msg': '1' },
  action: false,
  bits: 0,
  ...over,
});
async function chunk(part: string, n: number, ...records: ChatRecord[]): Promise<void> {
  const stamps = records.map((r) => r.at);
  await storage.put(
    objectKeys.chatChunk(VOD, part, {
      n,
      firstAt: Math.min(...stamps),
      lastAt: Math.max(...stamps),
      count: records.length,
    }),
    Buffer.from(records.map(encodeChatRecord).join('')),
  );
}
async function pieces(): Promise<TdPiece[]> {
  const all: TdPiece[] = [];
  for await (const piece of readTdChat(
    (await storage.get(objectKeys.chatFile(VOD, COMMAND.attempt))).stream as AsyncIterable<Uint8Array>,
  ))
    all.push(piece);
  return all;
}
const entries = async (): Promise<TdEntry[]> => (await pieces()).flatMap((p) => (p.kind === 'entry' ? [p.entry] : []));
const result = (): JobResult<typeof chatFileJob> => bench.result as JobResult<typeof chatFileJob>;

describe('finishing a chat', () => {
  it('P22 P41 P52 merges the chat of two recorders into one file: in file time, each message once, deleted ones marked', async () => {
    await chunk(A, 0, message('a', 10), message('ad', 100), {
      t: 'room',
      at: T0 + 11_000,
      seenAt: 0,
      text: 'Slow mode is on.',
      tags: {},
    });
    await chunk(
      B,
      0,
      message('ad', 100),
      message('b', 160),
      { t: 'delete', at: T0 + 170_000, seenAt: 0, targetId: 'a', login: 'bob', tags: {} },
      { t: 'gap', at: T0 + 20_000, seenAt: 0, until: T0 + 30_000, reason: 'x' },
    );
    await chats().run(COMMAND, bench.delivered());
    expect((await entries()).map(({ message: m, sentAt }) => [m.id, m.kind, m.atMs, m.deleted, sentAt - T0])).toEqual([
      ['a', 'message', 10_000, { atMs: 80_000, by: 'moderator' }, 10_000],
      [`room/${T0 + 11_000}/Slow mode is on.`, 'system', 11_000, null, 11_000],
      ['ad', 'message', 60_000, null, 100_000],
      ['b', 'message', 70_000, null, 160_000],
    ]);
    expect((await entries())[0]).toMatchObject({
      tags: { 'client-nonce': 'n' },
      message: { flags: { first: true }, author: { name: 'Bob', badges: [{ set: 'vip', version: '1' }] } },
    });
    expect((await pieces()).at(-1)).toMatchObject({
      kind: 'head',
      gaps: [{ from: 20, to: 30 }],
      head: { vodUuid: VOD, title: 'T', category: 'Chess', lengthMs: 120_000 },
    });
    expect(bench.names()).toEqual(['job-started', 'job-done']);
    expect(result()).toMatchObject({ messages: 3, key: objectKeys.chatFile(VOD, COMMAND.attempt), warnings: [] });
  });

  it('embeds the stored images, and names missing ones', async () => {
    const asset = {
      kind: 'emote',
      source: '7tv',
      id: 'cat',
      name: 'catJAM',
      zeroWidth: false,
      global: false,
      color: null,
      animated: false,
      width: 32,
      height: 32,
      scale: 2,
      object: '7tv-cat-2.png',
      contentType: 'image/png',
    } as const;
    await storage.put(
      objectKeys.chatAssetIndex(VOD, A),
      Buffer.from(
        JSON.stringify({
          format: 1,
          assets: [asset, { ...asset, id: 'gone', name: 'gone', object: 'gone.png' }],
        } satisfies ChatAssetIndex),
      ),
    );
    await storage.put(objectKeys.chatAsset(VOD, asset.object), Buffer.from('a picture'));
    await chunk(A, 0, message('a', 10, { text: 'hi catJAM' }));
    await chats().run(COMMAND, bench.delivered());
    expect((await entries())[0]?.message.fragments[1]).toMatchObject({
      type: 'emote',
      id: 'cat',
      assetKey: 'emote/7tv/cat',
    });
    expect((await pieces()).flatMap((p) => (p.kind === 'picture' ? [String(p.picture.bytes)] : []))).toEqual([
      'a picture',
    ]);
    expect(result()).toMatchObject({
      pictures: 1,
      warnings: [{ key: 'job.chat-pictures-gone', params: { n: 1 } }],
    });
  });

  it('P54 makes a valid file of a chat without messages', async () => {
    await chats().run(COMMAND, bench.delivered());
    expect([await entries(), result().messages]).toEqual([[], 0]);
  });

  it('skips truncated lines, and reports them', async () => {
    await chunk(A, 0, message('a', 10));
    await storage.put(
      objectKeys.chatChunk(VOD, A, { n: 1, firstAt: T0, lastAt: T0, count: 2 }),
      Buffer.from(`${encodeChatRecord(message('b', 20))}{"t":"mess`),
    );
    await chats().run(COMMAND, bench.delivered());
    expect((await entries()).map((e) => e.message.id)).toEqual(['a', 'b']);
    expect(result().warnings).toEqual([{ key: 'job.chat-lines-unreadable', params: { n: 1 } }]);
  });

  it('answers a second delivery from the receipt, and makes a missing file again', async () => {
    await chunk(A, 0, message('a', 10));
    await chats().run(COMMAND, bench.delivered());
    const first = bench.last('job-done');
    const puts: string[] = [];
    const put: OpenStorage['put'] = (key, ...rest) => {
      puts.push(key);
      return storage.put(key, ...rest);
    };
    await chats({ put }).run(COMMAND, bench.delivered({ attempt: 2 }));
    expect([bench.last('job-done'), puts]).toEqual([first, []]);
    await storage.delete([result().key]);
    await chats({ put }).run(COMMAND, bench.delivered({ attempt: 3 }));
    expect(await storage.head(result().key)).not.toBeNull();
  });

  it('stops when the operator cancels it, and leaves no file', async () => {
    await chunk(A, 0, message('a', 10));
    const read: OpenStorage['read'] = (key, signal) => {
      if (key.includes('/c/')) bench.cancel();
      return signal?.aborted === true ? Promise.reject(signal.reason as Error) : storage.read(key, signal);
    };
    await chats({ read }).run(COMMAND, bench.delivered());
    expect(bench.failure).toEqual({ waiting: false, reason: 'cancelled: by the operator' });
    expect(await storage.head(objectKeys.chatFile(VOD, COMMAND.attempt))).toBeNull();
  });

  it('W54 waits with the reason while storage is unavailable, and succeeds at the next delivery', async () => {
    await chunk(A, 0, message('a', 10));
    const read: OpenStorage['read'] = (key) =>
      key.includes('/c/')
        ? Promise.reject(new OutsideError(untranslated('storage-away', 'the disk is not there')))
        : storage.read(key);
    await expect(chats({ read }).run(COMMAND, bench.delivered())).rejects.toMatchObject({ code: 'storage-away' });
    expect(bench.failure).toEqual({ waiting: true, reason: 'the disk is not there (trying again)' });
    expect(await storage.head(objectKeys.chatFile(VOD, COMMAND.attempt))).toBeNull();
    await chats().run(COMMAND, bench.delivered({ attempt: 2 }));
    expect((await entries()).map((e) => e.message.id)).toEqual(['a']);
  });
});
