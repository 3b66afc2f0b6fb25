import { isAppError } from '#libs/errors';
import {
  type ChatAssetList,
  type ChatAsset,
  type ChatHandlers,
  type ChatSource,
  type ChatTarget,
} from '../../kit/chat-source.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { TwitchAssets } from '../assets/twitch.assets.js';
import { Gql } from '../gql/gql.js';
import { loginNow } from '../gql/login-now.js';
import { ChatFollower } from './chat-follower.js';
import { CHAT_TIMING, type ChatTiming } from './chat-timing.js';
import { JoinPace } from './join-pace.js';

/** Time limit of the name request before joining a room. */
const LOOK_UP_MS = 5000;

/** Receives Twitch's chat as a guest: IRC over one WebSocket per room. */
export class TwitchChat implements ChatSource {
  private readonly list: TwitchAssets;
  /** Used before joining a room; without retries, since joining is retried anyway. */
  private readonly gqlWithoutRetries: Gql;
  private readonly pace: JoinPace;

  constructor(
    private readonly sites: SiteAddresses,
    private readonly timing: ChatTiming = CHAT_TIMING,
  ) {
    this.list = new TwitchAssets(sites, new Gql(sites));
    this.gqlWithoutRetries = new Gql(sites, []);
    this.pace = new JoinPace({ count: timing.joins, inMs: timing.joinsInMs });
  }

  async follow({ sourceId, login }: ChatTarget, handlers: ChatHandlers, signal: AbortSignal): Promise<void> {
    const room = async (isShutOut: boolean): Promise<string> =>
      (isShutOut || login === '' ? await this.currentLogin(sourceId, signal) : null) ?? login;
    await new ChatFollower(
      { url: this.sites.ws('irc-ws.chat.twitch.tv', '/'), timing: this.timing, login: room, pace: this.pace },
      handlers,
      signal,
    ).run();
  }

  assets({ sourceId }: ChatTarget, signal: AbortSignal): Promise<ChatAssetList> {
    return this.list.of(sourceId, signal);
  }

  emote(id: string, name: string): ChatAsset {
    return this.list.emote(id, name);
  }

  /** Rooms are identified by login, which a channel can change. */
  private async currentLogin(sourceId: string, signal: AbortSignal): Promise<string | null> {
    try {
      return await loginNow(this.gqlWithoutRetries, sourceId, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_MS)]),
      });
    } catch (thrown) {
      if (isAppError(thrown) && thrown.fault === 'bug') throw thrown;
      return null;
    }
  }
}
