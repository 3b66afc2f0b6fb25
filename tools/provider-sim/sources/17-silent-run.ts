import type { SourceSpec } from './source-spec.js';
import { withoutAudio } from './ts-filter.js';

/** First segment without audio. */
const SILENT_FROM = 8;
/** The restarted encoder has another clock, so that a recorder begins a new run. */
const CLOCK_JUMP_S = 1000;

/** The encoder restarts without audio, but its PMT still announces an audio track. */
export const silentRun = (): SourceSpec => ({
  name: '17-silent-run',
  tagsOf: (n) => (n === SILENT_FROM ? ['#EXT-X-DISCONTINUITY'] : []),
  shiftOf: (n) => (n < SILENT_FROM ? 0 : CLOCK_JUMP_S),
  bodyOf: (body, n) => (n < SILENT_FROM ? body : withoutAudio(body)),
});
