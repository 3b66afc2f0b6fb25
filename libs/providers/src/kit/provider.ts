import { type Ms, type SourceAccess, type SourceNetwork } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { type SiteAccount } from './account.js';
import { type ChatSource } from './chat-source.js';
import { type VideoArchive } from './video-archive.js';
import { type Playback } from './playback.js';
import { type PushSource } from './push.js';

/** The category of a stream at its site. `boxArtUrl` contains `{width}` and `{height}`; empty if there is none. */
export interface Category {
  readonly id: string;
  readonly name: string;
  readonly boxArtUrl: string;
}

/** The description of a channel's current or next stream. */
export interface Show {
  readonly title: string;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly language: string;
  readonly isMature: boolean;
}

/** The site's data about a channel. Image addresses may be empty. */
export interface ChannelProfile {
  readonly login: string;
  readonly displayName: string;
  readonly description: string;
  readonly avatarUrl: string;
  readonly offlineImageUrl: string;
  readonly broadcasterType: string;
}

/**
 * A channel as its provider needs it: `key` is chosen by the caller and identifies the answer. `access` is plain text,
 * kept in memory only. `wasLive`: the channel was live before, so its source could be read.
 */
export interface ChannelTarget {
  readonly key: string;
  readonly sourceId: string;
  readonly sourceUrl: string;
  readonly access: SourceAccess;
  /** The network that the address was added with; null: unknown. */
  readonly network: SourceNetwork | null;
  readonly wasLive?: boolean;
}

/** The channel that a pasted address identifies. */
export interface ChannelIdentity {
  /** Equal text means the same channel at this provider. */
  readonly sourceId: string;
  /** The address to store, without user info. */
  readonly sourceUrl: string;
  readonly authorization: string | null;
  /** The network that the address is in now; null: the site's own. */
  readonly network: SourceNetwork | null;
  readonly suggestedName: string;
  /** Null if the site has no data about a channel. */
  readonly profile: ChannelProfile | null;
  /** A message for the operator although the channel was accepted (`offline right now`). Null: none. */
  readonly remark: Message | null;
}

/** The status of one channel. `unsure`: check again with `seen`. */
export type LiveAnswer =
  /**
   * `streamId` is the provider's own id of the broadcast; null if the site has none, and live-watch then creates one.
   */
  | {
      readonly state: 'live';
      readonly streamId: string | null;
      readonly title: string;
      readonly startedAt: Date | null;
      readonly viewers: number | null;
      readonly category: Category | null;
      readonly tags: readonly string[];
      readonly language: string;
      readonly isMature: boolean;
      /** When the site reported it, by its own clock; absent: now. */
      readonly at?: Date;
      /**
       * The channel's current name; null if the answer does not contain it. A renamed channel is identified by its id.
       */
      readonly named: { readonly login: string; readonly displayName: string } | null;
      /** The network of the source; only for a target without one. */
      readonly network?: SourceNetwork;
    }
  | { readonly state: 'offline'; readonly reason: Message | null }
  /** The playlist exists, but only a second check shows whether it moves: check again after `againMs` with `seen`. */
  | { readonly state: 'unsure'; readonly seen: string; readonly againMs: Ms }
  /** The status cannot be determined: the site is unavailable or refuses the request. Never treat it as offline. */
  | { readonly state: 'unknown'; readonly reason: Message };

/**
 * The interface of a streaming site. Each site has one folder in this lib; no code outside this lib uses a site's own
 * terms.
 */
export interface Provider {
  readonly kind: string;
  /** Number of channels per call of `live`; 1 if each channel is on its own server. */
  readonly batch: number;
  /**
   * @param access to the source of a channel by address; the login of the pasted address replaces its login
   * @throws UserError with a field fault on `url`: it can never be a channel here, or cannot be checked now
   */
  identify(pasted: string, signal: AbortSignal, access?: SourceAccess): Promise<ChannelIdentity>;
  /**
   * Checks stored channel data from elsewhere without a request to the site.
   * @throws UserError with a field fault on `url` or `source_id`: no channel here can have these values
   */
  refuseSource(identity: Pick<ChannelIdentity, 'sourceUrl' | 'sourceId'>): void;
  /**
   * Checks many channels at once. `seen` comes from an earlier `unsure` answer for that channel. Never throws for a
   * fault of one channel.
   */
  live(
    targets: readonly (ChannelTarget & { readonly seen: string | null })[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LiveAnswer>>;
  /**
   * Loads the channels' profiles (avatar, name), by key; channels that the site does not know are absent. Null: the
   * site has none.
   */
  readonly profiles:
    | ((targets: readonly ChannelTarget[], signal: AbortSignal) => Promise<ReadonlyMap<string, ChannelProfile>>)
    | null;
  readonly playback: Playback;
  /** Null: the site has no chat that Vodkeep can read. */
  readonly chat: ChatSource | null;
  /** Null: the site pushes no events; Vodkeep polls it. */
  readonly push: PushSource | null;
  /** Null: the site needs no account. */
  readonly account: SiteAccount | null;
  /** Null: the site retains nothing that Vodkeep can read. */
  readonly videoArchive: VideoArchive | null;
  /** The site itself reports whether a channel is live and identifies its broadcasts; otherwise the media decides. */
  readonly reportsLive?: boolean;
  /**
   * Loads one category by its id; null: the site does not know it (any more). Absent: the site has no such request.
   * @throws OutsideError: the site is unavailable; UserError: the operator's account is at fault
   */
  readonly category?: (id: string, signal: AbortSignal) => Promise<Category | null>;
  /**
   * Loads the title and category of channels, whether they are live or not; more up to date than `live`. Unknown
   * channels are absent.
   */
  readonly about?: (targets: readonly ChannelTarget[], signal: AbortSignal) => Promise<ReadonlyMap<string, Show>>;
}
