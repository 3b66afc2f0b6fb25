import { describe, expect, it } from '@jest/globals';
import { bttvEmotes } from './bttv.wire.js';
import { ffzEmotes } from './ffz.wire.js';
import { sevenTvEmotes } from './seven-tv.wire.js';

const address = (url: string): string | null => URL.parse(url, 'https://list.example/x')?.href ?? null;
const cdn = 'https://cdn.betterttv.net';
const byName = <T extends { readonly name: string }>(list: readonly T[]): Readonly<Record<string, T>> =>
  Object.fromEntries(list.map((one) => [one.name, one]));

describe('emotes of BetterTTV', () => {
  it('have their images, largest first, with the plain size if none is given', () => {
    expect(
      bttvEmotes(
        [
          { id: 'a1', code: 'catJAM', imageType: 'gif', animated: true, userId: 'u' },
          { id: 'b2', code: 'Wide', width: 84, height: 28 },
        ],
        { cdn, global: true },
      ),
    ).toMatchObject([
      {
        kind: 'emote',
        source: 'bttv',
        id: 'a1',
        name: 'catJAM',
        zeroWidth: false,
        global: true,
        width: 28,
        height: 28,
        urls: [{ url: `${cdn}/emote/a1/3x`, scale: 4 }, { scale: 2 }, { url: `${cdn}/emote/a1/1x`, scale: 1 }],
      },
      { name: 'Wide', width: 84 },
    ]);
  });
  it('are drawn over another by name; words that change the next emote are none', () => {
    expect(
      bttvEmotes(
        [
          { id: 'a', code: 'cvHazmat' },
          { id: 'b', code: 'w!', modifier: true },
          { id: 'c', code: 'Hat' },
        ],
        { cdn, global: true },
      ).map(({ name, zeroWidth }) => [name, zeroWidth]),
    ).toEqual([
      ['cvHazmat', true],
      ['Hat', false],
    ]);
  });
  it('of a channel are its own and the shared ones; an invalid row is skipped alone', () => {
    expect(
      bttvEmotes(
        {
          id: 'x',
          channelEmotes: [{ id: 'a', code: 'Own' }, { code: 'no id' }, null],
          sharedEmotes: [{ id: 'b', code: 'Shared', user: {} }],
        },
        { cdn, global: false },
      ).map(({ name, global }) => [name, global]),
    ).toEqual([
      ['Own', false],
      ['Shared', false],
    ]);
  });
  it.each([null, 'x', { message: 'hm' }])('are not %j', (json) => {
    expect(() => bttvEmotes(json, { cdn, global: true })).toThrow('its answer is unexpected');
  });
});

describe('emotes of FrankerFaceZ', () => {
  const emote = (id: number, name: string, more: object = {}): object => ({
    id,
    name,
    width: 32,
    height: 30,
    modifier: false,
    modifier_flags: 0,
    urls: { 1: `//cdn.example/emote/${id}/1`, 2: null, 4: `https://cdn.example/emote/${id}/4` },
    ...more,
  });
  it('of everybody are those of the default sets', () => {
    const sets = { 3: { emoticons: [emote(1, 'LULW')] }, 9: { emoticons: [emote(2, 'NotForAll')] }, 4: {} };
    expect(ffzEmotes({ default_sets: [3, 4, 5], sets }, { global: true, address })).toEqual([
      {
        kind: 'emote',
        source: 'ffz',
        id: '1',
        name: 'LULW',
        zeroWidth: false,
        global: true,
        color: null,
        width: 32,
        height: 30,
        urls: [
          { url: 'https://cdn.example/emote/1/4', scale: 4 },
          { url: 'https://cdn.example/emote/1/1', scale: 1 },
        ],
      },
    ]);
  });
  it('are animated if available, overlay if marked so, and excluded if they only modify others', () => {
    const rows = [
      emote(1, 'Rave', { animated: { 2: 'https://cdn.example/emote/1/animated/2' } }),
      emote(2, 'Hat', { modifier: true, modifier_flags: 0 }),
      emote(3, 'ffzX', { modifier: true, modifier_flags: 3 }),
      emote(4, 'Still', { animated: null }),
    ];
    const found = byName(ffzEmotes({ room: {}, sets: { 7: { emoticons: rows } } }, { global: false, address }));
    expect(Object.keys(found)).toEqual(['Rave', 'Hat', 'Still']);
    expect(found['Rave']?.urls[0]).toEqual({ url: 'https://cdn.example/emote/1/animated/2', scale: 2 });
    expect([found['Hat']?.zeroWidth, found['Still']?.zeroWidth]).toEqual([true, false]);
  });
});

describe('emotes of 7TV', () => {
  const emote = (
    name: string,
    {
      flags = 0,
      own = 0,
      files = [
        { name: '1x.webp', width: 96, height: 32 },
        { name: '4x.webp', width: 384, height: 128 },
        { name: '1x.avif', width: 96, height: 32 },
      ],
      ...more
    }: { flags?: number; own?: number; files?: object[] | null } = {},
  ): object => ({
    id: `id-${name}`,
    name,
    flags,
    data: { id: 'x', name: 'Original', flags: own, host: { url: '//cdn.7tv.app/emote/x', files } },
    ...more,
  });
  it('go by the name that the channel gave them, with the pictures that there are', () => {
    expect(sevenTvEmotes({ emote_set: { emotes: [emote('Alias')] } }, { global: false, address })).toEqual([
      {
        kind: 'emote',
        source: '7tv',
        id: 'id-Alias',
        name: 'Alias',
        zeroWidth: false,
        global: false,
        color: null,
        width: 96,
        height: 32,
        urls: [
          { url: 'https://cdn.7tv.app/emote/x/4x.webp', scale: 4 },
          { url: 'https://cdn.7tv.app/emote/x/1x.webp', scale: 1 },
        ],
      },
    ]);
  });
  it('are drawn over another by either flag, and are not shown where Twitch does not want them', () => {
    const found = sevenTvEmotes(
      {
        emotes: [
          emote('here', { flags: 1 }),
          emote('always', { own: 256 }),
          emote('neither', { own: 65_536 }),
          emote('banned', { own: 1 << 24 }),
        ],
      },
      { global: true, address },
    );
    expect(found.map(({ name, zeroWidth }) => [name, zeroWidth])).toEqual([
      ['here', true],
      ['always', true],
      ['neither', false],
    ]);
  });
  it('use the default addresses if no files are listed', () => {
    expect(
      sevenTvEmotes(
        { emotes: [emote('None', { files: [] }), emote('Null', { files: null })] },
        { global: true, address },
      ).map(({ urls, width }) => [urls.length, width]),
    ).toEqual([
      [4, null],
      [4, null],
    ]);
  });
  it.each([{}, { emote_set: null }, { emote_set: { id: 'x', emote_count: 0 } }])('may be none: %j', (json) => {
    expect(sevenTvEmotes(json, { global: false, address })).toEqual([]);
  });
});
