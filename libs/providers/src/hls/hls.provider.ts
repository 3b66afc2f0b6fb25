import { setTimeout as delay } from 'node:timers/promises';
import { HLS_KIND, ms, NO_ACCESS, type SourceAccess } from '#libs/contracts';
import { isAppError, localizedOf, UserError } from '#libs/errors';
import { HttpError, type LiveReading, PlaylistError, SsrfGuard } from '#libs/media';
import { message, type Message, type MessageParam, type OwnMessage } from '#libs/messages';
import pLimit from 'p-limit';
import { LIVE_BY_MEDIA } from '../kit/live-by-media.js';
import { reasonOf } from '../kit/no-answer.js';
import { type Playback } from '../kit/playback.js';
import { type ChannelIdentity, type ChannelTarget, type LiveAnswer, type Provider } from '../kit/provider.js';
import { urlFault } from '../kit/url-fault.js';
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

/** Any live HLS address: Owncast, nginx-rtmp, an IP camera, a restreamer. It has no broadcast ids and no titles. */
export class HlsProvider implements Provider {
  readonly kind: string = HLS_KIND;
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

  async identify(pasted: string, signal: AbortSignal, access: SourceAccess = NO_ACCESS): Promise<ChannelIdentity> {
    const address = readHlsAddress(pasted);
    const { sourceUrl, authorization: login } = address;
    const guard = new SsrfGuard({ url: sourceUrl, network: null });
    const remark = await remarkOn({ sourceUrl, access: { ...access, login }, guard }, signal);
    return { ...address, network: await guard.network(), profile: null, remark };
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
  address: Pick<ChannelTarget, 'sourceUrl' | 'access'> & { readonly guard: SsrfGuard },
  signal: AbortSignal,
): Promise<Message | null> {
  try {
    return await withReading(address, signal, async (reading) => {
      if (reading.list.type === 'vod' && !(await grows(reading, signal)))
        throw urlFault(message('error.vod-playlist.pasted'));
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
  if (kind === 'vod') throw urlFault(message('error.vod-playlist.pasted'));
  return kind === 'ended' ? message('channel.stream-just-ended') : null;
}

function remarkOnFailure(failed: unknown): Message {
  if (failed instanceof PlaylistError) throw urlFault(pastedFault(failed));
  if (!(failed instanceof HttpError) || failed.what !== 'status') {
    if (failed instanceof UserError) throw failed;
    throw urlFault(message('error.source-unreachable.why', { why: whyOf(failed) }));
  }
  const { status } = failed;
  if (status === 403) throw urlFault(message('error.wrong-credentials.forbidden', { status }));
  if (isRefused(status)) throw urlFault(message('error.wrong-credentials', { status }));
  if (isGone(status)) return message('channel.server-answers-status', { status });
  throw urlFault(message('error.source-unreachable.status', { status }));
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
    const guard = new SsrfGuard({ url: target.sourceUrl, network: target.network });
    const answer = await withReading({ ...target, guard }, signal, (reading) => statusOfReading(target, reading));
    return answer.state === 'live' && target.network === null ? { ...answer, network: await guard.network() } : answer;
  } catch (failed) {
    signal.throwIfAborted();
    if (isAppError(failed) && failed.fault === 'bug') throw failed;
    return statusOfFailure(failed, target);
  }
}

function statusOfFailure(failed: unknown, { wasLive }: Target): LiveAnswer {
  if (failed instanceof PlaylistError) return statusOfFault(failed);
  if (!(failed instanceof HttpError) || failed.what !== 'status')
    return { state: 'unknown', reason: message('verdict.source-unreachable', { why: whyOf(failed) }) };
  const { status } = failed;
  if (isGone(status)) return { state: 'offline', reason: null };
  if (!isRefused(status)) return { state: 'unknown', reason: message('verdict.source-status', { status }) };
  const isOff = status === 403 && wasLive === true;
  return {
    state: 'unknown',
    reason: message(isOff ? 'verdict.source-refuses.read-before' : 'verdict.source-refuses', { status }),
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
  const answer = await movement(target, found, reading);
  if (answer.state !== 'live' || (await reading.hasMedia())) return answer;
  return { state: 'offline', reason: message('verdict.no-media') };
}

/**
 * A playlist is live if its edge is recent, or if it changed since the last check. An unchanged playlist may be
 * abandoned. Where only the address of the newest segment changed, its bytes decide (docs/reference/hls.md#live-check).
 */
async function movement(
  target: Target,
  { edgeAt, position, newestUri, waitMs }: Extract<Finding, { kind: 'media' }>,
  reading: LiveReading,
): Promise<LiveAnswer> {
  const freshMs = FRESH_TARGETS * waitMs;
  if (isRecent(edgeAt, reading.serverNow, freshMs)) return LIVE_BY_MEDIA;
  const seen = readSeen(target.seen) ?? { at: Date.now(), crc: null, position, newestUri };
  if (seen.position !== position) return LIVE_BY_MEDIA;
  const crc = seen.newestUri === newestUri ? seen.crc : ((await reading.newestCrc()) ?? seen.crc);
  if (seen.crc !== null && crc !== seen.crc) return LIVE_BY_MEDIA;
  if (crc === seen.crc && Date.now() - seen.at > freshMs)
    return { state: 'offline', reason: message('verdict.playlist-stands-still') };
  return { state: 'unsure', seen: writeSeen({ ...seen, crc, newestUri }), againMs: ms(waitMs) };
}

const isRecent = (edgeAt: number | null, serverNow: number | null, freshMs: number): boolean =>
  edgeAt !== null && serverNow !== null && Math.abs(serverNow - edgeAt) < freshMs;

/** What a check found, for the next one. */
interface Seen {
  /** When the playlist had this position first, ms since the Unix epoch. */
  readonly at: number;
  /** Of the newest segment, see {@link LiveReading.newestCrc}; null: not read. */
  readonly crc: string | null;
  readonly position: string;
  readonly newestUri: string;
}

const writeSeen = ({ at, crc, position, newestUri }: Seen): string => `${at} ${crc ?? '-'} ${position} ${newestUri}`;

function readSeen(text: string | null): Seen | null {
  const [, at, crc, position, newestUri] = /^(\d+) (\S+) (\S+) (.*)$/.exec(text ?? '') ?? [];
  if (crc === undefined || position === undefined || newestUri === undefined) return null;
  return { at: Number(at), crc: crc === '-' ? null : crc, position, newestUri };
}
