import { OutsideError } from '#libs/errors';
import { type UnavailableQuality } from '../../kit/playback.js';
import { type FetchedText } from '../http/fetch-text.js';
import { readUnavailable, readUsherRefusal, type UsherRefusal } from './usher.wire.js';

/**
 * What a master playlist's address gave. `odd`: an edge's trouble or a way that is no longer there; another way may
 * work.
 */
export type UsherJudgement =
  | { readonly kind: 'master'; readonly unavailable: readonly UnavailableQuality[] }
  | { readonly kind: 'refused'; readonly error: OutsideError }
  | { readonly kind: 'odd'; readonly reason: string };

const NOTHING_YET = 'The stream offers nothing yet.';
const REFUSALS: readonly (readonly [code: RegExp, words: string])[] = [
  [/geo/, 'Twitch does not offer this stream in the region of this server.'],
  [
    /entitlement|restricted/,
    'This stream is only for subscribers of the channel. A playback token of a subscriber in the settings opens it.',
  ],
  [/expired/, 'Twitch calls its new playback token expired; is the clock of this server right?'],
  [/invalid/, 'Twitch does not take its own playback token.'],
];

/** Reads an answer of usher. */
export function judgeUsher({ status, text }: FetchedText): UsherJudgement {
  if (status === 200) return judgeMaster(text);
  const refusal = readUsherRefusal(text);
  if (status === 404 && refusal && isNotLive(refusal))
    return { kind: 'refused', error: new OutsideError('not-live', NOTHING_YET) };
  if (status === 403) return { kind: 'refused', error: new OutsideError('refused', wordsOf(refusal)) };
  return { kind: 'odd', reason: `status ${status}${refusal ? `, ${refusal.words || refusal.code}` : ''}` };
}

/** The code, or the words of before there were codes. */
const isNotLive = ({ code, words }: UsherRefusal): boolean =>
  code === 'transcode_does_not_exist' || /transcode does not exist|can ?not find channel/i.test(words);

function wordsOf(refusal: UsherRefusal | null): string {
  if (!refusal) return 'Twitch refuses this stream and does not say why (status 403).';
  return (
    REFUSALS.find(([code]) => code.test(refusal.code))?.[1] ??
    `Twitch refuses this stream: ${refusal.words || refusal.code}`
  );
}

function judgeMaster(text: string): UsherJudgement {
  if (!text.startsWith('#EXTM3U')) return { kind: 'odd', reason: 'an answer that is no playlist' };
  const unavailable = readUnavailable(text);
  if (text.includes('#EXT-X-STREAM-INF')) return { kind: 'master', unavailable };
  const reasons = unavailable.map(({ name, reason }) => `${name}: ${reason}`).join(', ');
  return {
    kind: 'refused',
    error: new OutsideError('not-live', reasons === '' ? NOTHING_YET : `${NOTHING_YET} (${reasons})`),
  };
}
