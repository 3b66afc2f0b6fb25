import { describe, expect, it } from '@jest/globals';
import { ChatMessage, type ChatRecord, isChatCleared, type StoredAsset } from '#libs/contracts';
import fc from 'fast-check';
import { AssetTable } from '../assets/asset-table.js';
import { toChatMessage } from './to-chat-message.js';

type Message = Extract<ChatRecord, { t: 'message' }>;
const record = (over: Partial<Message>): Message => ({
  t: 'message',
  id: 'm',
  at: 0,
  seenAt: 0,
  author: { id: '7', login: 'ann', name: 'Ann', color: null, badges: [] },
  text: '',
  emotes: [],
  tags: {},
  action: false,
  bits: 0,
  ...over,
});
const asset = (over: Partial<StoredAsset>): StoredAsset => ({
  kind: 'emote',
  source: '7tv',
  id: 'z',
  name: 'Z',
  zeroWidth: false,
  global: false,
  color: null,
  animated: false,
  width: 32,
  height: 24,
  scale: 4,
  object: 'o',
  contentType: 'image/webp',
  ...over,
});
const table = new AssetTable([
  asset({ source: 'twitch', id: '25', name: 'Kappa', width: 28, height: 28 }),
  asset({ id: 'cat', name: 'catJAM' }),
  asset({ source: 'bttv', id: 'hat', name: 'SoSnowy', zeroWidth: true }),
  asset({ kind: 'cheer', source: 'twitch', id: 'Cheer/100', name: 'Cheer', color: '#9c3ee8' }),
]);
const message = (over: Partial<Message>): ChatMessage =>
  ChatMessage.parse(toChatMessage(record(over), { table, atMs: 5, deleted: null }));
const text = ({ fragments }: ChatMessage): string =>
  fragments.map((f) => (f.type === 'emote' ? f.name : f.type === 'cheer' ? `${f.prefix}${f.bits}` : f.text)).join('');

