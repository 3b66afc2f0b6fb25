import { type LiveAnswer } from './provider.js';

/** A channel whose media show that it is live. They have no broadcast id and no title. */
export const LIVE_BY_MEDIA: Extract<LiveAnswer, { state: 'live' }> = {
  state: 'live',
  streamId: null,
  title: '',
  startedAt: null,
  viewers: null,
  category: null,
  tags: [],
  language: '',
  isMature: false,
  named: null,
};
