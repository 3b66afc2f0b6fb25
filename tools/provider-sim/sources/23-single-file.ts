import type { Reply, SourceSpec, UsualAnswer } from './source-spec.js';

/** Headers of a request that does not count as reading media. */
const PEEK = { range: 'bytes=0-' };

const FILE = 'all.mp4';
const INIT = 'init.mp4';
const nameOf = (n: number): string => `c${String(n)}.part`;
const sizeOf = ({ body }: Reply): number => Buffer.from(body as Buffer).length;

/** Segments are ranges of one file that grows. The list slides, and its MEDIA-SEQUENCE stands still. */
export function singleFile(): SourceSpec {
  /** Offset of the segment with this index, and of the end of the last one. */
  const offsets: number[] = [];
  const offsetOf = (n: number): number => offsets[n] ?? NaN;
  const measure = async (last: number, usual: UsualAnswer): Promise<void> => {
    if (offsets.length === 0) offsets.push(sizeOf(await usual(INIT, PEEK)));
    for (let n = offsets.length - 1; n <= last; n += 1)
      offsets[n + 1] = offsetOf(n) + sizeOf(await usual(nameOf(n), PEEK));
  };
  const bytesFrom = async (from: number, usual: UsualAnswer): Promise<Reply> => {
    const { body = '' } = await usual(from === 0 ? INIT : nameOf(offsets.indexOf(from)), {});
    const to = from + sizeOf({ body }) - 1;
    return { status: 206, headers: { 'content-range': `bytes ${String(from)}-${String(to)}/*` }, body };
  };
  return {
    name: '23-single-file',
    container: 'fmp4',
    window: 4,
    nameOf,
    numberOf: () => 0,
    tagsOf: (n) => [`#EXT-X-BYTERANGE:${String(offsetOf(n + 1) - offsetOf(n))}@${String(offsetOf(n))}`],
    list: (text) =>
      text
        .replaceAll(/^c\d+\.part$/gm, FILE)
        .replace('URI="init.mp4"', `URI="${FILE}",BYTERANGE="${String(offsetOf(0))}@0"`),
    answer: async ({ path, headers }, usual, { last }): Promise<Reply> => {
      const [, from] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? [];
      if (path === FILE && from !== undefined) return bytesFrom(Number(from), usual);
      if (path !== 'index.m3u8') return { status: 404 };
      await measure(last, usual);
      return usual();
    },
  };
}
