import type { SourceRequest } from './source-spec.js';

/** When the list turns hostile, ms after the recorder requested its first segment, and for how many requests. */
const HOSTILE = { fromMs: 4000, requests: 3 };
/** Long enough for a recorder that starts late. */
export const RECORDED_SECONDS = 32;
/** Afterwards everything is still listed. */
export const RECORDED_WINDOW = 10;

/** Tells which requests of the media playlist get a hostile answer: a few in the middle of the recording. */
export function whileRecorded(): (request: Pick<SourceRequest, 'path' | 'headers' | 'atMs'>) => boolean {
  let since: number | null = null;
  let left = HOSTILE.requests;
  return ({ path, headers, atMs }) => {
    // A live check reads segments by Range.
    if (path.endsWith('.ts') && headers.range === undefined) since ??= atMs;
    if (path !== 'index.m3u8' || since === null || atMs - since < HOSTILE.fromMs || left === 0) return false;
    left -= 1;
    return true;
  };
}
