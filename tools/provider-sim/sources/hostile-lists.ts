import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { Reply, SourceSpec } from './source-spec.js';

const LINES = 1_100_000;
const DAY_SEGMENTS = 43_200;
const LONG_VALUE = 64 * 1024;

/** Ten names deep, each ten times the one before: 4 bytes become 400 MB for a reader that replaces names in values. */
export function multiplyingNames(text: string): string {
  const names = Array.from({ length: 9 }, (_, depth) => `n${String(depth)}`);
  const defines = names.map((name, depth) => {
    const value = depth === 0 ? 'abcd' : `{$n${String(depth - 1)}}`.repeat(10);
    return `#EXT-X-DEFINE:NAME="${name}",VALUE="${value}"\n`;
  });
  return text
    .replace(/(#EXT-X-VERSION:)\d+\n/, `$18\n${defines.join('')}`)
    .replaceAll(/\.ts$/gm, `.ts?{$${names.at(-1) ?? ''}}`);
}

/** A long value that the first address names 6400 times: 100 kB become 400 MB. */
export function multipliedValue(text: string): string {
  const define = `#EXT-X-DEFINE:NAME="long",VALUE="${'v'.repeat(LONG_VALUE)}"\n`;
  return text.replace('#EXTM3U\n', `#EXTM3U\n${define}`).replace(/\.(ts|m3u8)$/m, `.$1?${'{$long}'.repeat(6400)}`);
}

const entriesOf = (nameOf: (n: number) => string): string =>
  '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:10\n' +
  Array.from({ length: LINES / 2 }, (_, n) => `#EXTINF:2.0,\n${nameOf(n)}\n`).join('');

const HEADERS = { 'content-type': 'application/vnd.apple.mpegurl', 'content-encoding': 'gzip' };

/** A list that is small while it travels: it unpacks to a few hundred times its size. */
export const gzippedList = (): Reply => ({ headers: HEADERS, body: gzipSync(entriesOf(() => 'x.ts')) });

/** A list of as many lines whose size is what one expects. */
export const gzippedLines = async (): Promise<Reply> => ({
  headers: HEADERS,
  body: await promisify<string, ZlibOptions, Buffer>(gzip)(
    entriesOf((n) => `${String(n)}.ts`),
    { level: 1 },
  ),
});

/**
 * An honest list that has grown for a day. What it lists of the past is absent (EXT-X-GAP), so that a run does not
 * store a day.
 */
export function dayList(): Pick<SourceSpec, 'window' | 'numberOf' | 'list'> {
  const past = Array.from({ length: DAY_SEGMENTS }, (_, n) => `#EXT-X-GAP\n#EXTINF:2.000,\nday-${String(n)}.ts\n`).join(
    '',
  );
  return {
    window: Infinity,
    numberOf: () => 0,
    list: (text) => {
      const at = text.indexOf('#EXTINF');
      const head = text.slice(0, at).replace('VERSION:3', 'VERSION:8');
      return `${head}#EXT-X-PLAYLIST-TYPE:EVENT\n${past}${text.slice(at)}`;
    },
  };
}
