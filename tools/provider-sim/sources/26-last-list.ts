import type { SourceSpec } from './source-spec.js';

const LAST = 11;

/**
 * Like hlssink: the lists lack the last segment until the stream ends; the last list has one more segment, and keeps
 * the MEDIA-SEQUENCE of the list before.
 */
export const lastRenumbered = (): SourceSpec => {
  let before = '';
  return {
    name: '26-renumbered',
    numberOf: ({ first, ended }) => (ended ? first - 1 : first),
    list: (text, { last, ended }) => {
      if (last < LAST) before = text;
      return ended ? text : before;
    },
  };
};
