import type { Action, Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

/** Faults of a source, each on a separate channel, 20 s after the start of a 60 s broadcast. */
const FAULTS: Readonly<Record<string, Action>> = {
  'clean': { do: 'clear' },
  'playlist-500-once': { do: 'fault', on: 'playlist', mode: '500', forMs: 2200 },
  'playlist-500': { do: 'fault', on: 'playlist', mode: '500', forMs: 8000 },
  'closes': { do: 'fault', on: 'all', mode: 'close', forMs: 8000 },
  'hangs': { do: 'fault', on: 'all', mode: 'hang', forMs: 8000 },
  'segment-404-once': { do: 'fault', on: 'segment', mode: '404', times: 1 },
  'segment-404-3s': { do: 'fault', on: 'segment', mode: '404', forMs: 3000 },
  'segment-503-burst': { do: 'fault', on: 'segment', mode: '503', times: 4 },
  'body-cut': { do: 'fault', on: 'segment', mode: 'truncate', times: 2 },
  'body-stalls': { do: 'fault', on: 'segment', mode: 'stall', times: 1 },
  'body-slow': { do: 'fault', on: 'segment', mode: 'slow', times: 2, bytesPerS: 40_000 },
  'segment-lost': { do: 'fault', on: 'segment', mode: '404', fromSeq: 12, toSeq: 12 },
  'gap': { do: 'gap', segments: 2 },
};
const FAULT_MS = 20_000;
const END_MS = 60_000;

export const faults: Scenario = {
  name: 'faults',
  about:
    'a channel for each fault: bursts of 404 and 5xx, closed, hung, cut, stalled and slow answers, gaps; all end after 60 s',
  channels: Object.keys(FAULTS).map((name) => smallChannel(name)),
  steps: Object.entries(FAULTS).flatMap(([channel, action]) => [
    { atMs: 0, channel, action: { do: 'start' } as const },
    { atMs: FAULT_MS, channel, action },
    { atMs: END_MS, channel, action: { do: 'end', how: 'endlist' } as const },
  ]),
};
