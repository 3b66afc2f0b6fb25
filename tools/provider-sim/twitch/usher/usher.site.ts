import { randomBytes } from 'node:crypto';
import type { LiveChannel } from '../../channel/live-channel.js';
import { sendContent, sendFault, sendStatus } from '../../http/answer.js';
import { answerWithFault } from '../answer-fault.js';
import { mediaAddress } from '../media/list.site.js';
import type { PlaybackPorts } from '../media/playback-ports.js';
import type { ReadToken, TokenFault } from '../media/playback-tokens.js';
import type { Site, SiteExchange } from '../site.js';
import type { TwitchFaultMode } from '../twitch-spec.js';
import type { TwitchChannel } from '../world.js';
import { masterV1, masterV2 } from './master.js';
import { sendUsherError, type UsherErrorCode } from './usher-error.js';
import { chooseVariants, requestedVariants } from './choose-variants.js';
import { serveVideoMaster } from './video-usher.js';

const VIDEO_PATH = /^\/vod\/(v2\/)?(\d+)(?:\.m3u8)?$/;
const PATH = /^\/api\/(v2\/)?channel\/hls\/(\w+)\.m3u8$/;

/**
 * Whether usher can offer the channel's media: they have been made for long enough. A frozen channel is still offered.
 */
function isOffered(account: TwitchChannel, channel: LiveChannel, now: number): boolean {
  const isMade = channel.state === 'live' || (channel.state === 'dropped' && channel.dropAnswer === 'frozen');
  const lagMs = (account.spec.usherLagS ?? 0) * 1000;
  return isMade && now - (account.broadcast?.startedAt ?? now) >= lagMs;
}

interface Granted {
  readonly account: TwitchChannel;
  readonly channel: LiveChannel;
  readonly token: ReadToken;
}

const tokenOf = ({ url }: SiteExchange, ports: PlaybackPorts): ReadToken | TokenFault =>
  ports.playbackTokens.read(url.searchParams.get('token') ?? '', url.searchParams.get('sig') ?? '');

/** Reason why an existing channel is not available to this viewer; null if it is. */
function bar({ spec: { playback = {} } }: TwitchChannel, { subscriber }: ReadToken): UsherErrorCode | null {
  if (playback.geoblocked === true) return 'content_geoblocked';
  return playback.subOnly === true && !subscriber ? 'unauthorized_entitlements' : null;
}

/** Checks a request: returns the channel for a valid token, or the error. */
function grant(exchange: SiteExchange, ports: PlaybackPorts, login: string): Granted | UsherErrorCode {
  const token = tokenOf(exchange, ports);
  if (typeof token === 'string') return token;
  const account = ports.world.byLogin(login);
  if (token.channel !== account?.login) return 'invalid_channel';
  const channel = ports.channels.get(account.userId);
  if (!channel || !isOffered(account, channel, Date.now())) return 'transcode_does_not_exist';
  return bar(account, token) ?? { account, channel, token };
}

async function masterOf(
  exchange: SiteExchange,
  ports: PlaybackPorts,
  { granted, isV2 }: { readonly granted: Granted; readonly isV2: boolean },
): Promise<string> {
  const { account, channel, token } = granted;
  const query = exchange.url.searchParams;
  const now = Date.now();
  const variants = await ports.variants(channel);
  const session = ports.sessions.open({
    id: randomBytes(16).toString('hex'),
    account,
    channel,
    openedAt: now,
    isFast: query.get('fast_bread')?.toLowerCase() === 'true',
    hasAds: !token.hide_ads,
    expiresAt: account.spec.tokenLifeS === undefined ? Infinity : token.expires * 1000,
  });
  const { id } = session.setup;
  const view = {
    ...chooseVariants(variants, requestedVariants(query), { quirks: account.spec.playback ?? {}, token }),
    sessionId: id,
    broadcastId: account.broadcast?.id ?? '0',
    broadcastAt: session.broadcastAt,
    now,
    isTransmux: !variants.some(({ kind }) => kind === 'transcode'),
    listsHidden: query.get('include_unavailable') === 'true',
    addressOf: (variant: { readonly id: string }) =>
      mediaAddress(exchange, ports, { target: { t: 'list', s: id, v: variant.id } }),
  };
  return isV2 ? masterV2(view) : masterV1(view);
}

function videoOf({ url: { pathname } }: SiteExchange): { readonly id: string; readonly isV2: boolean } | null {
  const [, version, id] = VIDEO_PATH.exec(pathname) ?? [];
  return id === undefined ? null : { id, isV2: version !== undefined };
}

/** Applies a fault: 403 and 404 as usher's own errors, the others in the generic format. */
function meet(exchange: SiteExchange, mode: TwitchFaultMode): void {
  if (mode === '403') sendUsherError(exchange, 'unauthorized_entitlements');
  else if (mode === '404') sendUsherError(exchange, 'transcode_does_not_exist');
  else answerWithFault(exchange, mode);
}

/**
 * `usher.ttvnw.net`: master playlists of live channels and of videos, v1 and v2 (docs/reference/twitch.md#usher). Each
 * response for a live channel opens a playback session.
 */
export function usherSite(ports: PlaybackPorts): Site {
  return {
    hosts: ['usher.ttvnw.net'],
    async handle(exchange) {
      const mode = ports.faults.match('usher');
      if (mode !== null) {
        meet(exchange, mode);
        return;
      }
      const video = videoOf(exchange);
      if (video) {
        await serveVideoMaster(exchange, ports, video);
        return;
      }
      const [, version, login = ''] = PATH.exec(exchange.url.pathname) ?? [];
      if (login === '') {
        sendStatus(exchange, 404);
        return;
      }
      const granted = grant(exchange, ports, login);
      if (typeof granted === 'string') {
        sendUsherError(exchange, granted);
        return;
      }
      const { channel } = granted;
      const rule = channel.faults.match({ kind: 'master', seq: null }, Date.now());
      const content = {
        type: 'application/vnd.apple.mpegurl',
        body: Buffer.from(await masterOf(exchange, ports, { granted, isV2: version !== undefined })),
      };
      const { status, bytes } = rule ? sendFault(exchange, rule, content) : sendContent(exchange, content);
      ports.record(channel.spec.name, {
        at: Date.now(),
        path: exchange.url.pathname,
        kind: 'master',
        seq: null,
        status,
        bytes,
        fault: rule?.mode ?? null,
      });
    },
  };
}
