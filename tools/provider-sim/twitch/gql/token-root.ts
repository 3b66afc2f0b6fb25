import type { SignedToken } from '../media/playback-tokens.js';
import type { GqlContext } from './gql-context.js';

interface TokenArgs {
  readonly channelName: string;
  readonly params: { readonly platform: string; readonly playerType: string };
}
type TokenAnswer = SignedToken & {
  readonly authorization: { readonly isForbidden: boolean; readonly forbiddenReasonCode: string };
};

/**
 * null for a channel that does not exist, and for an offline channel if the scenario requires it
 * (docs/reference/twitch.md#playback-tokens).
 */
function streamPlaybackAccessToken(
  { channelName, params }: TokenArgs,
  { ports, viewer }: GqlContext,
): TokenAnswer | null {
  const account = ports.world.byLogin(channelName);
  if (!account || (account.spec.playback?.noTokenOffline === true && !ports.world.isLive(account))) return null;
  return {
    ...ports.playbackTokens.issue({ account, ...params, viewer }),
    authorization: { isForbidden: false, forbiddenReasonCode: 'NONE' },
  };
}

/** null for a deleted video; a video for subscribers only still has a token. */
function videoPlaybackAccessToken({ id }: { readonly id: string }, { ports, viewer }: GqlContext): TokenAnswer | null {
  return ports.past.byId(id)
    ? {
        ...ports.playbackTokens.issueVideo(id, viewer),
        authorization: { isForbidden: false, forbiddenReasonCode: 'NONE' },
      }
    : null;
}

export const TOKEN_ROOT = { streamPlaybackAccessToken, videoPlaybackAccessToken };
