import { expect, it } from '@jest/globals';
import { CHAT_DEFAULTS, readChatSettings } from './chat-settings.js';

it('reads back what it kept', () => {
  const retained = {
    ...CHAT_DEFAULTS,
    shown: false,
    side: 'left' as const,
    deleted: 'hidden' as const,
    fontPx: 20,
    offsets: { a: -2.5 },
  };
  expect(readChatSettings(JSON.parse(JSON.stringify(retained)))).toEqual(retained);
});
it('takes the default for whatever is none', () => {
  for (const odd of [
    null,
    'x',
    7,
    [],
    { side: 'top', fontPx: 'big', deleted: 3, shown: 'yes', offsets: 'no', widthPx: null },
  ])
    expect(readChatSettings(odd)).toEqual(CHAT_DEFAULTS);
});
it('keeps sizes and offsets inside what works', () => {
  expect(readChatSettings({ fontPx: 900, widthPx: 1, offsets: { a: 1e9, b: Number.NaN } })).toMatchObject({
    fontPx: 28,
    widthPx: 240,
    offsets: { a: 600 },
  });
});
it('forgets the oldest offsets, and those of nothing', () => {
  const offsets = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`v${i}`, i % 2 === 0 ? 1 : 0]));
  const retained = Object.keys(readChatSettings({ offsets }).offsets);
  expect(retained).toHaveLength(150);
  expect(
    Object.keys(
      readChatSettings({ offsets: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`v${i}`, 1])) }).offsets,
    ).at(0),
  ).toBe('v100');
});
