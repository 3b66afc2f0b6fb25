import { describe, expect, it } from '@jest/globals';
import { type Cue, joinCues, parseWebVtt, webVttText } from './webvtt.js';

const parse = (text: string) => parseWebVtt(Buffer.from(text));
const cue = (fromMs: number, toMs: number, text: string): Cue => ({ fromMs, toMs, text, settings: '' });

describe('a segment of WebVTT', () => {
  it('sources-16 has its cues on the clock of the media, in any order of the attributes of its map', () => {
    const body = '01:00:01.500 --> 01:00:02.000 align:start line:0\nfirst\nsecond\n\n7\n60:03.250-->60:04,000\nthird';
    const map = (order: string): string => `\ufeffWEBVTT - made\r\nX-TIMESTAMP-MAP=${order}\r\n\r\n${body}`;
    const expected = [
      { ...cue(11_500, 12_000, 'first\nsecond'), settings: 'align:start line:0' },
      cue(13_250, 14_000, 'third'),
    ];
    expect(parse(map('MPEGTS:900000,LOCAL:01:00:00.000')).cues).toEqual(expected);
    expect(parse(map('LOCAL:60:00.000,MPEGTS:900000')).cues).toEqual(expected);
  });

  it('has times from 0 on without a map, and leaves out comments, styles and invalid cues', () => {
    const text = [
      'WEBVTT',
      'NOTE a --> b is no time',
      'STYLE\n::cue {}',
      'x\n00:01.000 --> 00:02.000\na\0b',
      '00:05.000 --> 00:04.000\nends before it starts',
      `00:06.000 --> 00:07.000\n${'x'.repeat(3000)}`,
      '00:08.000 --> 00:09.000\nnext cue without a blank line\n00:09.000 --> 00:10.000\nlast',
    ].join('\n\n');
    const { cues, dropped } = parse(text);
    expect(cues).toEqual([
      cue(1000, 2000, 'a\ufffdb'),
      cue(8000, 9000, 'next cue without a blank line'),
      cue(9000, 10_000, 'last'),
    ]);
    expect(dropped).toBe(3);
  });

  it('of a hostile server is read within limits', () => {
    const { cues, dropped } = parse(`WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(6000)}`);
    expect([cues.length, dropped]).toEqual([5000, 1000]);
    expect(parse(`WEBVTT\n\n${'-->\n'.repeat(100_000)}`)).toEqual({ cues: [], dropped: 100_000 });
  });

  it.each(['', '\0\0\0', 'WEBVTTX\n', '<html>', '\nWEBVTT\n'])('does not begin with %j', (text) => {
    expect(() => parse(text)).toThrow('The segment is not WebVTT.');
  });

  it.each(['MPEGTS:x,LOCAL:00:00:00.000', 'MPEGTS:900000', 'LOCAL:00:00:00.000', 'MPEGTS:1,LOCAL:soon'])(
    'has no known time with the map %s',
    (map) => {
      expect(() => parse(`WEBVTT\nX-TIMESTAMP-MAP=${map}\n\n00:01.000 --> 00:02.000\nx`)).toThrow('X-TIMESTAMP-MAP');
    },
  );
});

it('sources-16 cues that several segments repeat or cut are one', () => {
  const cues = [
    cue(0, 3000, 'both'),
    cue(2000, 2500, 'inside'),
    cue(0, 3000, 'both'),
    cue(3010, 4000, 'both'),
    cue(5000, 6000, 'both'),
    { ...cue(5000, 6000, 'both'), settings: 'line:0' },
  ];
  const joined = joinCues(cues);
  expect(joined).toEqual([
    cue(0, 4000, 'both'),
    cue(2000, 2500, 'inside'),
    cue(5000, 6000, 'both'),
    { ...cue(5000, 6000, 'both'), settings: 'line:0' },
  ]);
  expect(webVttText([{ ...cue(3_599_999.6, 3_661_001, 'a\nb'), settings: 'line:0' }, cue(1, 2, 'c')])).toBe(
    'WEBVTT\n\n01:00:00.000 --> 01:01:01.001 line:0\na\nb\n\n00:00:00.001 --> 00:00:00.002\nc\n',
  );
});
