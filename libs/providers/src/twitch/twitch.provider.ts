import { isAppError, localizedOf, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type SiteAccountStore } from '../kit/account.js';
import {
  type Category,
  type ChannelProfile,
  type ChannelIdentity,
  type ChannelTarget,
  type LiveAnswer,
  type Provider,
  type Show,
} from '../kit/provider.js';
import { type SiteAddresses } from '../kit/site-addresses.js';
import { urlFault } from '../kit/url-fault.js';
import { AppAccess } from './account/app-access.js';
import { AuthApi } from './account/auth-api.js';
import { TwitchAccount } from './account/twitch.account.js';
import { UserAccess } from './account/user-access.js';
import { TwitchChat } from './chat/twitch.chat.js';
import { TwitchPush } from './eventsub/twitch.push.js';
import { Gql } from './gql/gql.js';
import { helixOrPublic } from './helix-or-public.js';
import { Helix } from './helix/helix.js';
import { readLogin } from './identify/read-login.js';
import { BoxArts } from './live/box-arts.js';
import { type FoundUser } from './live/found-user.js';
import { LiveByGql } from './live/live-by-gql.js';
import { LiveByHelix } from './live/live-by-helix.js';
import { TwitchVideoArchive } from './video-archive/twitch.video-archive.js';
import { TwitchPlayback } from './playback/twitch.playback.js';
import { channelUrl } from './urls.js';

const MAX_BATCH = 100;
const IS_ID = /^\d+$/;
const NO_ID: LiveAnswer = { state: 'unknown', reason: message('verdict.no-twitch-id') };

/** Short: the next poll repeats the request, and the operator may be waiting for the form. */
const LOOK_UP_WAITS_MS = [500, 1500];

type LiveTarget = ChannelTarget & { readonly seen: string | null };
export interface TwitchPorts {
  readonly sites: SiteAddresses;
  readonly account: SiteAccountStore;
  /** Delays before each retry of a public request; default {@link LOOK_UP_WAITS_MS}. */
  readonly lookUpWaitsMs?: readonly number[];
  /** Delays before each retry of a video's chat, which Twitch may refuse under load. */
  readonly busyWaitsMs?: readonly number[];
}

/**
 * Twitch: live status by its API, or by public requests without an app; the README in this folder lists limits and
 * quirks.
 */
export class TwitchProvider implements Provider {
  readonly kind = 'twitch';
  readonly batch = MAX_BATCH;
  readonly reportsLive = true;
  readonly account: TwitchAccount;
  readonly push: TwitchPush;
  readonly playback: TwitchPlayback;
  readonly chat: TwitchChat;
  readonly videoArchive: TwitchVideoArchive;
  private readonly byHelix: LiveByHelix;
  private readonly byGql: LiveByGql;

  constructor({ sites, account: store, lookUpWaitsMs = LOOK_UP_WAITS_MS, busyWaitsMs }: TwitchPorts) {
    const auth = new AuthApi(sites);
    const app = new AppAccess(store, auth);
    const user = new UserAccess(store, auth);
    const lookUps = new Gql(sites, lookUpWaitsMs);
    const helix = new Helix({ sites });
    this.account = new TwitchAccount({ sites, store, auth, app, user, gql: lookUps });
    const boxArts = new BoxArts(sites, helix);
    this.push = new TwitchPush({ sites, helix, app, user, boxArt: (id) => boxArts.of(id) });
    this.playback = new TwitchPlayback(sites);
    this.chat = new TwitchChat(sites);
    this.videoArchive = new TwitchVideoArchive({
      sites,
      helix,
      app,
      gql: lookUps,
      ...(busyWaitsMs ? { busyWaitsMs } : {}),
    });
    this.byHelix = new LiveByHelix(helix, app, boxArts);
    this.byGql = new LiveByGql(lookUps);
  }

  readonly category = (id: string, signal: AbortSignal): Promise<Category | null> => this.byHelix.category(id, signal);

  async identify(pasted: string, signal: AbortSignal): Promise<ChannelIdentity> {
    const login = readLogin(pasted);
    const found = await this.find(login, signal);
    if (!found) throw urlFault(message('error.unknown-channel.login', { login }));
    return {
      sourceId: found.id,
      sourceUrl: channelUrl(found.profile.login || login),
      authorization: null,
      network: null,
      suggestedName: found.profile.login || login,
      profile: found.profile,
      remark: null,
    };
  }

  refuseSource({ sourceUrl, sourceId }: Pick<ChannelIdentity, 'sourceUrl' | 'sourceId'>): void {
    readLogin(sourceUrl);
    if (!IS_ID.test(sourceId))
      throw new UserError(message('error.unknown-channel.not-id'), {
        fields: [{ path: 'source_id', message: message('field.not-id') }],
      });
  }

  async live(targets: readonly LiveTarget[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>> {
    return this.byKey(targets, (ids) => this.answers(ids, signal), NO_ID);
  }

  readonly profiles = (
    targets: readonly ChannelTarget[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ChannelProfile>> =>
    this.byKey(targets, (ids) =>
      helixOrPublic(
        () => this.byHelix.profiles(ids, signal),
        () => this.byGql.profiles(ids, signal),
        signal,
      ),
    );

  readonly about = (targets: readonly ChannelTarget[], signal: AbortSignal): Promise<ReadonlyMap<string, Show>> =>
    this.byKey(targets, (ids) =>
      helixOrPublic(
        () => this.byHelix.about(ids, signal),
        () => this.byGql.about(ids, signal),
        signal,
      ),
    );

  private async find(login: string, signal: AbortSignal): Promise<FoundUser | null> {
    try {
      return await helixOrPublic(
        () => this.byHelix.find(login, signal),
        () => this.byGql.find(login, signal),
        signal,
      );
    } catch (thrown) {
      if (isTimeout(signal)) throw urlFault(message('error.source-unreachable.no-answer-in-time', { login }));
      signal.throwIfAborted();
      if (isAppError(thrown))
        throw urlFault(message('error.source-unreachable.not-asked', { login, why: localizedOf(thrown) }));
      throw thrown;
    }
  }

  private async answers(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>> {
    try {
      return await helixOrPublic(
        () => this.byHelix.live(ids, signal),
        () => this.byGql.live(ids, signal),
        signal,
      );
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isAppError(thrown)) throw thrown;
      return new Map(ids.map((id) => [id, { state: 'unknown', reason: localizedOf(thrown) }]));
    }
  }

  /** Requests by id in batches of the API's size, and returns the answers by the key of each channel. */
  private async byKey<T>(
    targets: readonly ChannelTarget[],
    fetchByIds: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    without?: T,
  ): Promise<ReadonlyMap<string, T>> {
    const ids = [...new Set(targets.map(({ sourceId }) => sourceId).filter((id) => IS_ID.test(id)))];
    const found = new Map<string, T>();
    for (let from = 0; from < ids.length; from += MAX_BATCH)
      for (const [id, answer] of await fetchByIds(ids.slice(from, from + MAX_BATCH))) found.set(id, answer);
    return new Map(
      targets.flatMap(({ key, sourceId }) => {
        const answer = found.get(sourceId) ?? without;
        return answer === undefined ? [] : [[key, answer] as const];
      }),
    );
  }
}
const isTimeout = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === 'TimeoutError';
