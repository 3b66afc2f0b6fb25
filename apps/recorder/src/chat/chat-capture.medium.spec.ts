import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChatAssetIndex,
  type ChatRecord,
  decodeChat,
  encodeChatRecord,
  objectKeys,
  parseChatChunkName,
} from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type ChatAsset, type ChatHandlers, type ChatSource } from '#libs/providers';
import { Log } from '#libs/service-kit';
import { openStorage, type OpenStorage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { Spool } from '../store/spool.js';
import { SpoolRecovery } from '../store/spool-recovery.js';
import { ChatCapture } from './chat-capture.js';
import { type ChatPorts } from './chat-ports.js';
import { ChatRecovery } from './chat-recovery.js';
import { ChatWal, WAL_FOLDER } from './chat-wal.js';

const VOD = '6d7fab8d-57c6-490a-bcc7-690263fc73f4';
const [PART, NEXT] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAW'];
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 0, 56, 0, 0, 0, 56]),
  Buffer.alloc(20),
]);
const log = new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined);

const message = (n: number, over: Partial<Extract<ChatRecord, { t: 'message' }>> = {}): ChatRecord => ({
  t: 'message',
  id: `m${n}`,
  at: 1000 + n,
  seenAt: 1000 + n,
  author: { id: '7', login: 'ann', name: 'Ann', color: null, badges: [] },
  text: `hello ${n}`,
  emotes: [],
  tags: { 'first-msg': '0', 'odd': 'kept' },
  action: false,
  bits: 0,
  ...over,
});
const asset = (over: Partial<ChatAsset>): ChatAsset => ({
  kind: 'emote',
  source: 'bttv',
  id: 'b1',
  name: 'catJAM',
  zeroWidth: false,
  global: false,
  color: null,
  width: null,
  height: null,
  urls: [{ url: 'http://pictures/b1', scale: 2 }],
  ...over,
});

/** A room that says what the test says, and stays until it is left. */
class Room implements ChatSource {
  handlers: ChatHandlers | null = null;
  entered: () => void = () => undefined;
  readonly entering = new Promise<void>((resolve) => {
    this.entered = resolve;
  });
  lists: { assets: ChatAsset[]; failures: string[] }[] = [{ assets: [], failures: [] }];
  readonly logins: string[] = [];
  follow({ login }: { readonly login: string }, handlers: ChatHandlers, signal: AbortSignal): Promise<void> {
    this.handlers = handlers;
    this.logins.push(login);
    handlers.onState('joined', null);
    this.entered();
    return new Promise((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
  }
  listed: () => void = () => undefined;
  assets(): Promise<{ assets: ChatAsset[]; failures: string[] }> {
    const list = this.lists.length > 1 ? this.lists.shift() : this.lists[0];
    setImmediate(() => {
      this.listed();
    });
    return Promise.resolve(list ?? { assets: [], failures: [] });
  }
  emote(id: string, name: string): ChatAsset {
    return asset({
      source: 'twitch',
      id,
      name,
      urls: [
        { url: `http://pictures/${id}`, scale: 3 },
        { url: `http://pictures/${id}-small`, scale: 2 },
      ],
    });
  }
  say(...records: ChatRecord[]): void {
    for (const record of records) this.handlers?.onRecord(record);
  }
}

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let isAway: boolean;
let spool: Spool;
let room: Room;
let fetched: string[];
let pictures: Map<string, Buffer>;
const openSpool = (maxBytes = 1e8): Spool =>
  new Spool({ dir: join(dir.path, 'spool'), maxBytes, maxAgeMs: 1e9, now: () => 0 });

beforeEach(async () => {
  dir = tempDir('chat-capture');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'storage'), sync: 'off' });
  [isAway, spool, room, fetched, pictures] = [false, openSpool(), new Room(), [], new Map()];
});
afterEach(async () => {
  await storage.close();
  dir.remove();
});

