import { describe, expect, it } from '@jest/globals';
import type { TwitchEmote } from '../emotes/twitch-emotes.js';
import { emotesTag, isEmoteOnly } from './emote-ranges.js';

const emotes = new Map<string, TwitchEmote>(
  [
    ['25', 'Kappa'],
    ['425618', 'LUL'],
    ['1', ':)'],
  ].map(([id = '', name = '']) => [name, { id, name, animated: false }]),
);

describe('where emotes stand in a text', () => {
  it.each([
    ['in code points, its end included', 'Kappa', '25:0-4'],
    ['all places of one together', 'Kappa a LUL Kappa', '25:0-4,12-16/425618:8-10'],
    ['after an astral emoji', '😀 Kappa', '25:2-6'],
    ['after a joined emoji', '👨‍👩‍👧 Kappa', '25:6-10'],
    ['after CJK', '你好 Kappa', '25:3-7'],
    ['after two blanks', 'a  Kappa', '25:3-7'],
    ['whole words only', 'Kappa, Kappas xKappa', ''],
    ['signs too', 'hm :)', '1:3-4'],
    ['none in an empty one', '', ''],
  ])('counts %s', (_, text, tag) => {
    expect(emotesTag(text, emotes)).toBe(tag);
  });

  it('knows a text of nothing but emotes', () => {
    expect(['Kappa LUL', 'Kappa x', ''].map((text) => isEmoteOnly(text, emotes))).toEqual([true, false, false]);
  });
});
