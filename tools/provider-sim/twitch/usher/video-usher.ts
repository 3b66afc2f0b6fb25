import { randomBytes } from 'node:crypto';
import { sendContent } from '../../http/answer.js';
import type { PlaybackPorts } from '../media/playback-ports.js';
import type { ReadVideoToken, TokenFault } from '../media/playback-tokens.js';
import { listAddress } from '../past/video-address.js';
import type { PastVideo } from '../past/past-video.js';
import type { SiteExchange } from '../site.js';
import { videoMaster } from './master.js';
import { sendUsherError, type UsherErrorCode } from './usher-error.js';
import { chooseVariants, requestedVariants } from './choose-variants.js';

/** The web player sends `sig` and `token`, streamlink `nauthsig` and `nauth` (docs/reference/twitch.md#usher). */
function tokenOf({ url: { searchParams: query } }: SiteExchange, ports: PlaybackPorts): ReadVideoToken | TokenFault {
  return ports.playbackTokens.readVideo(
    query.get('token') ?? query.get('nauth') ?? '',
    query.get('sig') ?? query.get('nauthsig') ?? '',
  );
}

/** Reason why a video is not available to this viewer; null if it is. Each viewer with a user id is a subscriber. */
function refusalOf({ state: { access } }: PastVideo, { user_id: userId }: ReadVideoToken): UsherErrorCode | null {
  if (access === 'geo') return 'content_geoblocked';
  return access === 'subscribers' && userId === null ? 'vod_manifest_restricted' : null;
}

/** Returns the video with the token that grants it, or the reason why it is refused. */
function grantVideo(
  exchange: SiteExchange,
  ports: PlaybackPorts,
  id: string,
): { readonly video: PastVideo; readonly token: ReadVideoToken } | UsherErrorCode {
  const token = tokenOf(exchange, ports);
  if (typeof token === 'string') return token;
  if (String(token.vod_id) !== id) return 'invalid_channel';
  const video = ports.past.byId(id);
  return video ? (refusalOf(video, token) ?? { video, token }) : 'transcode_does_not_exist';
}

/** `/vod/<id>.m3u8` and `/vod/v2/<id>.m3u8`: the master playlist of a video. */
export async function serveVideoMaster(
  exchange: SiteExchange,
  ports: PlaybackPorts,
  { id, isV2 }: { readonly id: string; readonly isV2: boolean },
): Promise<void> {
  const granted = grantVideo(exchange, ports, id);
  if (typeof granted === 'string') {
    sendUsherError(exchange, granted);
    return;
  }
  const { video, token } = granted;
  const viewer = {
    channel: video.channel.login,
    expires: token.expires,
    hide_ads: true,
    subscriber: token.user_id !== null,
    user_id: token.user_id,
  };
  const { offered } = chooseVariants(
    await ports.videoMedia.variants(video),
    requestedVariants(exchange.url.searchParams),
    {
      quirks: {},
      token: viewer,
    },
  );
  const text = videoMaster(
    {
      offered,
      sessionId: randomBytes(16).toString('hex'),
      addressOf: (variant) => listAddress(exchange, video, variant),
    },
    isV2,
  );
  const { status, bytes } = sendContent(exchange, { type: 'application/vnd.apple.mpegurl', body: Buffer.from(text) });
  ports.record(ports.videoMedia.channelOf(video).spec.name, {
    at: Date.now(),
    path: exchange.url.pathname,
    kind: 'master',
    seq: null,
    status,
    bytes,
    fault: null,
  });
}
