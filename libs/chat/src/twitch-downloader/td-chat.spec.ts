import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ChatMessage, DELETED_BY, EMOTE_SOURCES, type StoredAsset } from '#libs/contracts';
import fc from 'fast-check';
import { readTdChat } from './read-td-chat.js';
import { type TdEntry, type TdHead, type TdPiece } from './td-chat.js';
import { writeTdChat } from './write-td-chat.js';

const head: TdHead = {
  vodUuid: '6d7fab8d-57c6-490a-bcc7-690263fc73f4',
  streamer: { id: '12345678901', login: 'ann', name: 'Änn ' },
  title: 'A "title"',
  category: 'Chess',
  startedAt: '2026-01-01T00:00:00.000Z',
  lengthMs: 3_600_123,
};
const picture: StoredAsset = {
  kind: 'emote',
  source: '7tv',
  id: 'cat',
  name: 'catJAM',
  zeroWidth: false,
  global: false,
  color: null,
  animated: true,
  width: 32,
  height: 24,
  scale: 2,
  object: '7tv-cat-2.webp',
  contentType: 'image/webp',
};
const entry = (over: Partial<ChatMessage> = {}, rest: Partial<TdEntry> = {}): TdEntry => ({
  message: {
    id: 'm',
    atMs: 0,
    kind: 'message',
    author: { id: '7', login: 'bob', name: 'Bob', color: null, badges: [] },
    fragments: [{ type: 'text', text: 'hi' }],
    reply: null,
    flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
    deleted: null,
    notice: null,
    ...over,
  },
  sentAt: 0,
  tags: {},
  ...rest,
});

async function* from<T>(...items: T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(items);
}
/** In small pieces, so that everything is cut in its middle. */
async function* bytes(body: Buffer | string, size = 7): AsyncGenerator<Uint8Array> {
  const whole = Buffer.from(body as string);
  for (let at = 0; at < whole.length; at += size) yield await Promise.resolve(whole.subarray(at, at + size));
}
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
async function writeChat(entries: readonly TdEntry[], pictures: readonly StoredAsset[] = []): Promise<Buffer> {
  return Buffer.concat(
    await collect(
      writeTdChat({
        head,
        entries: from(...entries),
        gaps: [{ from: 1, to: 2.5 }],
        pictures,
        bytesOf: (p) => Promise.resolve(p.id === 'lost' ? null : Buffer.from(p.id)),
        createdAt: '2026-01-02T00:00:00.000Z',
      }),
    ),
  );
}
const readAll = (body: Buffer | string, size?: number): Promise<TdPiece[]> => collect(readTdChat(bytes(body, size)));
const entriesOf = (pieces: readonly TdPiece[]): TdEntry[] =>
  pieces.flatMap((p) => (p.kind === 'entry' ? [p.entry] : []));
const headOf = (pieces: readonly TdPiece[]): TdHead | undefined =>
  pieces.flatMap((p) => (p.kind === 'head' ? [p.head] : []))[0];
