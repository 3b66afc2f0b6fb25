import { type HlsDialect } from '#libs/contracts';
import { OutsideError, isAppError } from '#libs/errors';
import { joined, message, type OwnMessage } from '#libs/messages';
import { type Playback, type PlaybackAddress, type PlaybackTarget } from '../../kit/playback.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { Gql, type GqlOptions, viaProxy } from '../gql/gql.js';
import { loginNow } from '../gql/login-now.js';
import { fetchText } from '../http/fetch-text.js';
import { reasonOf } from '../../kit/no-answer.js';
import { judgeUsher, type UsherJudgement } from './judge-usher.js';
import { readPlaybackToken, type PlaybackToken, tokenQuestion } from './playback-token.wire.js';
import { newSessionId, usherAddress } from './usher-address.js';

const TOKEN_NOT_ACCEPTED =
  'Twitch does not take the playback token of the settings; recorded as a guest (with ads, without what only signed-in viewers get).';

type ProxyOption = Pick<GqlOptions, 'proxy'>;
interface TokenRequest {
  readonly options: GqlOptions;
  readonly signal: AbortSignal;
}
interface Opened {
  readonly login: string;
  readonly token: PlaybackToken;
  readonly remark: string;
}

/**
 * Opens the media of a live Twitch channel: a playback token from GraphQL, then a master playlist from usher, which
 * `open` loads once to check it. The operator's own token (`authorization` of the target) is sent to GraphQL only; the
 * address contains the resulting access.
 *
 * The address is renewed only after a refusal or repeated failures, never in advance. The token's `expires`, minutes
 * away, applies to usher only; the media playlists remain valid for a day (streamlink#5360). Each new guest session
 * starts with ads in place of the broadcast.
 */
export class TwitchPlayback implements Playback {
  constructor(
    private readonly sites: SiteAddresses,
    private readonly gql = new Gql(sites),
  ) {}

  async open(target: PlaybackTarget, signal: AbortSignal): Promise<PlaybackAddress> {
    const via = viaProxy(target.proxy);
    const { login, token, remark } = await this.tokenFor(target, { options: via, signal });
    if (token.forbidden !== null) throw new OutsideError(message('error.refused.stream', { why: token.forbidden }));
    const viewing = { login, token, sessionId: newSessionId() };
    const odd: OwnMessage[] = [];
    for (const version of ['v2', 'v1'] as const) {
      const url = usherAddress(this.sites, viewing, version);
      const judged = await fetchMaster(url, via, signal);
      if (judged.kind === 'refused') throw judged.error;
      if (judged.kind === 'master')
        return { url, headers: {}, dialect: TWITCH_DIALECT, remark, unavailable: judged.unavailable };
      odd.push(message('site.named', { name: version, why: judged.reason }));
    }
    throw new OutsideError(message('error.site-away.no-playlist', { why: joined(odd) ?? '' }));
  }

  /** Requests a token as the operator's own viewer, or as a guest if Twitch rejects that. */
  private async tokenFor(target: PlaybackTarget, guest: TokenRequest): Promise<Opened> {
    const authorization = target.headers['authorization'];
    if (authorization === undefined) return { ...(await this.tokenOfChannel(target, guest)), remark: '' };
    try {
      return {
        ...(await this.tokenOfChannel(target, { ...guest, options: { ...guest.options, authorization } })),
        remark: '',
      };
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.code !== 'playback-token') throw thrown;
      return { ...(await this.tokenOfChannel(target, guest)), remark: TOKEN_NOT_ACCEPTED };
    }
  }

  /**
   * Requests a token by the login in the address. If that login no longer belongs to the channel (it was renamed, and
   * another channel may use the login), requests one by the channel's current login.
   */
  private async tokenOfChannel(
    { sourceId, sourceUrl }: PlaybackTarget,
    request: TokenRequest,
  ): Promise<Omit<Opened, 'remark'>> {
    const known = loginOf(sourceUrl);
    const token = await this.token(known, request);
    if (token && isOf(token, sourceId)) return { login: known, token };
    const login = await loginNow(this.gql, sourceId, { ...viaProxy(request.options.proxy), signal: request.signal });
    const own = login === null || login === known ? token : await this.token(login, request);
    if (login === null || !own || !isOf(own, sourceId)) throw new OutsideError(message('error.not-live.no-token'));
    return { login, token: own };
  }

  private async token(login: string, { options, signal }: TokenRequest): Promise<PlaybackToken | null> {
    const [result] = await this.gql.run([tokenQuestion(login)], options, signal);
    return readPlaybackToken(result?.data);
  }
}

/** A channel without an id, or a token without one, is identified by the login alone. */
const isOf = ({ channelId }: PlaybackToken, sourceId: string): boolean =>
  channelId === null || sourceId === '' || channelId === sourceId;

/** The address is `https://www.twitch.tv/<login>`. */
const loginOf = (sourceUrl: string): string =>
  (new URL(sourceUrl).pathname.split('/').find((part) => part !== '') ?? '').toLowerCase();

async function fetchMaster(url: string, via: ProxyOption, signal: AbortSignal): Promise<UsherJudgement> {
  try {
    return judgeUsher(await fetchText({ url, ...via }, signal));
  } catch (thrown) {
    signal.throwIfAborted();
    return { kind: 'odd', reason: reasonOf(thrown) };
  }
}

/**
 * How Twitch marks ads in its media playlists, and discontinuities without a time jump. Observed by streamlink up to
 * 8.6 (its issues #6022, #6579) and in players of the site, Aug 2026; not documented by Twitch.
 */
const TWITCH_DIALECT: HlsDialect = {
  ads: { classNames: ['twitch-stitched-ad'], idPrefixes: ['stitched-ad-'], titles: ['Amazon', 'Adform', 'DCM'] },
  contentTitles: ['live'],
  ignoreContentDiscontinuity: true,
};