function ports(over: Partial<ChatPorts> = {}): ChatPorts {
  const put = (...args: Parameters<OpenStorage['put']>): ReturnType<OpenStorage['put']> =>
    isAway ? Promise.reject(new OutsideError(untranslated('storage-away', 'not there'))) : storage.put(...args);
  return {
    storage: {
      put,
      list: storage.list.bind(storage),
      names: storage.names.bind(storage),
      read: storage.read.bind(storage),
    },
    spool,
    log,
    times: { chatChunkMs: 1e6, chatListMs: 1e6, retryMs: 1, retryMaxMs: 5 },
    chatOf: () => room,
    now: () => 0,
    wall: () => 0,
    fetchPicture: (url) => {
      fetched.push(url);
      const found = pictures.get(url);
      return found ? Promise.resolve(found) : Promise.reject(new OutsideError(untranslated('picture-missing', url)));
    },
    ...over,
  };
}
const WANTED = { vodUuid: VOD, providerKind: 'twitch', chat: true, sourceId: '1', login: 'ann' };
const capture = (
  partId: () => string = () => PART,
  over: Partial<ChatPorts> = {},
  { isHandedOver = false } = {},
): ChatCapture => new ChatCapture(WANTED, { partId, isHandedOver }, ports(over));
async function stored(partId: string): Promise<ChatRecord[]> {
  const records: ChatRecord[] = [];
  for await (const { key } of storage.list(objectKeys.chat(VOD, partId))) {
    const chunk = decodeChat((await storage.read(key)).toString());
    expect(parseChatChunkName(key)?.count).toBe(chunk.records.length);
    records.push(...chunk.records);
  }
  return records;
}
async function index(partId: string): Promise<ChatAssetIndex['assets']> {
  return ChatAssetIndex.parse(JSON.parse((await storage.read(objectKeys.chatAssetIndex(VOD, partId))).toString()))
    .assets;
}

