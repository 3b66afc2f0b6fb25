import { OutsideError, UserError, type AppError } from '#libs/errors';
import { message, type MessageParam } from '#libs/messages';
import { type UnavailableQuality } from '../../kit/playback.js';
import { type FetchedText } from '../http/fetch-text.js';
import { readUnavailable, readUsherRefusal, statusReason, type UsherRefusal } from '../playback/usher.wire.js';

/**
 * The result of a request to the address of a video's master playlist. `odd`: a fault of an edge server, or an address
 * that no longer exists; another address may work.
 */
export type VideoJudgement =
  | { readonly kind: 'master'; readonly unavailable: readonly UnavailableQuality[] }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'odd'; readonly reason: MessageParam };

/**
 * Interprets a response of usher for a video.
 * @param isSignedIn a viewer's playback token was used
 */
export function judgeVideoUsher({ status, text }: FetchedText, isSignedIn: boolean): VideoJudgement {
  if (status === 200)
    return text.includes('#EXT-X-STREAM-INF')
      ? { kind: 'master', unavailable: readUnavailable(text) }
      : { kind: 'odd', reason: message('site.answer-no-playlist') };
  const refusal = readUsherRefusal(text);
  if (status === 403 && refusal) return { kind: 'refused', error: refused(refusal, isSignedIn) };
  return { kind: 'odd', reason: statusReason(status, refusal) };
}

/**
 * `vod_manifest_restricted` and `unauthorized_entitlements` both mean subscribers only
 * (docs/reference/twitch.md#usher).
 */
function refused({ code, refusalText }: UsherRefusal, isSignedIn: boolean): AppError {
  if (/entitlement|restricted/.test(code)) return subOnly(isSignedIn);
  if (code.includes('geo')) return new UserError(message('error.video-barred.region'), { status: 403 });
  if (/expired|invalid/.test(code))
    return new OutsideError(message('error.refused.own-token-video', { why: refusalText || code }));
  return new UserError(message('error.video-barred.why', { why: refusalText || code }), { status: 403 });
}

const subOnly = (isSignedIn: boolean): UserError =>
  new UserError(message(isSignedIn ? 'error.sub-only.viewer' : 'error.sub-only.guest'), { status: 403 });
