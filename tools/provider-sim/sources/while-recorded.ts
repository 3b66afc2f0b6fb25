import type { SourceRequest } from './source-spec.js';

/** From and until when the list is hostile, after the recorder requested its first segment, ms. */
const HOSTILE = { fromMs: 4000, toMs: 8000 };
/** Long enough for a recorder that starts late, and until the page shows what it reported. */
export const RECORDED_SECONDS = 32;
/** Afterwards everything is still listed. */
export const RECORDED_WINDOW = 10;

/** Tells which requests of the media playlist get a hostile answer: those in a few seconds of the recording. */
export function whileRecorded(): (request: Pick<SourceRequest, 'path' | 'headers' | 'atMs'>) => boolean {
  let since: number | null = null;
  return ({ path, headers, atMs }) => {
    // A live check reads segments by Range.
    if (path.endsWith('.ts') && headers.range === undefined) since ??= atMs;
    const afterMs = since === null ? 0 : atMs - since;
    return path === 'index.m3u8' && afterMs >= HOSTILE.fromMs && afterMs < HOSTILE.toMs;
  };
}
