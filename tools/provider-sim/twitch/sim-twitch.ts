import path from 'node:path';
import { UserError, untranslated } from '#libs/errors';
import type { LiveChannel } from '../channel/live-channel.js';
import { repositoryRoot } from '../media/cached-folder.js';
import type { Action, ChannelSpec } from '../scenario.js';
import type { LoggedRequest } from '../sim-log.js';
import { TwitchTokens } from './auth/twitch-tokens.js';
import { ChatBook, type ChatLog } from './irc/chat-log.js';
import { PlaybackSessions } from './media/playback-sessions.js';
import { Archive } from './past/archive.js';
import { videoLog, type VideoLog } from './past/video-log.js';
import { openSites } from './open-sites.js';
import type { Site } from './site.js';
import { TwitchActions } from './twitch-actions.js';
import { TWITCH_SETTINGS, type TwitchSettings } from './twitch-settings.js';
import type { TwitchAction, TwitchChannelSpec } from './twitch-spec.js';
import { TwitchFaults } from './twitch-faults.js';
import { TwitchWorld, type TwitchChannel } from './world.js';

export interface SimTwitchOptions {
  readonly seed?: number;
  readonly settings?: Partial<TwitchSettings>;
  /** Cache of encoded media; default: `.cache/sim` of the repository. */
  readonly mediaDir?: string;
  record?(channel: string, request: LoggedRequest): void;
}

type OnTwitch = ChannelSpec & { readonly twitch: TwitchChannelSpec };
const isOnTwitch = (spec: ChannelSpec): spec is OnTwitch => spec.twitch !== undefined;

/** The complete simulated Twitch: its world, its sites, and the scenario's actions on them. */
export class SimTwitch {
  readonly world: TwitchWorld;
  readonly sites: readonly Site[];
  /** Playback sessions, for the log. */
  readonly sessions = new PlaybackSessions();
  readonly past: Archive;
  private readonly faults = new TwitchFaults();
  private readonly actions = new TwitchActions();
  private readonly tokens: TwitchTokens;
  private readonly chat = new ChatBook();
  private readonly accounts: ReadonlyMap<string, TwitchChannel>;

  constructor(
    private readonly live: ReadonlyMap<string, LiveChannel>,
    { seed = 1, settings = {}, mediaDir, ...options }: SimTwitchOptions = {},
  ) {
    const all = { ...TWITCH_SETTINGS, ...settings };
    const specs = [...live.values()].map(({ spec }) => spec).filter(isOnTwitch);
    this.world = new TwitchWorld(specs, seed);
    this.accounts = new Map(
      specs
        .map(({ name }, i) => [name, this.world.channels[i]] as const)
        .filter((entry): entry is readonly [string, TwitchChannel] => entry[1] !== undefined),
    );
    this.tokens = new TwitchTokens({ app: all.appTokenLifeS, user: all.userTokenLifeS });
    const channels = new Map(
      [...live.values()].flatMap((channel) =>
        channel.spec.twitch ? [[channel.spec.twitch.userId, channel] as const] : [],
      ),
    );
    this.past = new Archive(this.world, channels);
    this.sites = openSites({
      world: this.world,
      channels,
      past: this.past,
      faults: this.faults,
      actions: this.actions,
      tokens: this.tokens,
      settings: all,
      chat: this.chat,
      seed,
      sessions: this.sessions,
      record: (name, request) => {
        options.record?.(name, request);
      },
      mediaDir: async () => mediaDir ?? path.join(await repositoryRoot(), '.cache/sim'),
    });
  }

  /** Updates the world after an action on the media. Ignores channels that are not on Twitch. */
  follow(name: string, action: Action): void {
    const account = this.accounts.get(name);
    if (account) this.moveBroadcast(account, action);
  }

  /** @throws UserError `sim-channel`: when the channel is not on Twitch */
  act(name: string, action: TwitchAction): void {
    const account = this.accounts.get(name);
    if (!account) throw new UserError(untranslated('sim-channel', `${name} is no channel of the simulated Twitch`));
    switch (action.do) {
      case 'update':
        this.update(account, action);
        break;
      case 'viewers':
        account.viewers = action.count;
        break;
      case 'rename':
        this.world.rename(account, action.login);
        break;
      case 'video':
        this.changeVideo(account, action);
        break;
      case 'site-fault':
        this.faults.add(action);
        break;
      case 'heal':
        this.faults.heal();
        break;
      case 'revoke-tokens':
        this.tokens.revokeAll(action);
        break;
      default:
    }
    this.actions.dispatch(account, action);
  }

  /** Chat logs by channel name. */
  chatLogs(): Readonly<Record<string, ChatLog>> {
    return Object.fromEntries([...this.accounts].map(([name, { userId }]) => [name, this.chat.logOf(userId)]));
  }

  videoLog(id: string): VideoLog | null {
    const video = this.past.all().find((retained) => retained.id === id);
    const live = [...this.live.values()].find(({ spec }) => spec.twitch === video?.channel.spec);
    return video && live ? videoLog(video, live) : null;
  }

  stop(): void {
    for (const site of this.sites) site.stop?.();
  }

  private update(account: TwitchChannel, { do: _, ...change }: Extract<TwitchAction, { do: 'update' }>): void {
    this.world.update(account, change);
  }

  private changeVideo(account: TwitchChannel, { do: _, id, ...state }: Extract<TwitchAction, { do: 'video' }>): void {
    this.past.change(account, id, state);
  }

  /**
   * Updates the broadcast. If an encoder drops out for a moment, the broadcast stays the same and no event is sent;
   * `offline` means that Twitch detected the drop.
   */
  private moveBroadcast(account: TwitchChannel, action: Action): void {
    switch (action.do) {
      case 'start':
        this.world.goOffline(account);
        this.world.goLive(account);
        break;
      case 'resume':
        if (!this.world.isLive(account)) this.world.goLive(account, { same: true });
        break;
      case 'drop':
        if (action.offline === true) this.world.goOffline(account);
        break;
      case 'end':
        this.world.goOffline(account);
        break;
      default:
    }
  }
}
