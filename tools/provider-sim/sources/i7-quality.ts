import { masterText } from './master-text.js';
import type { SourceSpec } from './source-spec.js';

const ROWS = masterText([
  { uri: 'low/index.m3u8', bandwidth: 500_000, resolution: '640x360' },
  { uri: 'high/index.m3u8', bandwidth: 3_000_000, resolution: '1280x720' },
]);

/** A channel that is to be recorded in a quality which its master does not offer. */
const withoutQuality = (name: string, form: Readonly<Record<string, unknown>>): SourceSpec => ({
  name,
  address: 'master.m3u8',
  form: () => ({ quality: '1080p 900p', ...form }),
  answer: ({ path }, usual) => (path === 'master.m3u8' ? { body: ROWS } : usual(path.split('/').at(-1))),
});

/** Added by the form of a v0 client. */
export const notRecorded = (): SourceSpec => ({ ...withoutQuality('i7-not-recorded', {}), isOffline: true });

/** Added on the page. */
export const nextLower = (): SourceSpec => withoutQuality('i7-next-lower', { nearest_below: true });