interface Parsed {
  comments: {
    content_offset_seconds: number;
    message: Record<string, unknown> & { fragments: { text: string }[]; body: string };
  }[];
  embeddedData: Record<string, unknown[]>;
}
const writeAndParse = async (entries: readonly TdEntry[], pictures: readonly StoredAsset[] = []): Promise<Parsed> =>
  JSON.parse(String(await writeChat(entries, pictures))) as Parsed;

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const nullable = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null });
const author = fc.record({
  id: fc.string(),
  login: fc.string(),
  name: text,
  color: nullable(fc.constantFrom('#ff0000', '#0a0b0c')),
  badges: fc.array(fc.record({ set: text, version: fc.string() }), { maxLength: 3 }),
});
const fragment = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({
    type: fc.constant('emote' as const),
    id: text,
    source: fc.constantFrom(...EMOTE_SOURCES),
    name: text,
    zeroWidth: fc.boolean(),
    width: fc.integer({ min: 1, max: 400 }),
    height: fc.double({ min: 0.5, max: 400, noNaN: true }),
    assetKey: nullable(text),
  }),
  fc.record({
    type: fc.constant('cheer' as const),
    prefix: text,
    bits: fc.integer({ min: 1, max: 100_000 }),
    assetKey: nullable(text),
    color: nullable(text),
  }),
  fc.record({ type: fc.constant('mention' as const), text, login: text }),
  fc.record({ type: fc.constant('link' as const), text, url: fc.webUrl() }),
);
const common = {
  id: text,
  atMs: fc.integer({ min: -86_400_000, max: 864_000_000 }),
  fragments: fc.array(fragment, { maxLength: 6 }),
  reply: nullable(fc.record({ id: text, login: text, name: text, body: text })),
  deleted: nullable(fc.record({ atMs: fc.integer(), by: fc.constantFrom(...DELETED_BY) })),
  flags: fc.record({
    first: fc.boolean(),
    highlighted: fc.boolean(),
    bits: fc.nat(),
    sharedFrom: nullable(fc.record({ id: text, name: nullable(text) })),
  }),
};
const message = fc.oneof(
  fc.record({
    ...common,
    kind: fc.constantFrom('message' as const, 'action' as const),
    author,
    notice: fc.constant(null),
  }),
  fc.record({
    ...common,
    kind: fc.constant('notice' as const),
    author,
    notice: fc.record({ kind: text, systemText: fc.string(), color: nullable(text) }),
  }),
  fc.record({ ...common, kind: fc.constant('system' as const), author: fc.constant(null), notice: fc.constant(null) }),
);
const anyEntry = fc.record({
  message,
  sentAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  tags: fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,8}$/), text, { maxKeys: 3, noNullPrototype: true }),
});

describe('a chat file', () => {
  it('restores every message unchanged, with any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEntry, { maxLength: 5 }),
        fc.integer({ min: 1, max: 5000 }),
        async (entries, size) => {
          for (const { message: m } of entries) ChatMessage.parse(m);
          expect(entriesOf(await readAll(await writeChat(entries), size))).toEqual(entries);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has the keys of TwitchDownloader in its order', async () => {
    const file = await writeAndParse([entry()]);
    expect(Object.keys(file)).toEqual([
      'FileInfo',
      'streamer',
      'clipper',
      'video',
      'comments',
      'embeddedData',
      'vodkeep',
    ]);
    expect(Object.keys(file.embeddedData)).toEqual(['thirdParty', 'firstParty', 'twitchBadges', 'twitchBits']);
    expect(Object.keys(file.comments[0] ?? {})).toEqual([
      '_id',
      'created_at',
      'channel_id',
      'content_type',
      'content_id',
      'content_offset_seconds',
      'commenter',
      'message',
    ]);
    expect(Object.keys(file.comments[0]?.message ?? {})).toEqual([
      'body',
      'bits_spent',
      'fragments',
      'user_badges',
      'user_color',
      'user_notice_params',
      'emoticons',
    ]);
    expect(JSON.stringify(file)).toContain('"streamer":{"name":"Änn ","login":"ann","id":0}');
  });

  it('writes notices and emotes as other readers expect, with emote ends in UTF-16 that are one too high', async () => {
    const notice = entry(
      {
        kind: 'notice',
        notice: { kind: 'resub', systemText: '😀 Bob subscribed with Prime.', color: null },
        fragments: [
          {
            type: 'emote',
            id: '25',
            source: 'twitch',
            name: 'Kappa',
            zeroWidth: false,
            width: 28,
            height: 28,
            assetKey: null,
          },
        ],
      },
      { tags: { 'msg-param-months': '12' } },
    );
    const [comment] = (await writeAndParse([notice])).comments;
    expect(comment?.message).toMatchObject({
      body: '😀 Bob subscribed with Prime. Kappa',
      user_notice_params: { msg_id: 'resub', system_msg: '😀 Bob subscribed with Prime.', params: { months: '12' } },
      emoticons: [{ _id: '25', begin: 30, end: 36 }],
    });
    expect(comment?.message.fragments.map((f) => f.text).join('')).toBe(comment?.message.body);
  });

  it('embeds the images, without missing ones, and reads them back with the header', async () => {
    const badge: StoredAsset = { ...picture, kind: 'badge', source: 'twitch', id: 'subscriber/12', name: 'Year' };
    const cheer: StoredAsset = { ...picture, kind: 'cheer', source: 'twitch', id: 'Cheer/100', name: 'Cheer' };
    const body = await writeChat(
      [entry()],
      [
        picture,
        { ...picture, id: 'lost' },
        badge,
        { ...badge, id: 'subscriber/24' },
        cheer,
        { ...picture, source: 'twitch', id: '25' },
      ],
    );
    const pieces = await readAll(body, 1000);
    const pictures = pieces.flatMap((p) => (p.kind === 'picture' ? [p.picture] : []));
    expect(pictures.map((p) => [p.asset.kind, p.asset.id, p.asset.isFirstParty, String(p.bytes)])).toEqual([
      ['emote', 'cat', false, 'cat'],
      ['emote', '25', true, '25'],
      ['badge', 'subscriber/12', true, 'subscriber/12'],
      ['badge', 'subscriber/24', true, 'subscriber/24'],
      ['cheer', 'Cheer/100', true, 'Cheer/100'],
    ]);
    expect(pictures[0]?.asset).toMatchObject({ width: 32, height: 24, scale: 2, name: 'catJAM' });
    expect(pieces.at(-1)).toEqual({ kind: 'head', head, gaps: [{ from: 1, to: 2.5 }] });
  });

  it('P54 is a valid file without messages', async () => {
    expect(await readAll(await writeChat([]))).toEqual([{ kind: 'head', head, gaps: [{ from: 1, to: 2.5 }] }]);
  });

  it('P48 writes offsets as JSON numbers in seconds, exact to the millisecond', async () => {
    expect(
      (await writeAndParse([entry({ atMs: 12_345 }), entry({ atMs: -1 })])).comments.map(
        (c) => c.content_offset_seconds,
      ),
    ).toEqual([12.345, -0.001]);
  });
});

