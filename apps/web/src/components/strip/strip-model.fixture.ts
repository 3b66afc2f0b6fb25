import { type StripModel } from './strip-model.js';

/** One minute of media with a gap of 10 s after its first 20 s. */
export const model: StripModel = {
  start: 0,
  end: 70_000,
  media: [
    { from: 0, to: 20_000 },
    { from: 30_000, to: 70_000 },
  ],
  gaps: [{ from: 20_000, to: 30_000, cause: 'ad' }],
  trackGaps: [],
  joins: [],
  growing: false,
};
