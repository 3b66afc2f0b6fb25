import { OutsideError } from '#libs/errors';
import { message, type MessageParam, type OwnMessage } from '#libs/messages';
import { type UnavailableQuality } from '../../kit/playback.js';
import { type FetchedText } from '../http/fetch-text.js';
import { readUnavailable, readUsherRefusal, statusReason, type UsherRefusal } from './usher.wire.js';

/**
 * The result of a request to a master playlist's address. `odd`: a fault of an edge server, or an address that no
 * longer exists; another address may work.
 */
export type UsherJudgement =
  | { readonly kind: 'master'; readonly unavailable: readonly UnavailableQuality[] }
  | { readonly kind: 'refused'; readonly error: OutsideError }
  | { readonly kind: 'odd'; readonly reason: MessageParam };

const NOTHING_YET = message('error.not-live');
const REFUSALS: readonly (readonly [code: RegExp, message: OwnMessage])[] = [
  [/geo/, message('error.refused.region')],
  [/entitlement|restricted/, message('error.refused.subscribers-only')],
  [/expired/, message('error.refused.token-expired')],
  [/invalid/, message('error.refused.own-token')],
];

/** Interprets a response of usher. */
export function judgeUsher({ status, text }: FetchedText): UsherJudgement {
  if (status === 200) return judgeMaster(text);
  const refusal = readUsherRefusal(text);
  if (status === 404 && refusal && isNotLive(refusal)) return { kind: 'refused', error: new OutsideError(NOTHING_YET) };
  if (status === 403) return { kind: 'refused', error: new OutsideError(refusedBy(refusal)) };
  return { kind: 'odd', reason: statusReason(status, refusal) };
}

/** Matches the error code, or the text that usher sent before it had codes. */
const isNotLive = ({ code, refusalText }: UsherRefusal): boolean =>
  code === 'transcode_does_not_exist' || /transcode does not exist|can ?not find channel/i.test(refusalText);

function refusedBy(refusal: UsherRefusal | null): OwnMessage {
  if (!refusal) return message('error.refused.stream-unexplained', { status: 403 });
  return (
    REFUSALS.find(([code]) => code.test(refusal.code))?.[1] ??
    message('error.refused.stream-why', { why: refusal.refusalText || refusal.code })
  );
}

function judgeMaster(text: string): UsherJudgement {
  if (!text.startsWith('#EXTM3U')) return { kind: 'odd', reason: message('site.answer-no-playlist') };
  const unavailable = readUnavailable(text);
  if (text.includes('#EXT-X-STREAM-INF')) return { kind: 'master', unavailable };
  const reasons = unavailable.map(({ name, reason }) => message('site.named', { name, why: reason }));
  return {
    kind: 'refused',
    error: new OutsideError(reasons.length === 0 ? NOTHING_YET : message('error.not-live.why', { why: reasons })),
  };
}
