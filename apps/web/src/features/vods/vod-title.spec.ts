import { expect, it } from '@jest/globals';
import { fileNameOf, numberOf, titleOfVod } from './vod-title.js';

it('is the title of the stream, else the name of the channel, and inside its box that of the file', () => {
  expect(titleOfVod({ stream_title: 'Boats', streamer_name: 'harbour' })).toBe('Boats');
  expect(titleOfVod({ stream_title: ' ', streamer_name: 'harbour' })).toBe('harbour');
  expect([
    fileNameOf({ stream_title: 'Boats', basename: 'b' }),
    fileNameOf({ stream_title: '', basename: 'b' }),
  ]).toEqual([null, 'b']);
});
it('numbers a recording by season and episode, two digits each, and nothing that has no number', () => {
  expect(numberOf({ stream_absolute_season: 3, stream_number: 7 })).toBe('S03E07');
  expect(numberOf({ stream_number: 124 })).toBe('E124');
  expect(numberOf({ stream_absolute_season: 3 })).toBeNull();
});
