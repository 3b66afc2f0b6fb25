import { OutsideError, UserError, type AppError } from '#libs/errors';
import { type UnavailableQuality } from '../../kit/playback.js';
import { type FetchedText } from '../http/fetch-text.js';
import { readUnavailable, readUsherRefusal, type UsherRefusal } from '../playback/usher.wire.js';

/**
 * What the address of a video's master playlist gave. `odd`: an edge's trouble, or a way that is no longer there;
 * another way may work.
 */
export type VideoJudgement =
  | { readonly kind: 'master'; readonly unavailable: readonly UnavailableQuality[] }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'odd'; readonly reason: string };

/** Reads an answer of usher for a video. @param isSignedIn a playback token of a viewer was used */
export function judgeVideoUsher({ status, text }: FetchedText, isSignedIn: boolean): VideoJudgement {
  if (status === 200)
    return text.includes('#EXT-X-STREAM-INF')
      ? { kind: 'master', unavailable: readUnavailable(text) }
      : { kind: 'odd', reason: 'an answer that is no playlist' };
  const refusal = readUsherRefusal(text);
  if (status === 403 && refusal) return { kind: 'refused', error: refused(refusal, isSignedIn) };
  return { kind: 'odd', reason: `status ${String(status)}${refusal ? `, ${refusal.words || refusal.code}` : ''}` };
}

/** `vod_manifest_restricted` and `unauthorized_entitlements` both stand for subscribers only (protocols.md 3.3). */
function refused({ code, words }: UsherRefusal, isSignedIn: boolean): AppError {
  if (/entitlement|restricted/.test(code)) return new UserError('sub-only', subOnly(isSignedIn), { status: 403 });
  if (code.includes('geo'))
    return new UserError('video-barred', 'Twitch does not offer this video in the region of this server.', {
      status: 403,
    });
  if (/expired|invalid/.test(code))
    return new OutsideError(
      'refused',
      `Twitch does not take its own playback token (${words || code}); is the clock of this server right?`,
    );
  return new UserError('video-barred', `Twitch refuses this video: ${words || code}`, { status: 403 });
}

const subOnly = (isSignedIn: boolean): string =>
  isSignedIn
    ? 'This video is only for subscribers of the channel, and the viewer whose playback token stands in the settings is none.'
    : 'This video is only for subscribers of the channel. Put the playback token of a subscriber into the settings (Settings > Sites) and try again.';