describe('the chat of a capture', () => {
  it('P42 stores every record as it came, to the last one before the stop, each once, in chunks of at most 5,000', async () => {
    const chat = capture();
    chat.start();
    await room.entering;
    const messages = Array.from({ length: 12_000 }, (_, n) => message(n));
    room.say(...messages);
    expect(chat.snapshot).toEqual({ state: 'joined', messages: 12_000, reason: null });
    await chat.end();
    const retained = await stored(PART);
    expect(retained).toEqual(messages);
    expect(readdirSync(join(spool.dir, WAL_FOLDER))).toEqual([]);
  });

  it('goes into the new room of a channel that was renamed, and tells the gap between the two', async () => {
    const chat = capture(() => PART, { wall: () => 5000 });
    chat.start();
    await room.entering;
    room.say(message(1));
    chat.moved('bea');
    chat.moved('bea');
    await new Promise<void>((resolve) => {
      room.entered = resolve;
    });
    room.say(message(2));
    await chat.end();
    expect(room.logins).toEqual(['ann', 'bea']);
    expect(await stored(PART)).toEqual([
      message(1),
      { t: 'gap', at: 1001, seenAt: 5000, until: 5000, reason: { key: 'chat.gap.renamed' } },
      message(2),
    ]);
  });

  it.each([
    [
      'was killed or has ended',
      false,
      [{ t: 'gap', at: 1001, seenAt: 9000, until: 9000, reason: { key: 'chat.gap.recorder-restarted' } }],
    ],
    ['goes on until this one has joined', true, []],
  ] as const)('integrity-5 shows what was missed since a recorder that %s', async (_, isHandedOver, gaps) => {
    const first = capture();
    first.start();
    await room.entering;
    room.say(message(1));
    await first.end();
    room = new Room();
    const second = capture(() => NEXT, { wall: () => 9000 }, { isHandedOver });
    second.start();
    await room.entering;
    room.say(message(9));
    await second.end();
    const records = await stored(NEXT);
    expect(records).toHaveLength(1 + gaps.length);
    expect(records).toEqual(expect.arrayContaining([...gaps, message(9)]));
  });

  it('continues across parts: each chunk belongs to the part in which it began', async () => {
    let part = PART;
    const chat = capture(() => part);
    chat.start();
    await room.entering;
    room.say(...Array.from({ length: 5000 }, (_, n) => message(n)));
    part = NEXT;
    room.say(...Array.from({ length: 5001 }, (_, n) => message(5000 + n)));
    await chat.end();
    const [first, second] = [await stored(PART), await stored(NEXT)];
    expect([
      first.length + second.length,
      new Set([...first, ...second].map((r) => (r.t === 'message' ? r.id : ''))).size,
    ]).toEqual([10_001, 10_001]);
    expect(second.length).toBeGreaterThan(0);
  });

  it('keeps chat in the spool while storage is away, and has it stored by the next start', async () => {
    isAway = true;
    const chat = capture();
    chat.start();
    await room.entering;
    room.say(message(1), { t: 'gap', at: 1002, seenAt: 1, until: 1003, reason: 'the site hung up' });
    chat.giveUp();
    await chat.end();
    isAway = false;
    await new SpoolRecovery({
      spool,
      storage,
      log,
      recorder: 'n/0',
      wall: () => 0,
      bus: { publish: () => Promise.resolve({ outcome: 'stored', seq: 1 }) },
    }).run(new AbortController().signal);
    expect(await stored(PART)).toHaveLength(2);
  });

  it('W51 brings back what a killed recorder had received, but for the line that was torn', async () => {
    const wal = new ChatWal(spool.dir, (error) => {
      throw error;
    });
    const place = { folder: objectKeys.chat(VOD, PART), n: 3 };
    wal.append(place, Buffer.from(encodeChatRecord(message(1)) + encodeChatRecord(message(2))));
    wal.append(place, Buffer.from(encodeChatRecord(message(3)).slice(0, 40)));
    await wal.settled();
    spool = openSpool();
    expect(await new ChatRecovery(spool, log).run()).toBe(2);
    const published: unknown[] = [];
    await new SpoolRecovery({
      spool,
      storage,
      log,
      recorder: 'n/0',
      wall: () => 0,
      bus: {
        publish: (_def, payload) => {
          published.push(payload);
          return Promise.resolve({ outcome: 'stored', seq: 1 });
        },
      },
    }).run(new AbortController().signal);
    expect((await stored(PART)).map((r) => r.at)).toEqual([1001, 1002]);
    expect(published).toEqual([expect.objectContaining({ vodUuid: VOD, partId: PART, segments: 0 })]);
    expect([readdirSync(join(spool.dir, WAL_FOLDER)), spool.leftOvers()]).toEqual([[], []]);
  });

  it('ignores files that are written after the listing', async () => {
    const recovery = new ChatRecovery(spool, log);
    mkdirSync(join(spool.dir, WAL_FOLDER), { recursive: true });
    writeFileSync(join(spool.dir, WAL_FOLDER, `${VOD}~${PART}~0.ndjson`), encodeChatRecord(message(1)));
    expect(await recovery.run()).toBe(0);
    expect(readdirSync(join(spool.dir, WAL_FOLDER))).toHaveLength(1);
  });

  it('records a gap with the amount of chat that found no room', async () => {
    isAway = true;
    spool = openSpool(10);
    const chat = capture();
    chat.start();
    await room.entering;
    const big = 'x'.repeat(200_000);
    room.say(...Array.from({ length: 60 }, (_, n) => message(n, { text: big })));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    isAway = false;
    room.say(message(100), message(101));
    await chat.end();
    const retained = await stored(PART);
    const gaps = retained.filter((r) => r.t === 'gap');
    const lost = gaps.reduce((sum, g) => sum + Number(typeof g.reason === 'string' ? NaN : g.reason.params?.['n']), 0);
    expect(gaps.length).toBeGreaterThan(0);
    expect(retained.length - gaps.length + lost).toBe(62);
  });

  it('follows again a source that broke', async () => {
    let tries = 0;
    const follow = room.follow.bind(room);
    room.follow = (...args) => {
      tries += 1;
      return tries < 3 ? Promise.reject(new OutsideError(untranslated('site', 'odd'))) : follow(...args);
    };
    const chat = capture();
    chat.start();
    await room.entering;
    room.say(message(1));
    await chat.end();
    expect(await stored(PART)).toHaveLength(1);
  });

  it('does not start if no chat is wanted or the site has none', async () => {
    for (const chat of [
      capture(() => PART, { chatOf: () => null }),
      new ChatCapture({ vodUuid: VOD, providerKind: 'hls' }, { partId: () => PART, isHandedOver: false }, ports()),
      capture(() => PART, {
        chatOf: () => {
          throw new OutsideError(untranslated('x', 'unknown'));
        },
      }),
    ]) {
      chat.start();
      expect(chat.snapshot).toBeNull();
      await chat.end();
    }
  });
});

