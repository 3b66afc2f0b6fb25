import type { SourceSpec } from './source-spec.js';

/** First segment after the silence. */
const RESUMES_AT = 6;
const SILENT_SEGMENTS = 2;
const SILENT_MS = SILENT_SEGMENTS * 2000;

/** Segments that are listed before the stream ends. */
export const SILENCE_COUNT = 13;

/** The server lists nothing for 4 s while its encoder continues: the media of that time never appear. */
export const silence = (): SourceSpec => ({
  name: '27-silence',
  seconds: 28,
  window: SILENCE_COUNT + 1,
  positionOf: (n) => (n < RESUMES_AT ? n : n + SILENT_SEGMENTS),
  list: (text, { first, last, atMs }) => {
    const isListed = (n: number): boolean => n < RESUMES_AT || (n < SILENCE_COUNT && atMs >= n * 2000 + SILENT_MS);
    let listed = text;
    for (let n = first; n <= last; n += 1)
      if (!isListed(n)) listed = listed.replace(`#EXTINF:2.000,\nc${String(n)}.ts\n`, '');
    return listed;
  },
});
