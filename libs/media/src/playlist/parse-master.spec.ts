import { expect, it } from '@jest/globals';
import { parseMasterPlaylist, type Variant } from './parse-master.js';

const BASE = 'https://cdn.example/live/master.m3u8';
const variantsOf = (...lines: readonly string[]): readonly Variant[] =>
  parseMasterPlaylist(['#EXTM3U', ...lines, ''].join('\n'), BASE).variants;
const media = (attributes: string): string => `#EXT-X-MEDIA:TYPE=AUDIO,${attributes}`;
const ROW = ['#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001e,mp4a.40.2",AUDIO="g"', 'v.m3u8'];

it('sources-16 reads the audio group of a variant: name, language, default and address', () => {
  const [variant] = variantsOf(
    media('GROUP-ID="g",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en/a.m3u8"'),
    media('GROUP-ID="g",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="de/a.m3u8"'),
    media('GROUP-ID="other",NAME="x",URI="x.m3u8"'),
    ...ROW,
  );
  expect(variant!.separateAudio).toBe(true);
  expect(variant!.audio).toEqual([
    {
      id: expect.stringMatching(/^a[0-9a-f]{8}$/),
      name: 'English',
      language: 'en',
      isDefault: false,
      url: 'https://cdn.example/live/en/a.m3u8',
    },
    expect.objectContaining({ name: 'Deutsch', isDefault: true }),
  ]);
});

it('sources-16 has the first selectable rendition as default, and the same id in each load and order', () => {
  const [a, b] = [media('GROUP-ID="g",NAME="a",URI="a"'), media('GROUP-ID="g",NAME="b",AUTOSELECT=YES,URI="b"')];
  const [one, two] = [variantsOf(a, b, ...ROW)[0]!, variantsOf(b, a, ...ROW)[0]!];
  expect(one.audio.map((r) => r.isDefault)).toEqual([false, true]);
  expect(two.audio.map((r) => r.id)).toEqual(one.audio.map((r) => r.id).toReversed());
});

it('sources-16 cleans and shortens names and languages', () => {
  const [variant] = variantsOf(
    media(`GROUP-ID="g",NAME="a\0b${'x'.repeat(200)}",LANGUAGE="${'e'.repeat(50)}",URI="a"`),
    ...ROW,
  );
  expect(variant!.audio[0]).toMatchObject({ name: `ab${'x'.repeat(98)}`, language: 'e'.repeat(35) });
});

it('sources-16 knows sound in the segments beside a rendition of its own, and takes no rendition twice', () => {
  const [variant] = variantsOf(
    media('GROUP-ID="g",NAME="main",DEFAULT=YES'),
    media('GROUP-ID="g",NAME="extra",URI="e"'),
    media('GROUP-ID="g",NAME="extra",URI="e2"'),
    ...ROW,
  );
  expect(variant!.separateAudio).toBe(false);
  expect(variant!.audio.map(({ name, isDefault }) => [name, isDefault])).toEqual([['extra', false]]);
});

it('integrity-11 refuses rows whose variables multiply', () => {
  const text = (count: number): string =>
    ['#EXTM3U', `#EXT-X-DEFINE:NAME="a",VALUE="${'x'.repeat(50_000)}"`, '#EXT-X-STREAM-INF:BANDWIDTH=1']
      .concat(`row?${'{$a}'.repeat(count)}`)
      .join('\n');
  expect(parseMasterPlaylist(text(2), 'http://h/m.m3u8').variants[0]?.url).toContain('x'.repeat(100_000));
  expect(() => parseMasterPlaylist(text(8000), 'http://h/m.m3u8')).toThrow(
    expect.objectContaining({ what: 'playlist-too-large' }),
  );
});