describe('stored pictures', () => {
  const until = async (list: Room): Promise<void> => {
    await new Promise<void>((resolve) => {
      list.listed = resolve;
    });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };

  it('stores what is used, once, from the best address that has it, and notes sizes and kind', async () => {
    pictures
      .set('http://pictures/25-small', PNG)
      .set('http://pictures/b1', PNG)
      .set('http://pictures/sub', PNG)
      .set('http://pictures/cheer', PNG);
    room.lists = [
      {
        failures: [],
        assets: [
          asset({}),
          asset({ id: 'b2', name: 'neverUsed' }),
          asset({
            kind: 'badge',
            source: 'twitch',
            id: 'subscriber/12',
            name: 'Year',
            urls: [{ url: 'http://pictures/sub', scale: 4 }],
          }),
          asset({
            kind: 'cheer',
            source: 'twitch',
            id: 'Cheer/100',
            name: 'Cheer',
            color: '#9c3ee8',
            urls: [{ url: 'http://pictures/cheer', scale: 4 }],
          }),
        ],
      },
    ];
    const chat = capture();
    const listed = until(room);
    chat.start();
    await listed;
    const author = { id: '7', login: 'ann', name: 'Ann', color: null, badges: [{ set: 'subscriber', version: '12' }] };
    room.say(
      message(1, { text: '😀 Kappa catJAM', emotes: [{ id: '25', begin: 2, end: 7 }], author }),
      message(2, { text: 'Kappa Cheer150', emotes: [{ id: '25', begin: 0, end: 5 }], bits: 150 }),
    );
    await chat.end();
    expect(fetched.toSorted()).toEqual([
      'http://pictures/25',
      'http://pictures/25-small',
      'http://pictures/b1',
      'http://pictures/cheer',
      'http://pictures/sub',
    ]);
    const frozen = await index(PART);
    expect(frozen).toHaveLength(4);
    expect(frozen.find((a) => a.id === '25')).toMatchObject({
      name: 'Kappa',
      width: 28,
      height: 28,
      scale: 2,
      object: 'twitch-25-2.png',
      contentType: 'image/png',
      animated: false,
    });
    expect(await storage.read(objectKeys.chatAsset(VOD, 'twitch-25-2.png'))).toEqual(PNG);
  });

  it('P53 goes on without a service that is away, and stores what was said meanwhile when it is back', async () => {
    pictures.set('http://pictures/b1', PNG);
    room.lists = [
      { assets: [], failures: ['bttv is away'] },
      { assets: [asset({})], failures: [] },
    ];
    const chat = capture();
    let listed = until(room);
    chat.start();
    await room.entering;
    room.say(message(1, { text: 'catJAM' }));
    await listed;
    listed = until(room);
    await listed;
    await chat.end();
    expect((await index(PART)).map((a) => a.name)).toEqual(['catJAM']);
    expect(await stored(PART)).toHaveLength(1);
  });

  it('asks again for a picture whose server stumbled, and not for one that is not there', async () => {
    let stumbles = 2;
    const chat = capture(() => PART, {
      fetchPicture: (url) => {
        fetched.push(url);
        if (url.includes('gone')) return Promise.reject(new OutsideError(untranslated('picture-missing', url)));
        stumbles -= 1;
        return stumbles >= 0
          ? Promise.reject(new OutsideError(untranslated('picture-away', url)))
          : Promise.resolve(PNG);
      },
    });
    let frozen: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      frozen = resolve;
    });
    const put = storage.put.bind(storage);
    storage.put = async (...args) => {
      const info = await put(...args);
      if (args[0].endsWith('.png')) frozen();
      return info;
    };
    chat.start();
    await room.entering;
    room.say(
      message(1, {
        text: 'a gone',
        emotes: [
          { id: '1', begin: 0, end: 1 },
          { id: 'gone', begin: 2, end: 6 },
        ],
      }),
    );
    await done;
    await chat.end();
    expect(fetched.filter((url) => url.endsWith('/1'))).toHaveLength(3);
    expect(fetched.filter((url) => url.includes('gone'))).toHaveLength(2);
    expect((await index(PART)).map((a) => a.id)).toEqual(['1']);
  });

  it('does not fetch again what another recorder stored for this VOD', async () => {
    pictures.set('http://pictures/25', PNG);
    for (const part of [PART, NEXT]) {
      room = new Room();
      const chat = capture(() => part);
      const listed = until(room);
      chat.start();
      await listed;
      room.say(message(1, { text: 'Kappa', emotes: [{ id: '25', begin: 0, end: 5 }] }));
      await chat.end();
    }
    expect(fetched).toEqual(['http://pictures/25']);
  });
});
