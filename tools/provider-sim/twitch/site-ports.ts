import type { LiveChannel } from '../channel/live-channel.js';
import type { LoggedRequest } from '../sim-log.js';
import type { TwitchTokens } from './auth/twitch-tokens.js';
import type { ChatBook } from './irc/chat-log.js';
import type { Archive } from './past/archive.js';
import type { PlaybackSessions } from './media/playback-sessions.js';
import type { TwitchActions } from './twitch-actions.js';
import type { TwitchSettings } from './twitch-settings.js';
import type { TwitchFaults } from './twitch-faults.js';
import type { TwitchWorld } from './world.js';

/** What every site of the simulated Twitch is made from. */
export interface SitePorts {
  readonly world: TwitchWorld;
  /** The media of an account, by its `userId`. */
  readonly channels: ReadonlyMap<string, LiveChannel>;
  readonly faults: TwitchFaults;
  readonly actions: TwitchActions;
  /** Of the Twitch API (Helix, EventSub, IRC); those of playback are usher's own. */
  readonly tokens: TwitchTokens;
  readonly settings: TwitchSettings;
  /** What the chats were sent, for the log. */
  readonly chat: ChatBook;
  /** Videos and clips of all channels. */
  readonly past: Archive;
  /** Of usher and the media hosts. */
  readonly sessions: PlaybackSessions;
  /** Cache of encoded media. */
  mediaDir(): Promise<string>;
  /** Keeps a request for a channel's media in its log. */
  record(channel: string, request: LoggedRequest): void;
  /** Of everything that is made up: the same one gives the same run. */
  readonly seed: number;
}
