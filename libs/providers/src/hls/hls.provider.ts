import { ms } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message, type Message, type MessageParam, type OwnMessage } from '#libs/messages';
import pLimit from 'p-limit';
import { type Playback } from '../kit/playback.js';
import { type ChannelIdentity, type ChannelTarget, type LiveAnswer, type Provider } from '../kit/provider.js';
import { readHlsAddress } from './hls-address.js';
import { type Judgement, judgePlaylist } from './judge-playlist.js';
import { probePlaylist } from './hls-probe.js';

type Target = ChannelTarget & { readonly seen: string | null };
type Judged =
  | { readonly judged: Judgement; readonly serverNow: number | null }
  | { readonly status: number }
  | { readonly failed: MessageParam };

/**
 * Number of addresses checked in parallel. They are on different servers, so this only limits Vodkeep's own sockets.
 */
const AT_ONCE = 200;
/** If the live edge is older than this, in target durations, the playlist counts as abandoned. */
const FRESH_TARGETS = 6;

const onUrl = (fault: OwnMessage) => new UserError(fault, { fields: [{ path: 'url', message: fault }] });

/** Any live HLS address: Owncast, nginx-rtmp, an IP camera, a restreamer. It has no broadcast ids and no titles. */
export class HlsProvider implements Provider {
  readonly kind = 'hls';
  readonly batch = 1;
  readonly profiles = null;
  readonly chat = null;
  readonly push = null;
  readonly account = null;
  readonly videoArchive = null;
  /** The channel's address is the media address. */
  readonly playback: Playback = {
    open: ({ sourceUrl, headers }) => Promise.resolve({ url: sourceUrl, headers, dialect: null }),
  };
  private readonly limit = pLimit(AT_ONCE);

  async identify(pasted: string, signal: AbortSignal): Promise<ChannelIdentity> {
    const address = readHlsAddress(pasted);
    const seen = await judge({ key: '', seen: null, ...address }, signal);
    return { ...address, profile: null, remark: refuse(seen) };
  }

  refuseSource({ sourceUrl, sourceId }: Pick<ChannelIdentity, 'sourceUrl' | 'sourceId'>): void {
    readHlsAddress(sourceUrl);
    readHlsAddress(sourceId, 'source_id');
  }

  async live(targets: readonly Target[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>> {
    const answers = await Promise.all(
      targets.map((t) => this.limit(async () => [t.key, toAnswer(t, await judge(t, signal))] as const)),
    );
    return new Map(answers);
  }
}

async function judge(target: Target, signal: AbortSignal): Promise<Judged> {
  const first = await probeAndJudge(target.sourceUrl, target, signal);
  if (!('judged' in first) || first.judged.kind !== 'master') return first;
  const variant = URL.parse(first.judged.firstVariant, first.url)?.href;
  if (variant === undefined) return { judged: { kind: 'empty-master' }, serverNow: null };
  const media = await probeAndJudge(variant, target, signal);
  return 'judged' in media && media.judged.kind === 'master' ? { judged: { kind: 'not-hls' }, serverNow: null } : media;
}

async function probeAndJudge(url: string, target: Target, signal: AbortSignal): Promise<Judged & { url: string }> {
  const sameOrigin = new URL(url).origin === new URL(target.sourceUrl).origin;
  const probe = await probePlaylist(url, sameOrigin ? target.authorization : null, signal);
  switch (probe.kind) {
    case 'failed':
      return { failed: probe.why, url };
    case 'status':
      return { status: probe.status, url };
    case 'playlist':
      return { judged: judgePlaylist(probe.text), serverNow: probe.serverNow, url: probe.url };
  }
}

const isGone = (status: number): boolean => status === 404 || status === 410;
const isRefused = (status: number): boolean => status === 401 || status === 403;

/**
 * Decides which findings prevent adding the address. A server that answers 404 exists, and an offline channel has no
 * playlist, so the address is accepted with a remark.
 * @throws UserError on `url`
 */
function refuse(seen: Judged): Message | null {
  if ('failed' in seen) throw onUrl(message('error.source-unreachable.why', { why: seen.failed }));
  if ('status' in seen) {
    if (isRefused(seen.status)) throw onUrl(message('error.wrong-credentials', { status: seen.status }));
    if (isGone(seen.status)) return message('channel.server-answers-status', { status: seen.status });
    throw onUrl(message('error.source-unreachable.status', { status: seen.status }));
  }
  switch (seen.judged.kind) {
    case 'not-hls':
      throw onUrl(message('error.not-hls.pasted'));
    case 'empty-master':
      throw onUrl(message('error.empty-master.pasted'));
    case 'vod':
      throw onUrl(message('error.vod-playlist.pasted'));
    case 'ended':
      return message('channel.stream-just-ended');
    default:
      return null;
  }
}

function toAnswer(target: Target, seen: Judged): LiveAnswer {
  if ('failed' in seen)
    return { state: 'unknown', reason: message('verdict.source-unreachable', { why: seen.failed }) };
  if ('status' in seen) {
    if (isGone(seen.status)) return { state: 'offline', reason: null };
    return {
      state: 'unknown',
      reason: isRefused(seen.status)
        ? message('verdict.source-refuses', { status: seen.status })
        : message('verdict.source-status', { status: seen.status }),
    };
  }
  if (seen.judged.kind === 'media') return mediaAnswer(target, seen.judged, seen.serverNow);
  if (seen.judged.kind === 'not-hls') return { state: 'unknown', reason: message('verdict.source-without-playlist') };
  return { state: 'offline', reason: null };
}

/**
 * A playlist is live if its edge is recent, or if it changed since the last check. An unchanged playlist may be
 * abandoned.
 */
function mediaAnswer(
  target: Target,
  media: Extract<Judgement, { kind: 'media' }>,
  serverNow: number | null,
): LiveAnswer {
  const fresh =
    media.edgeAt !== null && serverNow !== null && Math.abs(serverNow - media.edgeAt) < FRESH_TARGETS * media.targetMs;
  const live = {
    state: 'live',
    streamId: null,
    title: '',
    startedAt: null,
    viewers: null,
    category: null,
    tags: [],
    language: '',
    isMature: false,
    named: null,
  } as const;
  if (fresh) return live;
  const [seenAt, position] = splitSeen(target.seen);
  if (position !== null && position !== media.position) return live;
  const now = Date.now();
  if (position === media.position && now - seenAt > FRESH_TARGETS * media.targetMs)
    return { state: 'offline', reason: message('verdict.playlist-stands-still') };
  return {
    state: 'unsure',
    seen: `${position === null ? now : seenAt} ${media.position}`,
    againMs: ms(media.targetMs),
  };
}

function splitSeen(seen: string | null): readonly [number, string | null] {
  if (seen === null) return [0, null];
  const separator = seen.indexOf(' ');
  return [Number(seen.slice(0, separator)), seen.slice(separator + 1)];
}
