import { describe, expect, it } from '@jest/globals';
import { emotePlaces } from './emote-ranges.js';

/** What a reader sees there. */
const shown = (tag: string, text: string): readonly string[] =>
  emotePlaces(tag, text).map(({ id, begin, end }) => `${id}=${Array.from(text).slice(begin, end).join('')}`);

describe('where emotes stand', () => {
  it('gives each range of each emote, in the order of the text, with the end exclusive', () => {
    expect(emotePlaces('25:0-4,12-16/1902:6-10', 'Kappa Keepo Kappa')).toEqual([
      { id: '25', begin: 0, end: 5 },
      { id: '1902', begin: 6, end: 11 },
      { id: '25', begin: 12, end: 17 },
    ]);
  });
  it.each([
    ['an emoji', '25:2-6', '😀 Kappa'],
    ['Chinese text', '25:3-7', '你好 Kappa'],
    ['joined emoji', '25:6-10', '👨‍👩‍👧 Kappa'],
    ['a flag and letters with marks', '25:5-9', '🇩🇪e\u0301 Kappa'],
  ])('counts code points after %s', (_name, tag, text) => {
    expect(shown(tag, text)).toEqual(['25=Kappa']);
  });
  it.each([
    '25:0-5',
    '25:3-9',
    '25:4-0',
    '25:04',
    '25:',
    '25',
    ':0-4',
    '25:a-b',
    '25:-1-3',
    '25:0-',
    '25:1-2-3',
    '25:1.5-2',
    '25:0-99999999999999999999',
    ',',
  ])('leaves out %s', (tag) => {
    expect(emotePlaces(tag, 'Kappa')).toEqual([]);
  });
  it('keeps what is right beside what is wrong, and the first of two that overlap', () => {
    expect(shown('25:99-103,0-4/9:2-3/emotesv2_0a:6-8', 'Kappa abc')).toEqual(['25=Kappa', 'emotesv2_0a=abc']);
  });
});
