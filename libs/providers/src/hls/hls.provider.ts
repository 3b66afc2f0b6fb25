import { setTimeout as delay } from 'node:timers/promises';
import { ms } from '#libs/contracts';
import { isAppError, localizedOf, UserError } from '#libs/errors';
import { HttpError, type LiveReading, PlaylistError } from '#libs/media';
import { message, type Message, type MessageParam, type OwnMessage } from '#libs/messages';
import pLimit from 'p-limit';
import { reasonOf } from '../kit/no-answer.js';
import { type Playback } from '../kit/playback.js';
import { type ChannelIdentity, type ChannelTarget, type LiveAnswer, type Provider } from '../kit/provider.js';
import { readHlsAddress } from './hls-address.js';
import { type Finding, findingOf, withReading } from './read-live.js';

type Target = ChannelTarget & { readonly seen: string | null };

/**
 * Number of addresses checked in parallel. They are on different servers, so this only limits Vodkeep's own sockets.
 */
const AT_ONCE = 200;
/** If the live edge is older than this, in target durations, the playlist counts as abandoned. */
const FRESH_TARGETS = 6;
/** A list that declares itself a VOD without an end is loaded again this often, to see whether it grows. */
const GROWTH = { checks: 3, mostMs: 5000 };

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
    return { ...address, profile: null, remark: await remarkOn(address, signal) };
  }

  refuseSource({ sourceUrl, sourceId }: Pick<ChannelIdentity, 'sourceUrl' | 'sourceId'>): void {
    readHlsAddress(sourceUrl);
    readHlsAddress(sourceId, 'source_id');
  }

  async live(targets: readonly Target[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>> {
    const answers = await Promise.all(
      targets.map((t) => this.limit(async () => [t.key, await statusOf(t, signal)] as const)),
    );
    return new Map(answers);
  }
}

const isGone = (status: number): boolean => status === 404 || status === 410;
const isRefused = (status: number): boolean => status === 401 || status === 403;

/**
 * Decides whether the address can be added. A server that answers 404 exists, and an offline channel has no playlist,
 * so the address is accepted with a remark.
 * @throws UserError on `url`
 */
async function remarkOn(
  address: Pick<ChannelTarget, 'sourceUrl' | 'authorization'>,
  signal: AbortSignal,
): Promise<Message | null> {
  try {
    return await withReading(address, signal, async (reading) => {
      if (reading.list.type === 'vod' && !(await grows(reading, signal)))
        throw onUrl(message('error.vod-playlist.pasted'));
      return remarkOnFinding(findingOf(reading.list));
    });
  } catch (failed) {
    signal.throwIfAborted();
    return remarkOnFailure(failed);
  }
}

/** Whether a list without an end moves; one that does not is a finished video. */
async function grows(reading: LiveReading, signal: AbortSignal): Promise<boolean> {
  const before = findingOf(reading.list);
  if (before.kind !== 'media') return false;
  for (let checks = 0; checks < GROWTH.checks; checks += 1) {
    await delay(Math.min(GROWTH.mostMs, before.waitMs / 2), undefined, { signal });
    const now = findingOf(await reading.reload());
    if (now.kind !== 'media' || now.position !== before.position) return true;
  }
  return false;
}

function remarkOnFinding({ kind }: Finding): Message | null {
  if (kind === 'vod') throw onUrl(message('error.vod-playlist.pasted'));
  return kind === 'ended' ? message('channel.stream-just-ended') : null;
}

function remarkOnFailure(failed: unknown): Message {
  if (failed instanceof PlaylistError) throw onUrl(pastedFault(failed));
  if (!(failed instanceof HttpError) || failed.what !== 'status') {
    if (failed instanceof UserError) throw failed;
    throw onUrl(message('error.source-unreachable.why', { why: whyOf(failed) }));
  }
  const { status } = failed;
  if (isRefused(status)) throw onUrl(message('error.wrong-credentials', { status }));
  if (isGone(status)) return message('channel.server-answers-status', { status });
  throw onUrl(message('error.source-unreachable.status', { status }));
}

function pastedFault(failed: PlaylistError): OwnMessage {
  switch (failed.what) {
    case 'not-hls':
    case 'not-media':
      return message('error.not-hls.pasted');
    case 'empty-master':
      return message('error.empty-master.pasted');
    case 'vod-playlist':
      return message('error.vod-playlist.pasted');
    default:
      return message('error.unusable-playlist.pasted', { why: localizedOf(failed) });
  }
}

async function statusOf(target: Target, signal: AbortSignal): Promise<LiveAnswer> {
  try {
    return await withReading(target, signal, (reading) => statusOfReading(target, reading));
  } catch (failed) {
    signal.throwIfAborted();
    if (isAppError(failed) && failed.fault === 'bug') throw failed;
    return statusOfFailure(failed);
  }
}

function statusOfFailure(failed: unknown): LiveAnswer {
  if (failed instanceof PlaylistError) return statusOfFault(failed);
  if (!(failed instanceof HttpError) || failed.what !== 'status')
    return { state: 'unknown', reason: message('verdict.source-unreachable', { why: whyOf(failed) }) };
  const { status } = failed;
  if (isGone(status)) return { state: 'offline', reason: null };
  return {
    state: 'unknown',
    reason: isRefused(status)
      ? message('verdict.source-refuses', { status })
      : message('verdict.source-status', { status }),
  };
}

function statusOfFault(failed: PlaylistError): LiveAnswer {
  switch (failed.what) {
    case 'empty-master':
    case 'vod-playlist':
      return { state: 'offline', reason: null };
    case 'not-hls':
    case 'not-media':
      return { state: 'unknown', reason: message('verdict.source-without-playlist') };
    default:
      return { state: 'unknown', reason: message('verdict.unusable-playlist', { why: localizedOf(failed) }) };
  }
}

/** Why a server did not answer; part of a sentence where there is a text for it. */
function whyOf(failed: unknown): MessageParam {
  if (failed instanceof DOMException && failed.name === 'TimeoutError') return message('site.no-answer-in-time');
  if (!(failed instanceof HttpError)) return reasonOf(failed);
  if (failed.what === 'timeout') return message('site.no-answer-in-time');
  if (failed.what === 'too-large') return message('site.playlist-too-large');
  return failed.cause === undefined ? localizedOf(failed) : reasonOf(failed.cause);
}

async function statusOfReading(target: Target, reading: LiveReading): Promise<LiveAnswer> {
  const found = findingOf(reading.list);
  if (found.kind !== 'media') return { state: 'offline', reason: null };
  const answer = movement(target, found, reading.serverNow);
  if (answer.state !== 'live' || (await reading.hasMedia())) return answer;
  return { state: 'offline', reason: message('verdict.no-media') };
}

const LIVE: LiveAnswer = {
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
};

/**
 * A playlist is live if its edge is recent, or if it changed since the last check. An unchanged playlist may be
 * abandoned.
 */
function movement(
  target: Target,
  { edgeAt, position, waitMs }: Extract<Finding, { kind: 'media' }>,
  serverNow: number | null,
): LiveAnswer {
  if (edgeAt !== null && serverNow !== null && Math.abs(serverNow - edgeAt) < FRESH_TARGETS * waitMs) return LIVE;
  const [seenAt, seen] = splitSeen(target.seen);
  if (seen !== null && seen !== position) return LIVE;
  const now = Date.now();
  if (seen === position && now - seenAt > FRESH_TARGETS * waitMs)
    return { state: 'offline', reason: message('verdict.playlist-stands-still') };
  return { state: 'unsure', seen: `${seen === null ? now : seenAt} ${position}`, againMs: ms(waitMs) };
}

function splitSeen(seen: string | null): readonly [number, string | null] {
  if (seen === null) return [0, null];
  const separator = seen.indexOf(' ');
  return [Number(seen.slice(0, separator)), seen.slice(separator + 1)];
}
