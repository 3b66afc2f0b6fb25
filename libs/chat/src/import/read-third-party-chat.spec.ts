import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type TdEntry } from '../twitch-downloader/td-chat.js';
import { readThirdPartyChat } from './read-third-party-chat.js';
import { toChatRecords } from './to-chat-records.js';

async function* pieces(bytes: Buffer, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function read(file: string | Buffer): Promise<TdEntry[]> {
  const entries: TdEntry[] = [];
  for await (const entry of readThirdPartyChat(pieces(typeof file === 'string' ? Buffer.from(file) : file)))
    entries.push(entry);
  return entries;
}
const textsOf = (entries: readonly TdEntry[]) =>
  entries.map(({ message: m }) => [
    m.id,
    m.atMs,
    m.author?.name,
    m.fragments.map((f) => (f.type === 'emote' ? `<${f.name}>` : 'text' in f ? f.text : '')).join(''),
  ]);

const comment = (n: number, more: object = {}) => ({
  _id: `m${n}`,
  created_at: '2026-01-01T00:00:10.500Z',
  channel_id: '1',
  content_type: 'video',
  content_id: '',
  content_offset_seconds: n,
  commenter: { display_name: 'Ann', _id: '7', name: 'ann', bio: '', created_at: '', updated_at: '', logo: '' },
  message: {
    body: 'hi Kappa',
    bits_spent: 0,
    fragments: [
      { text: 'hi ', emoticon: null },
      { text: 'Kappa', emoticon: { emoticon_id: '25' } },
    ],
    user_badges: [{ _id: 'subscriber', version: '12' }],
    user_color: '#FF0000',
    emoticons: [{ _id: '25', begin: 3, end: 9 }],
  },
  ...more,
});
const TWO = [
  ['m1', 1000, 'Ann', 'hi <Kappa>'],
  ['m2', 2000, 'Ann', 'hi <Kappa>'],
];
const list = (...comments: object[]): string => comments.map((c) => JSON.stringify(c)).join(',');

describe('a chat file of another tool', () => {
  it.each<[string, string | Buffer]>([
    [
      'TwitchDownloader',
      `{"FileInfo":{"Version":{"Major":1,"Minor":4,"Patch":0}},"streamer":{"name":"s","id":1},"video":{"title":"t","start":0,"end":10},"comments":[${list(comment(1), comment(2))}],"embeddedData":null}`,
    ],
    ['TwitchDownloader, compressed', gzipSync(`{"comments":[${list(comment(1), comment(2))}]}`)],
    [
      'TwitchDownloader, by hand: comments, commas too many, numbers as text',
      `\ufeff{ // mine\n "video": {"start":"0","end":"10",},"comments":[${list(comment(1))},${JSON.stringify({ ...comment(2), content_offset_seconds: '2' })},],}`,
    ],
    ['tcd', `{"video":{"id":"123","title":"t"},"comments":[${list(comment(1), comment(2))}]}`],
    [
      'LiveStreamDVR',
      JSON.stringify(
        {
          comments: [comment(1), comment(2)],
          video: { created_at: '', title: 'Chat Dump', start: 0 },
          streamer: { name: 's', id: 1 },
          embeddedData: null,
        },
        null,
        1,
      ),
    ],
    ['LiveStreamDVR during the recording', `${JSON.stringify(comment(1))}\n${JSON.stringify(comment(2))}\n`],
    [
      'LiveStreamDVR that died while it wrote',
      `${JSON.stringify(comment(1))}\n${JSON.stringify(comment(2))}\n${JSON.stringify(comment(3)).slice(0, 90)}`,
    ],
  ])('from %s is read', async (_, file) => {
    expect(textsOf(await read(file))).toEqual(TWO);
  });

  it('is refused if a line does not end within 128 kB', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${JSON.stringify(comment(1))}\n`);
      for (let n = 0; ; n += 1) yield Buffer.alloc(1024 * 1024, ' ');
    }
    const reading = readThirdPartyChat(endless());
    expect((await reading.next()).done).toBe(false);
    await expect(reading.next()).rejects.toThrow('a value longer than 128 kB');
  });

  it('from chat-downloader is read with its times in the broadcast, or else with its stamps', async () => {
    const item = (id: string, more: object) => ({
      action_type: 'text_message',
      message_type: 'text_message',
      message_id: id,
      message: '😀 Kappa',
      author: { id: '7', name: 'ann', display_name: 'Ann', badges: [{ name: 'subscriber', version: 12 }] },
      colour: '#00FF00',
      emotes: [{ id: '25', name: 'Kappa', locations: ['2-6'] }],
      ...more,
    });
    const timed = await read(
      JSON.stringify([
        item('a', { time_in_seconds: 1.5, timestamp: 1_767_225_601_500_000 }),
        item('b', { time_in_seconds: 61, timestamp: 1_767_225_661_000_000 }),
      ]),
    );
    expect(textsOf(timed)).toEqual([
      ['a', 1500, 'Ann', '😀 <Kappa>'],
      ['b', 61_000, 'Ann', '😀 <Kappa>'],
    ]);
    const stamped = await read(
      JSON.stringify([
        item('a', { timestamp: 1_767_225_600_000_000 }),
        item('j', { message_type: 'user_joined', message: '', timestamp: 1 }),
        item('b', { timestamp: 1_767_225_603_250_000, is_action: true }),
      ]),
    );
    expect(textsOf(stamped).map((m) => m[1])).toEqual([0, 3250]);
    expect(stamped[1]?.message.kind).toBe('action');
  });

  it.each<[string, string, RegExp]>([
    ['empty', '', /is empty/],
    ['an HTML page', '<html></html>', /is not JSON/],
    ['other JSON', '{"a":1}', /contains no messages/],
    ['a truncated file', `{"comments":[${JSON.stringify(comment(1)).slice(0, 80)}`, /cannot be read/],
    ['a list of numbers', '[1,2]', /not a message/],
    [
      'a line in the middle that is none',
      `${JSON.stringify(comment(1))}\n{"message":{}\n${JSON.stringify(comment(2))}\n`,
      /not JSON|not a comment/,
    ],
  ])('is refused with a reason if it is %s', async (_, file, why) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'chat-unreadable', message: expect.stringMatching(why) });
  });

  it('returns records as a recorder stores them, with emotes in code points and deletions', async () => {
    const [entry] = await read(
      JSON.stringify({
        comments: [
          comment(3, {
            message: {
              ...comment(3).message,
              fragments: [
                { text: '😀 ', emoticon: null },
                { text: 'Kappa', emoticon: { emoticon_id: '25' } },
              ],
              deleted: { at_ms: 9000, by: 'moderator' },
            },
          }),
        ],
      }),
    );
    expect(entry && toChatRecords(entry, 1_000_000)).toMatchObject([
      {
        t: 'message',
        id: 'm3',
        at: 1_003_000,
        text: '😀 Kappa',
        emotes: [{ id: '25', begin: 2, end: 7 }],
        author: { login: 'ann', color: '#FF0000', badges: [{ set: 'subscriber', version: '12' }] },
      },
      { t: 'delete', at: 1_009_000, targetId: 'm3' },
    ]);
  });
});
