import { gzipSync } from 'node:zlib';
import type { Reply, SourceSpec } from '../../provider-sim/sources/source-spec.js';

const LINES = 1_100_000;
const DAY_SEGMENTS = 43_200;

/** Ten names deep, each ten times the one before: 4 bytes become 400 MB. */
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

/** A list that is small while it travels. */
export function gzippedList(): Reply {
  const entries = '#EXTINF:2.000,\nx.ts\n'.repeat(LINES / 2);
  const text = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:10\n${entries}`;
  return {
    headers: { 'content-type': 'application/vnd.apple.mpegurl', 'content-encoding': 'gzip' },
    body: gzipSync(text),
  };
}

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
