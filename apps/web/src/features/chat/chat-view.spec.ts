import { type ChatMessage } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  isShown,
  momentAt,
  momentsOf,
  plainText,
  shownAt,
  SHOWN_MESSAGES,
  withClearedText,
  withGaps,
  hiddenWordsOf,
} from './chat-view.js';
import { chatMessage } from './testing/chat-messages.js';

const ALL = { viewer: '', hidden: [], hideDeleted: false };
const text = (content: string) => chatMessage(1, { fragments: [{ type: 'text', text: content }] });

describe('what is shown', () => {
  it('is the newest messages until now, and no more than a panel holds', () => {
    const many = Array.from({ length: 500 }, (_, i) => chatMessage(i));
    expect(shownAt(many, 400_000, ALL).map((m) => m.atMs)).toEqual(
      Array.from({ length: SHOWN_MESSAGES }, (_, i) => (400 - SHOWN_MESSAGES + 1 + i) * 1000),
    );
  });
  it('is nothing of a chat without messages (P54)', () => {
    expect(shownAt([], 5000, ALL)).toEqual([]);
  });
  it('leaves out what was taken away where that hides it, even before its time (P52)', () => {
    expect(
      shownAt([chatMessage(1, { deleted: { atMs: 9000, by: 'ban' } }), chatMessage(2)], 3000, {
        ...ALL,
        hideDeleted: true,
      }).map((m) => m.atMs),
    ).toEqual([2000]);
  });
  it('finds a viewer by login or shown name, whatever the case, with or without @', () => {
    expect(['oru', 'ORU', '@or', 'Oru', 'else'].map((viewer) => isShown(chatMessage(1), { ...ALL, viewer }))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
  it('says nothing of nobody to one who looks for a viewer', () => {
    expect(isShown(chatMessage(1, { author: null, kind: 'system' }), { ...ALL, viewer: 'oru' })).toBe(false);
  });
  it('hides messages with a hidden word, not with a part of one (P49)', () => {
    expect([
      isShown(text('foobar'), { ...ALL, hidden: ['foo'] }),
      isShown(text('a Foo.'), { ...ALL, hidden: ['foo'] }),
    ]).toEqual([true, false]);
  });
});

it('reads words parted by blanks and commas', () => {
  expect(hiddenWordsOf(' spoiler, end  boss ')).toEqual(['spoiler', 'end', 'boss']);
});
it('writes emotes and cheers as they were typed', () => {
  expect(
    plainText({
      fragments: [
        { type: 'text', text: 'so ' },
        {
          type: 'emote',
          id: '1',
          source: 'ffz',
          name: 'catJAM',
          zeroWidth: false,
          width: 28,
          height: 28,
          assetKey: null,
        },
        { type: 'cheer', prefix: 'Cheer', bits: 5, assetKey: null, color: null },
      ],
    }),
  ).toBe('so catJAMCheer5');
});

describe('moments', () => {
  const moments = momentsOf([chatMessage(1, { deleted: { atMs: 3000, by: 'clear' } }), chatMessage(2)]);
  it('are where something is said or taken away', () => {
    expect(moments.map((m) => m.atMs)).toEqual([1000, 2000, 3000]);
  });
  it('hold until the next one', () => {
    expect([0, 1000, 2999.9, 3000, 9e9].map((t) => momentAt(moments, t))).toEqual([-Infinity, 1000, 2000, 3000, 3000]);
  });
});

it('shows a cleared chat in the language of the page, and every other line unchanged', () => {
  const text = (m: ChatMessage) => m.fragments.map((f) => (f.type === 'text' ? f.text : ''));
  const english = { fragments: [{ type: 'text' as const, text: 'Cleared.' }], author: null, kind: 'system' as const };
  const lines = [chatMessage(1, { ...english, id: 'clear/1' }), chatMessage(2, { ...english, id: 'room/2' })];
  expect(withClearedText(lines, 'Geleert.').map(text)).toEqual([['Geleert.'], ['Cleared.']]);
});

it('says where chat was not recorded', () => {
  const lines = withGaps([chatMessage(1), chatMessage(9)], [{ from: 4, to: 6 }], ({ from, to }) => `${to - from} s`);
  expect(lines.map((m) => [m.atMs, m.kind])).toEqual([
    [1000, 'message'],
    [4000, 'system'],
    [9000, 'message'],
  ]);
});
