import type { SourceSpec } from './source-spec.js';

export const flac = (): SourceSpec => ({ name: '18-flac', container: 'fmp4', audioCodec: 'flac' });

/** G.711 audio of a telephone or camera: mp4 refuses it. */
export const mulaw = (): SourceSpec => ({ name: '18-mulaw', container: 'fmp4', audioCodec: 'pcm_mulaw' });
