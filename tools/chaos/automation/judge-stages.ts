import { STAGES } from './scenarios.js';
import type { Call } from './webhook.js';

/** What the stages of a VOD left behind. */
export interface Effects {
  readonly stages: readonly {
    readonly kind: string;
    readonly status: string;
    readonly runs: number;
    readonly result: string;
  }[];
  /** Roles of its files. */
  readonly files: readonly string[];
  readonly sides: readonly string[];
  readonly hasChat: boolean;
  readonly isMatched: boolean;
  /** All VODs of the channel. */
  readonly vods: readonly string[];
  /** Jobs of the channel that are open or have failed. */
  readonly unfinished: readonly string[];
  /** Open notices of the channel. */
  readonly notices: readonly string[];
  /** Its parts: the recording and the fill of its gap, by rows and on storage. */
  readonly parts: readonly string[];
  readonly stored: readonly string[];
  readonly missingMs: number;
  /** Of each gap that was to be filled, ms. */
  readonly filled: readonly number[];
  /** What the webhook got about the VOD. */
  readonly calls: readonly Call[];
}

const CALLS = ['recordingEnded', 'recordingGap', 'recordingReady', 'recordingStarted'];

/** Every effect of the stages that is missing or happened twice. Empty: each happened once. */
export function judgeStages(vod: string, effects: Effects): string[] {
  const { stages, calls } = effects;
  const same = (what: string, found: readonly string[], wanted: readonly string[]): string[] =>
    found.join(' ') === wanted.join(' ') ? [] : [`${what}: ${found.join(' ')} instead of ${wanted.join(' ')}`];
  return [
    ...same(
      'stages',
      stages.map(({ kind }) => kind),
      STAGES,
    ),
    ...stages
      .filter(({ status, runs }) => status !== 'done' || runs !== 1)
      .map(({ kind, status, runs, result }) => `${kind} is ${status} after ${String(runs)} runs: ${result}`),
    ...same('files', effects.files.toSorted(), ['downloaded', 'segment']),
    ...same('files beside them', effects.sides, ['contact-sheet', 'nfo', 'poster']),
    ...(effects.hasChat ? [] : ['there is no downloaded chat']),
    ...(effects.isMatched ? [] : ['it is not matched']),
    ...same('VODs of the channel', effects.vods, [vod]),
    ...same('jobs that are open or failed', effects.unfinished, []),
    ...same(
      'parts on storage without a row',
      effects.stored.filter((id) => !effects.parts.includes(id)),
      [],
    ),
    ...(effects.parts.length === 2 ? [] : [`${String(effects.parts.length)} parts instead of 2`]),
    ...(effects.missingMs === 0 ? [] : [`${String(effects.missingMs)} ms are missing`]),
    ...(effects.filled.length === 1 && (effects.filled[0] ?? 0) > 0 ? [] : [`filled: ${effects.filled.join(' ')} ms`]),
    ...same('open notices', effects.notices, []),
    ...same('messages', calls.map(({ category }) => category).toSorted(), CALLS),
    ...same('message ids that came twice', repeated(calls.map(({ id }) => id)), []),
  ];
}

const repeated = (ids: readonly string[]): string[] => ids.filter((id, i) => ids.indexOf(id) !== i);
