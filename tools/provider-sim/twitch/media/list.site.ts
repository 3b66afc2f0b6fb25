import { sendContent, sendFault, sendStatus, type Answered } from '../../http/answer.js';
import type { FaultRule } from '../../scenario.js';
import type { Site, SiteExchange } from '../site.js';
import { mediaList } from './media-list.js';
import { LIST_HOST, SEGMENT_HOST, opaqueOf, type MediaTarget } from './media-target.js';
import type { PlaybackPorts } from './playback-ports.js';
import type { PlaybackSession } from './playback-session.js';

const LIST_TYPE = 'application/vnd.apple.mpegurl';
const EXTENSIONS: Readonly<Record<MediaTarget['t'], (target: { readonly isFmp4: boolean }) => string>> = {
  'list': () => 'm3u8',
  'init': () => 'mp4',
  'ad-init': () => 'mp4',
  'segment': ({ isFmp4 }) => (isFmp4 ? 'mp4' : 'ts'),
  'ad': ({ isFmp4 }) => (isFmp4 ? 'mp4' : 'ts'),
};

/** The address of a target, as this client can reach it. */
export function mediaAddress(
  { base }: Pick<SiteExchange, 'base'>,
  { seal }: Pick<PlaybackPorts, 'seal'>,
  how: { readonly target: MediaTarget; readonly isFmp4?: boolean; readonly isFresh?: boolean },
): string {
  const { target, isFmp4 = false, isFresh = false } = how;
  const isMp4 = target.t === 'ad' ? target.c === 'fmp4' : isFmp4;
  const place = target.t === 'list' ? `${base(LIST_HOST)}/v1/playlist` : `${base(SEGMENT_HOST)}/v1/segment`;
  return `${place}/${seal.seal(target, isFresh)}.${EXTENSIONS[target.t]({ isFmp4: isMp4 })}`;
}

interface ListRequest {
  readonly session: PlaybackSession;
  readonly variantId: string;
  readonly now: number;
}

/** Reason why a playlist is unavailable: a response status, or the channel's drop. */
function refusal({ session, now }: ListRequest): FaultRule | null {
  const { channel, expiresAt } = session.setup;
  if (now >= expiresAt) return { on: 'playlist', mode: '403' };
  if (session.isOver || channel.state === 'offline') return { on: 'playlist', mode: '404' };
  return channel.state === 'dropped' && channel.dropAnswer !== 'frozen'
    ? { on: 'playlist', mode: channel.dropAnswer }
    : null;
}

async function playlistText(
  exchange: SiteExchange,
  ports: PlaybackPorts,
  { session, variantId, now }: ListRequest,
): Promise<string | null> {
  const { channel, account, id } = session.setup;
  const variant = (await ports.variants(channel)).find((offered) => offered.id === variantId);
  if (!variant) return null;
  session.load(now);
  const quirks = account.spec.playback ?? {};
  const isFmp4 = variant.rendition.media.cut.container === 'fmp4';
  return mediaList({
    now,
    sessionId: id,
    variantId,
    isFmp4,
    broadcastAt: session.broadcastAt,
    listed: session.listed,
    announced: session.announced,
    announcedAds: session.announcedAds,
    nextSeq: channel.nextSeq,
    ended: channel.state === 'ended',
    quirks,
    addressOf: (target) => mediaAddress(exchange, ports, { target, isFmp4, isFresh: quirks.freshAddresses === true }),
  });
}

const isHalfAnswered = ({ mode }: FaultRule): boolean => mode === 'slow' || mode === 'truncate' || mode === 'stall';

async function answer(
  exchange: SiteExchange,
  ports: PlaybackPorts,
  request: ListRequest,
): Promise<Answered & { readonly fault: string | null }> {
  const rule =
    request.session.setup.channel.faults.match({ kind: 'playlist', seq: null }, request.now) ?? refusal(request);
  const text = rule === null || isHalfAnswered(rule) ? await playlistText(exchange, ports, request) : null;
  const content = text === null ? null : { type: LIST_TYPE, body: Buffer.from(text) };
  if (rule) return { ...sendFault(exchange, rule, content), fault: rule.mode };
  return { ...(content ? sendContent(exchange, content) : sendStatus(exchange, 404)), fault: null };
}

/** The media playlists of sessions: `/v1/playlist/<opaque>.m3u8`. */
export function listSite(ports: PlaybackPorts): Site {
  return {
    hosts: [LIST_HOST, /^video-weaver\.[a-z0-9]+\.hls\.ttvnw\.net$/, /^[a-z0-9]+\.playlist\.ttvnw\.net$/],
    async handle(exchange) {
      const target = ports.seal.open(opaqueOf(exchange.url.pathname, 'playlist') ?? '');
      const session = target?.t === 'list' ? ports.sessions.find(target.s) : undefined;
      if (target?.t !== 'list' || !session) {
        sendStatus(exchange, 404);
        return;
      }
      const now = Date.now();
      const { status, bytes, fault } = await answer(exchange, ports, { session, variantId: target.v, now });
      ports.record(session.setup.channel.spec.name, {
        at: now,
        path: `${target.s}/${target.v}`,
        kind: 'playlist',
        seq: null,
        status,
        bytes,
        fault,
      });
    },
  };
}
