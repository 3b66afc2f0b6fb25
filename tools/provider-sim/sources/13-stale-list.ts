import type { SourceSpec } from './source-spec.js';

/** The stream has ended without ENDLIST before Vodkeep adds it; each answer has a new `?t=` in each address. */
export const staleList = (): SourceSpec => ({
  name: '13-stale-list',
  isOffline: true,
  seconds: 0,
  end: 'still',
  list: (text, { atMs }) =>
    text.replace('SEQUENCE:0', 'SEQUENCE:700') +
    [0, 1, 2].map((n) => `#EXTINF:2.000,\nc${String(n)}.ts?t=${String(atMs)}\n`).join(''),
});
