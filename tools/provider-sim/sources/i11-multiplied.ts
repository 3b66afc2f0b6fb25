import { multipliedValue } from './hostile-lists.js';
import { masterText } from './master-text.js';
import type { SourceSpec } from './source-spec.js';
import { RECORDED_SECONDS, RECORDED_WINDOW, whileRecorded } from './while-recorded.js';

/** The values of the list multiply while it is recorded. */
export const multipliedList = (): SourceSpec => {
  const isHostile = whileRecorded();
  return {
    name: 'i11-list',
    seconds: RECORDED_SECONDS,
    window: RECORDED_WINDOW,
    answer: async (request, usual) => {
      const reply = await usual();
      return isHostile(request) ? { ...reply, body: multipliedValue(String(reply.body)) } : reply;
    },
  };
};

/** A channel whose master multiplies as soon as it is there. */
export const multipliedMaster = (): SourceSpec => {
  let isAdded = false;
  return {
    name: 'i11-master',
    isOffline: true,
    address: 'master.m3u8',
    answer: ({ path }, usual) => {
      if (!path.endsWith('master.m3u8')) return usual();
      if (!isAdded) {
        isAdded = true;
        return { status: 404 };
      }
      return { body: multipliedValue(masterText([{ uri: 'index.m3u8', bandwidth: 500_000 }])) };
    },
  };
};
