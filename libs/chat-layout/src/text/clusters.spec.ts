import { expect, it } from '@jest/globals';
import { clustersOf, isEmoji } from './clusters.js';

it('recognises emoji, joined or not', () => {
  for (const picture of ['😀', '👍🏽', '👨‍👩‍👧', '🇸🇪', '❤️', '1️⃣', '☺️'])
    expect([picture, clustersOf(picture), isEmoji(picture)]).toEqual([picture, [picture], true]);
});
it('does not treat letters, digits and signs as emoji', () => {
  for (const text of ['a', '1', '#', '©', '❤︎', 'é', '日', '→', '😀︎'])
    expect([text, isEmoji(text)]).toEqual([text, false]);
});
