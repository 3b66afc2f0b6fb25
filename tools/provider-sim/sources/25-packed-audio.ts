import { separate } from './16-separate-audio.js';
import type { SourceSpec } from './source-spec.js';

const SEGMENT_MS = 2000;
/** Far from the 0 at which media without time stamps begin, s. */
const CLOCK_S = 50_000;

/** Audio without video and time stamps. */
export const packedMp3 = (): SourceSpec => ({ name: '25-mp3', container: 'mp3' });
export const packedEac3 = (): SourceSpec => ({ name: '25-eac3', container: 'eac3' });

/** The names of the segments say that they are AAC. */
export const packedAc3 = (): SourceSpec => ({ name: '25-ac3', container: 'ac3', nameOf: (n) => `c${String(n)}.aac` });

/** Only the dates tell which audio belongs to which video. */
export const packedRendition = (): SourceSpec =>
  separate('25-rendition', {
    separateAudio: 'mp3',
    shiftOf: () => CLOCK_S,
    dateOf: (n, { startedAt }) => startedAt + (n - 1) * SEGMENT_MS,
  });
