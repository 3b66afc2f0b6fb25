import type { SourceRequest } from './source-spec.js';

/** After the recorder requested its first segment, ms; a window lists everything again after this many answers. */
const AFTER_MS = 4000;
const ANSWERS = 2;
/** Long enough for a recorder that starts late, and until the page shows what it reported. */
export const RECORDED_SECONDS = 32;

/** Tells which requests of the media playlist get a hostile answer: two of the recorder. */
export function whileRecorded(): (request: Pick<SourceRequest, 'path' | 'headers' | 'atMs'>) => boolean {
  let since: number | null = null;
  let answers = 0;
  return ({ path, headers, atMs }) => {
    // A live check reads segments by Range.
    if (path.endsWith('.ts') && headers.range === undefined) since ??= atMs;
    if (path !== 'index.m3u8' || since === null || atMs < since + AFTER_MS || answers >= ANSWERS) return false;
    answers += 1;
    return true;
  };
}
