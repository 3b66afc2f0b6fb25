import type { FaultMode } from '../scenario.js';
import type { PlaybackQuirks } from './media/playback-quirks.js';
import type { PastSpec, VideoState } from './past/past-spec.js';

/** What makes a channel of the simulator one of Twitch. Its media are those of the {@link ChannelSpec} it stands in. */
export interface TwitchChannelSpec {
  /** Digits, as Twitch's ids. */
  readonly userId: string;
  /** Lower case. The `name` of the channel when not given. */
  readonly login?: string;
  readonly displayName: string;
  readonly broadcasterType?: '' | 'affiliate' | 'partner';
  readonly description?: string;
  readonly title: string;
  /** Name of a category of the world, such as `Just Chatting`; '' is none. */
  readonly category: string;
  readonly tags?: readonly string[];
  readonly language?: string;
  readonly viewers?: number;
  readonly isMature?: boolean;
  /** Chat lines a minute while it is live; none when not given. */
  readonly chatPerMinute?: number;
  /**
   * Where the account has emotes beside Twitch's: at all three when not given. `bttv-empty` and its like: registered,
   * but without any.
   */
  readonly emoteSites?: readonly ('bttv' | 'ffz' | '7tv' | 'bttv-empty' | 'ffz-empty' | '7tv-empty')[];
  /** A preroll of so many seconds for each playback session; 0 when not given. */
  readonly prerollS?: number;
  /** Seconds until Helix lists a new stream, and until it forgets an ended one; 0 when not given. */
  readonly helixLagS?: number;
  /** So long after it first listed a new stream Helix forgets it once, for as long; never when not given. */
  readonly helixBlinkS?: number;
  /** Seconds from going live until usher offers a master; 0 when not given. */
  readonly usherLagS?: number;
  /** Playback tokens end after so many seconds: media lists answer 403 then. Never when not given. */
  readonly tokenLifeS?: number;
  readonly playback?: PlaybackQuirks;
  /** Videos and clips that are there from the beginning, and what becomes of broadcasts. */
  readonly past?: PastSpec;
}

/** Faults of the whole site, not of one channel. `token`: 401 as for a wrong token; `429`: with Ratelimit-Reset. */
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

/** What a scenario, or `POST /_sim/<channel>/<do>`, can do to a Twitch channel beside the actions of its media. */
export type TwitchAction =
  /**
   * A new title, category, tags or mature flag: EventSub `channel.update`, Helix, GQL. `tags` alone is an update whose
   * title and category stay.
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
  /** One chat line of somebody. `raw`: a whole IRC line as it stands (without CR LF). */
  | { readonly do: 'say'; readonly login?: string; readonly text?: string; readonly raw?: string }
  | { readonly do: 'burst'; readonly perSecond: number; readonly seconds: number }
  /** The account gets another login. */
  | { readonly do: 'rename'; readonly login: string }
  /**
   * The channel's events, for so long (not given or 0: for good, until `normal`): `silent` sends none while keepalives
   * go on, `duplicate` sends each twice, with the same or another id, `stale` with a timestamp of 11 minutes ago,
   * `batch` in a list. At once: `revoke` revokes the channel's subscriptions; of all channels, `kill-sockets` closes
   * without a handshake, `reconnect` moves the sessions, `freeze` lets open sockets stand without a word.
   */
  | { readonly do: 'events'; readonly how: EventsHow; readonly forMs?: number }
  /** One of the channel's videos changes; the newest when no id is given. */
  | ({ readonly do: 'video'; readonly id?: string } & VideoState)
  /** IRC: `drop` closes every socket and refuses new ones for so long, `reconnect` asks clients to (RECONNECT). */
  | { readonly do: 'chat'; readonly how: 'drop' | 'reconnect'; readonly forMs?: number }
  /** A surface of the site answers so; `forMs` or `times`, else until `heal`. */
  | {
      readonly do: 'site-fault';
      readonly on: TwitchSurface;
      readonly mode: TwitchFaultMode;
      readonly forMs?: number;
      readonly times?: number;
    }
  | { readonly do: 'heal' }
  /**
   * All tokens (app, user, playback) of the site are refused from now on; new ones are fine. `withRefresh`: refresh
   * tokens too, as after the user disconnected the application.
   */
  | { readonly do: 'revoke-tokens'; readonly withRefresh?: boolean };
