import { expect, it } from '@jest/globals';
import { growth, LINEAR_GROWTH } from '../../../../tools/common/thread-cpu.js';
import { nameOf } from './known-segments.js';
import { parseMasterPlaylist } from './parse-master.js';
import { parseMediaPlaylist } from './parse-media.js';

const BASE = 'http://h/live/index.m3u8';
it('integrity-11 reads each group of renditions once, however many variants name it', () => {
  const group = ['AUDIO', 'SUBTITLES'].flatMap((type) =>
    Array.from({ length: 3 }, (_, n) => `#EXT-X-MEDIA:TYPE=${type},GROUP-ID="g",NAME="${n}",URI="${n}.m3u8"`),
  );
  const rows = ['a', 'b'].flatMap((name) => ['#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="g",SUBTITLES="g"', name]);
  const [a, b] = parseMasterPlaylist(['#EXTM3U', ...group, ...rows].join('\n'), BASE).variants;
  expect([a!.audio.length, a!.subtitles.length]).toEqual([3, 3]);
  expect(a!.audio.map(({ id }) => id)).not.toEqual(a!.subtitles.map(({ id }) => id));
  expect(b!.audio).toBe(a!.audio);
  expect(b!.subtitles).toBe(a!.subtitles);
});

it('integrity-11 reads a name of blanks in linear time', async () => {
  const reading = (blanks: number) => {
    const text = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,NAME="a${' '.repeat(blanks)}b"\nrow`;
    return () => parseMasterPlaylist(text, BASE);
  };
  expect(await growth(reading, 50_000)).toBeLessThan(LINEAR_GROWTH);
});

it('integrity-11 shortens the names of variants, which messages repeat', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(9000));
  const row = `#EXT-X-STREAM-INF:BANDWIDTH=1,IVS-NAME="${a}",NAME="${b}",VIDEO="${c}"\nrow`;
  const [variant] = parseMasterPlaylist(`#EXTM3U\n${row}`, BASE).variants;
  expect(variant?.name).toBe('a'.repeat(100));
  expect(variant?.aliases).toEqual(['a'.repeat(100), 'b'.repeat(100), 'c'.repeat(100)]);
});

it('integrity-11 reads a list with a key of another kind in each line in linear time', async () => {
  const reading = (length: number) => {
    const keys = Array.from({ length }, (_, n) => `#EXT-X-KEY:METHOD=X,KEYFORMAT=k${n}`);
    const text = ['#EXTM3U', ...keys, '#EXTINF:2', 'a.ts'].join('\n');
    return () => parseMediaPlaylist(text, BASE);
  };
  expect(await growth(reading, 20_000)).toBeLessThan(LINEAR_GROWTH);
});

it('integrity-11 names a segment by its path, also if its query has line ends of Unicode', () => {
  expect(nameOf({ uri: 'http://h/a.ts?b\u2028c', range: null })).toBe('/a.ts');
});