describe('a third-party chat file', () => {
  const comment =
    '{"_id":"1","created_at":"2020-01-01T00:00:05Z","channel_id":1,"content_offset_seconds":"5.5","commenter":{"display_name":"Bob","_id":7,"name":"bob"},"message":{"body":"Cheer100 Kappa","fragments":[{"text":"Cheer100 "},{"text":"Kappa","emoticon":{"emoticon_id":25}}],"user_badges":[{"_id":"vip","version":1},{"_id":""},null],"user_color":"#FF0000"}}';
  const file = `{"comments":[${comment}],"video":{"title":"Chat Dump","start":0,"end":60},"streamer":{"name":"Ann","id":12}}`;
  const expected = {
    id: '1',
    atMs: 5500,
    author: { id: '7', login: 'bob', name: 'Bob', color: '#FF0000', badges: [{ set: 'vip', version: '1' }] },
    flags: { bits: 100 },
    fragments: [
      { type: 'text', text: 'Cheer100 ' },
      { type: 'emote', id: '25', source: 'twitch', name: 'Kappa' },
    ],
  };

  it('is read with its members in any order, numbers as text, and the bits from the words if none are reported', async () => {
    const pieces = await readAll(file);
    expect(entriesOf(pieces)[0]?.message).toMatchObject(expected);
    expect(headOf(pieces)).toMatchObject({ streamer: { name: 'Ann', id: '12' }, lengthMs: 60_000 });
  });

  it.each([
    [
      'with surplus commas and comments',
      file.replace('}],"video"', '},/* one */],\n// two\n"video"').replace('"end":60}', '"end":60,}'),
    ],
    ['with a byte order mark of UTF-8', `\ufeff${file}`],
    ['as UTF-16', Buffer.from(`\ufeff${file}`, 'utf16le')],
    ['as UTF-16 in big-endian order', Buffer.from(`\ufeff${file}`, 'utf16le').swap16()],
    [
      'as UTF-32',
      Buffer.concat(
        Array.from(`\ufeff${file}`).map((c) => {
          const b = Buffer.alloc(4);
          b.writeUInt32LE(c.codePointAt(0) ?? 0);
          return b;
        }),
      ),
    ],
    [
      'as UTF-32, the other way',
      Buffer.concat(
        Array.from(`\ufeff${file}`).map((c) => {
          const b = Buffer.alloc(4);
          b.writeUInt32BE(c.codePointAt(0) ?? 0);
          return b;
        }),
      ),
    ],
    ['compressed with gzip', gzipSync(file)],
    ['compressed, with a byte order mark', gzipSync(Buffer.from(`\ufeff${file}`, 'utf16le'))],
    ['indented', JSON.stringify(JSON.parse(file), null, 2)],
    ['with a block comment between the values', file.replace('"body"', '/* " } */ "body"')],
  ])('is read %s', async (_name, body) => {
    expect(entriesOf(await readAll(body))[0]?.message).toMatchObject(expected);
  });

  it('takes the length from the last comment, and the streamer from the old keys, if others are missing', async () => {
    expect(headOf(await readAll(`{"comments":[${comment}]}`))).toMatchObject({
      lengthMs: 5500,
      streamer: { name: '' },
    });
    expect(headOf(await readAll(`{"comments":[${comment.replace('"5.5"', '9e9')}]}`))?.lengthMs).toBe(48 * 3_600_000);
    expect(headOf(await readAll('{"video":{"user_name":"Ann","user_id":3},"comments":[]}'))?.streamer).toEqual({
      id: '3',
      login: 'ann',
      name: 'Ann',
    });
  });

  it('yields the badges of the first versions, which are plain pictures, and the emotes under their old key', async () => {
    const pieces = await readAll(
      '{"comments":[],"emotes":{"thirdParty":[{"id":"x","imageScale":"2","data":"aGk=","name":"X","width":"56","height":56}],"firstParty":null,"twitchBadges":[{"name":"vip","versions":{"1":"aGk="}},{"name":3}]}}',
    );
    expect(
      pieces.flatMap((p) =>
        p.kind === 'picture' ? [[p.picture.asset.id, String(p.picture.bytes), p.picture.asset.width]] : [],
      ),
    ).toEqual([
      ['x', 'hi', 28],
      ['vip/1', 'hi', 18],
    ]);
  });

  it('keeps a message of a deleted account', async () => {
    expect(
      entriesOf(await readAll('{"comments":[{"_id":"1","commenter":null,"message":{"body":"hi"}}]}'))[0]?.message,
    ).toMatchObject({ kind: 'message', author: { id: '', name: '' }, fragments: [{ text: 'hi' }] });
  });

  it.each([
    ['cut off', file.slice(0, -80)],
    ['not JSON', 'hello'],
    ['an HTML page', '<!doctype html>'],
    ['empty', ''],
    ['cut off within a string', file.slice(0, 40)],
    ['a list with a number as a comment', '{"comments":[5]}'],
    ['a list with an invalid comment', '{"comments":[{"a":@}]}'],
  ])('W55 is refused with a reason if it is %s', async (_name, body) => {
    await expect(readAll(body)).rejects.toMatchObject({ code: 'chat-unreadable' });
  });

  it('W51 yields the complete messages of a truncated file, then fails', async () => {
    const got: string[] = [];
    const truncated = readTdChat(
      bytes(`{"comments":[${comment},${comment.replace('"1"', '"2"')},${comment.slice(0, 50)}`),
    );
    await expect(
      (async () => {
        for await (const piece of truncated) if (piece.kind === 'entry') got.push(piece.entry.message.id);
      })(),
    ).rejects.toMatchObject({ code: 'chat-unreadable' });
    expect(got).toEqual(['1', '2']);
  });

  it('is read at the pace of the consumer, and closed when the consumer stops', async () => {
    let [started, closed] = [0, false];
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('{"comments":[');
        for (;;) {
          started += 1;
          yield await Promise.resolve(Buffer.from(`${comment},`));
        }
      } finally {
        closed = true;
      }
    }
    const reading = readTdChat(endless());
    for (let n = 0; n < 50; n += 1) await reading.next();
    expect(started).toBeLessThanOrEqual(52);
    await reading.return(undefined);
    expect(closed).toBe(true);
  });
});

describe('a long chat', () => {
  it('is never completely in memory: the writer waits for the reader', async () => {
    let [written, read, maxBuffered] = [0, 0, 0];
    async function* endless(): AsyncGenerator<TdEntry> {
      for (; written < 3000; written += 1)
        yield await Promise.resolve(entry({ fragments: [{ type: 'text', text: 'x'.repeat(300) }] }));
    }
    for await (const piece of readTdChat(
      writeTdChat({
        head,
        entries: endless(),
        gaps: [],
        pictures: [],
        bytesOf: () => Promise.resolve(null),
        createdAt: '',
      }),
    )) {
      read += piece.kind === 'entry' ? 1 : 0;
      maxBuffered = Math.max(maxBuffered, written - read);
    }
    // A buffer of 64 kB has about 110 of these messages.
    expect([read, maxBuffered < 250]).toEqual([3000, true]);
  });
});
