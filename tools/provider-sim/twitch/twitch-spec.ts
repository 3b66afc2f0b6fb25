import type { FaultMode } from '../scenario.js';
import type { PlaybackQuirks } from './media/playback-quirks.js';
import type { PastSpec, VideoState } from './past/past-spec.js';

/**
 * Makes a channel of the simulator a Twitch channel. Its media are those of the {@link ChannelSpec} that contains it.
 */
export interface TwitchChannelSpec {
  /** Digits, like Twitch's ids. */
  readonly userId: string;
  /** Lower case; default: the `name` of the channel. */
  readonly login?: string;
  readonly displayName: string;
  readonly broadcasterType?: '' | 'affiliate' | 'partner';
  readonly description?: string;
  readonly title: string;
  /** Name of a category of the world, such as `Just Chatting`; '' means none. */
  readonly category: string;
  readonly tags?: readonly string[];
  readonly language?: string;
  readonly viewers?: number;
  readonly isMature?: boolean;
  /** Chat lines per minute while it is live; default none. */
  readonly chatPerMinute?: number;
  /**
   * Third-party sites where the account has emotes; default: all three. `bttv-empty` and the like: registered, but
   * without emotes.
   */
  readonly emoteSites?: readonly ('bttv' | 'ffz' | '7tv' | 'bttv-empty' | 'ffz-empty' | '7tv-empty')[];
  /** Length of a preroll for each playback session, s; default 0. */
  readonly prerollS?: number;
  /** Seconds until Helix lists a new stream, and until it removes an ended one; default 0. */
  readonly helixLagS?: number;
  /** Seconds from the start of a stream until usher offers a master playlist; default 0. */
  readonly usherLagS?: number;
  /** Playback tokens expire after this many seconds: media playlists then return 403. Default never. */
  readonly tokenLifeS?: number;
  readonly playback?: PlaybackQuirks;
  /** Videos and clips that exist at the start, and the handling of broadcasts. */
  readonly past?: PastSpec;
}

/**
 * Faults of the complete site, not of one channel. `token`: 401 as for an invalid token; `429`: with Ratelimit-Reset.
 */
export type TwitchSurface = 'helix' | 'auth' | 'gql' | 'usher' | 'eventsub' | 'irc' | 'emotes' | 'images';
export type TwitchFaultMode = FaultMode | '401' | '429';

export const EVENTS_HOW = [
  'silent',
  'kill-sockets',
  'reconnect',
  'freeze',
  'duplicate-id',
  'duplicate-fact',
  'stale',
  'batch',
  'revoke',
  'normal',
] as const;
export type EventsHow = (typeof EVENTS_HOW)[number];

/**
 * Actions of a scenario, or of `POST /_sim/<channel>/<do>`, on a Twitch channel, in addition to the actions on its
 * media.
 */
export type TwitchAction =
  /**
   * A new title, category, tags or mature flag: EventSub `channel.update`, Helix, GQL. If only `tags` is set, the
   * update has the same title and category.
   */
  | {
      readonly do: 'update';
      readonly title?: string;
      readonly category?: string;
      readonly tags?: readonly string[];
      readonly language?: string;
      readonly isMature?: boolean;
    }
  | { readonly do: 'viewers'; readonly count: number }
  /** A midroll for every open playback session. */
  | { readonly do: 'ad'; readonly seconds: number }
  /** One chat line of a user. `raw`: a complete IRC line, sent unchanged (without CR LF). */
  | { readonly do: 'say'; readonly login?: string; readonly text?: string; readonly raw?: string }
  | { readonly do: 'burst'; readonly perSecond: number; readonly seconds: number }
  /** Changes the account's login. */
  | { readonly do: 'rename'; readonly login: string }
  /** Helix omits the channel's live stream (`unlist`) until `list`. */
  | { readonly do: 'unlist' }
  | { readonly do: 'list' }
  /**
   * Mode of the channel's events for this time (undefined or 0: until `normal`): `silent` sends none while keepalives
   * continue, `duplicate` sends each twice, with the same or another id, `stale` with a timestamp of 11 minutes ago,
   * `batch` in a list. One-time actions: `revoke` revokes the channel's subscriptions. For all channels: `kill-sockets`
   * closes without a handshake, `reconnect` moves the sessions, `freeze` stops sending on open sockets.
   */
  | { readonly do: 'events'; readonly how: EventsHow; readonly forMs?: number }
  /** Changes one of the channel's videos; default: the newest. */
  | ({ readonly do: 'video'; readonly id?: string } & VideoState)
  /** IRC: `drop` closes every socket and refuses new ones for this time; `reconnect` sends RECONNECT to the clients. */
  | { readonly do: 'chat'; readonly how: 'drop' | 'reconnect'; readonly forMs?: number }
  /** A fault of a surface of the site, limited by `forMs` or `times`, otherwise until `heal`. */
  | {
      readonly do: 'site-fault';
      readonly on: TwitchSurface;
      readonly mode: TwitchFaultMode;
      readonly forMs?: number;
      readonly times?: number;
    }
  | { readonly do: 'heal' }
  /**
   * Rejects all existing tokens (app, user, playback) of the site; new ones are valid. `withRefresh`: also refresh
   * tokens, as after the user disconnected the application.
   */
  | { readonly do: 'revoke-tokens'; readonly withRefresh?: boolean };