describe('toChatMessage', () => {
  it('W52 cuts emotes by code points, so an emoji before an emote does not shift it', () => {
    expect(message({ text: '😀 Kappa', emotes: [{ id: '25', begin: 2, end: 7 }] }).fragments).toEqual([
      { type: 'text', text: '😀 ' },
      {
        type: 'emote',
        id: '25',
        source: 'twitch',
        name: 'Kappa',
        zeroWidth: false,
        width: 28,
        height: 28,
        assetKey: 'emote/twitch/25',
      },
    ]);
  });

  it.each([
    ['an emoji of several points', '👩‍👩‍👧 Kappa', 6],
    ['CJK', '漢字 Kappa', 3],
    ['a letter with a mark', 'e\u0301 Kappa', 3],
  ])('P44 cuts exactly after %s', (_name, sent, begin) => {
    expect(message({ text: sent, emotes: [{ id: '25', begin, end: begin + 5 }] }).fragments[1]).toMatchObject({
      name: 'Kappa',
    });
  });

  it('ignores invalid ranges, and keeps the text', () => {
    const made = message({
      text: 'Kappa hi',
      emotes: [
        { id: '25', begin: 6, end: 99 },
        { id: '25', begin: 4, end: 2 },
        { id: '25', begin: 0, end: 5 },
        { id: '9', begin: 3, end: 6 },
      ],
    });
    expect(made.fragments.map((f) => f.type)).toEqual(['emote', 'text']);
    expect(text(made)).toBe('Kappa hi');
  });

  it('shows an emote without a stored image by its name', () => {
    expect(message({ text: 'New', emotes: [{ id: 'n', begin: 0, end: 3 }] }).fragments).toEqual([
      expect.objectContaining({ name: 'New', width: 28, assetKey: null }),
    ]);
  });

  it('finds third-party emotes as whole words only', () => {
    expect(message({ text: 'catJAM SoSnowy xcatJAM catjam' }).fragments).toEqual([
      expect.objectContaining({ type: 'emote', id: 'cat', assetKey: 'emote/7tv/cat', zeroWidth: false }),
      { type: 'text', text: ' ' },
      expect.objectContaining({ id: 'hat', zeroWidth: true }),
      { type: 'text', text: ' xcatJAM catjam' },
    ]);
  });

  it('reads cheers only in messages with bits', () => {
    expect(message({ text: 'cheer150 go', bits: 150 }).fragments[0]).toEqual({
      type: 'cheer',
      prefix: 'cheer',
      bits: 150,
      assetKey: 'cheer/twitch/Cheer/100',
      color: '#9c3ee8',
    });
    expect(message({ text: 'cheer150 go' }).fragments).toEqual([{ type: 'text', text: 'cheer150 go' }]);
  });

  it('finds mentions and links, without the punctuation after them', () => {
    expect(message({ text: '@Bob, look: https://a.b/c?d=1. or www.x.org' }).fragments).toEqual([
      { type: 'mention', text: '@Bob', login: 'bob' },
      { type: 'text', text: ', look: ' },
      { type: 'link', text: 'https://a.b/c?d=1', url: 'https://a.b/c?d=1' },
      { type: 'text', text: '. or ' },
      { type: 'link', text: 'www.x.org', url: 'https://www.x.org/' },
    ]);
  });

  it('reads the replied message, the first-message flag and the source room from the tags', () => {
    const made = message({
      tags: {
        'first-msg': '1',
        'msg-id': 'highlighted-message',
        'reply-parent-msg-id': 'p',
        'reply-parent-user-login': 'bob',
        'reply-parent-display-name': 'Bob',
        'reply-parent-msg-body': 'hi',
        'room-id': '1',
        'source-room-id': '2',
      },
    });
    expect([made.flags, made.reply]).toEqual([
      { first: true, highlighted: true, bits: 0, sharedFrom: { id: '2', name: null } },
      { id: 'p', login: 'bob', name: 'Bob', body: 'hi' },
    ]);
    expect(message({ tags: { 'room-id': '1', 'source-room-id': '1' } }).flags.sharedFrom).toBeNull();
  });

  it('distinguishes /me, notices with their colour, and system messages', () => {
    expect(message({ action: true }).kind).toBe('action');
    const notice: ChatRecord = {
      ...record({ text: 'hear' }),
      t: 'notice',
      kind: 'announcement',
      systemText: '',
      tags: { 'msg-param-color': 'BLUE' },
    };
    expect(toChatMessage(notice, { table, atMs: 1, deleted: null })).toMatchObject({
      kind: 'notice',
      notice: { kind: 'announcement', color: 'blue' },
      fragments: [{ text: 'hear' }],
    });
    const room: ChatRecord = { t: 'room', at: 1, seenAt: 1, text: 'Slow mode is on.', tags: {} };
    expect(ChatMessage.parse(toChatMessage(room, { table, atMs: 1, deleted: null }))).toMatchObject({
      kind: 'system',
      author: null,
    });
    expect(toChatMessage({ ...room, text: '' }, { table, atMs: 1, deleted: null })).toBeNull();
    const clear: ChatRecord = { t: 'clear', at: 1, seenAt: 1, userId: null, login: null, seconds: null, tags: {} };
    const isCleared = [clear, room].map((event) => {
      const line = toChatMessage(event, { table, atMs: 1, deleted: null });
      return line && isChatCleared(line);
    });
    expect(isCleared).toEqual([true, false]);
  });

  it('gives fragments that join to the typed text for any text and any emote ranges', () => {
    const words = fc
      .array(
        fc.oneof(
          fc.constantFrom('catJAM', '@a', 'cheer100', 'https://a.bc!', ' ', 'www.', '😀'),
          fc.string({ unit: 'grapheme' }),
        ),
        { maxLength: 8 },
      )
      .map((list) => list.join(' '));
    const emotes = fc.array(
      fc.record({ id: fc.constant('25'), begin: fc.nat(20), end: fc.integer({ min: 1, max: 25 }) }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(words, emotes, (sent, at) => {
        expect(text(message({ text: sent, emotes: at, bits: 100 }))).toBe(sent);
      }),
    );
  });
});
