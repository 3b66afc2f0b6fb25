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

/** Shared objects of every site of the simulated Twitch. */
export interface SitePorts {
  readonly world: TwitchWorld;
  /** The media of an account, by its `userId`. */
  readonly channels: ReadonlyMap<string, LiveChannel>;
  readonly faults: TwitchFaults;
  readonly actions: TwitchActions;
  /** Tokens of the Twitch API (Helix, EventSub, IRC); usher has its own playback tokens. */
  readonly tokens: TwitchTokens;
  readonly settings: TwitchSettings;
  /** Lines sent to the chats, for the log. */
  readonly chat: ChatBook;
  /** Videos and clips of all channels. */
  readonly past: Archive;
  /** Used by usher and the media hosts. */
  readonly sessions: PlaybackSessions;
  /** Cache of encoded media. */
  mediaDir(): Promise<string>;
  /** Adds a request for a channel's media to the channel's log. */
  record(channel: string, request: LoggedRequest): void;
  /** Seed of all generated data: the same seed produces the same run. */
  readonly seed: number;
}
