import { expect, it } from '@jest/globals';
import { chooseAudio, requestedAudio, type OfferedAudio, type RequestedAudio } from './choose-audio.js';

const audio = (id: string, language: string, isDefault = false): OfferedAudio => ({
  id,
  name: id,
  language,
  isDefault,
});
const OFFERED = [audio('de', 'de-AT'), audio('en', 'en', true), audio('none', '')];

it.each<[RequestedAudio, boolean, readonly string[]]>([
  ['default', false, ['en']],
  ['all', false, ['en', 'de', 'none']],
  [['de', 'DE', 'fr'], false, ['de']],
  [['en', 'de'], false, ['en', 'de']],
  [['d'], false, ['en']],
  [['fr'], true, ['en']],
])('of three renditions %j records (sound in the picture: %s) %j', (requested, hasOwnSound, ids) => {
  expect(chooseAudio(OFFERED, requested, hasOwnSound).map(({ id }) => id)).toEqual(ids);
});

it('records the first rendition if none is the default, unless the picture has sound', () => {
  const offered = [audio('a', 'x'), audio('b', 'y')];
  expect(chooseAudio(offered, 'default', false).map(({ id }) => id)).toEqual(['a']);
  expect(chooseAudio(offered, 'default', true)).toEqual([]);
});

it.each<[string, RequestedAudio]>([
  ['default', 'default'],
  ['', 'default'],
  [' All ', 'all'],
  ['de-AT, en,', ['de-at', 'en']],
])('reads %j as %j', (text, requested) => {
  expect(requestedAudio(text)).toEqual(requested);
});
