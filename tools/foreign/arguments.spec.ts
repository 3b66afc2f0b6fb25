import { expect, it } from '@jest/globals';
import { chosenPrograms } from './arguments.js';

const ALL = [
  { id: 'ffmpeg-ts', isShort: true },
  { id: 'ffmpeg-fmp4', isShort: true },
  { id: 'ffmpeg-fmp4-flac', isShort: false },
  { id: 'lal', isShort: false },
];
const ids = (args: readonly string[]): readonly string[] => chosenPrograms(args, ALL).chosen.map(({ id }) => id);

it('chooses all producers, the short set, or the named ones', () => {
  expect(ids([])).toEqual(['ffmpeg-ts', 'ffmpeg-fmp4', 'ffmpeg-fmp4-flac', 'lal']);
  expect(ids(['--short'])).toEqual(['ffmpeg-ts', 'ffmpeg-fmp4']);
  expect(ids(['lal', 'ffmpeg-fmp4'])).toEqual(['ffmpeg-fmp4', 'ffmpeg-fmp4-flac', 'lal']);
});

it('refuses what it does not know', () => {
  expect(() => ids(['ffmpeg-t'])).toThrow('There is no ffmpeg-t, but: ffmpeg-ts, ffmpeg-fmp4');
  expect(() => ids(['lal', '--short'])).toThrow('The short set has no lal');
  expect(() => ids(['--long'])).toThrow('npm run foreign');
});
