import type { Action, Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

const AGAIN: Readonly<Record<string, Action>> = {
  'reset-marked': { do: 'resume', sequence: 'reset', timestamps: 'restart', discontinuity: true },
  'reset-silent': { do: 'resume', sequence: 'reset', timestamps: 'restart', discontinuity: false },
  'reset-same-clock': { do: 'resume', sequence: 'reset', timestamps: 'continue', discontinuity: false },
  'jump-silent': { do: 'resume', sequence: 'continue', timestamps: 'restart', discontinuity: false },
  'false-discontinuity': { do: 'resume', sequence: 'continue', timestamps: 'continue', discontinuity: true },
};

export const reset: Scenario = {
  name: 'reset',
  about:
    'channels whose server restarts after 20 s: sequence back to 0, timestamps anew, marked or not; all end after 50 s',
  channels: Object.keys(AGAIN).map((name) => smallChannel(name)),
  steps: Object.entries(AGAIN).flatMap(([channel, action]) => [
    { atMs: 0, channel, action: { do: 'start' } as const },
    { atMs: 20_000, channel, action: { do: 'drop', answer: 'frozen' } as const },
    { atMs: 23_000, channel, action },
    { atMs: 50_000, channel, action: { do: 'end', how: 'endlist' } as const },
  ]),
};
