import { type Ms } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { type SiteAccount } from './account.js';
import { type ChatSource } from './chat-source.js';
import { type Past } from './past.js';
import { type Playback } from './playback.js';
import { type PushSource } from './push.js';

/** What a stream is filed under at its site. `boxArtUrl` holds `{width}` and `{height}`; empty where there is none. */
export interface Category {
  readonly id: string;
  readonly name: string;
  readonly boxArtUrl: string;
}

/** What a channel shows. */
export interface Show {
  readonly title: string;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly language: string;
  readonly isMature: boolean;
}

/** What a site tells of a channel itself. Addresses of pictures may be empty. */
export interface ChannelProfile {
  readonly login: string;
  readonly displayName: string;
  readonly description: string;
  readonly avatarUrl: string;
  readonly offlineImageUrl: string;
  readonly broadcasterType: string;
}

/**
 * A channel as its provider needs it: `key` is ours and comes back in the answer. `authorization` is a clear HTTP
 * header value, kept in memory only.
 */
export interface ChannelTarget {
  readonly key: string;
  readonly sourceId: string;
  readonly sourceUrl: string;
  readonly authorization: string | null;
}

/** What a pasted address turned out to be. */
export interface ChannelIdentity {
  /** Same text = same channel at this provider. */
  readonly sourceId: string;
  /** The address to keep, without user info. */
  readonly sourceUrl: string;
  readonly authorization: string | null;
  readonly suggestedName: string;
  /** Null where the site tells nothing of a channel. */
  readonly profile: ChannelProfile | null;
  /** What the operator should know although it was accepted (`offline right now`). Empty: nothing. */
  readonly remark: Message | null;
}

/** What a site says of one channel. `unsure`: ask again with `seen`. */
export type LiveAnswer =
  /** `streamId` is the provider's own id of the broadcast; null where the site has none, then live-watch makes one. */
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
      /** When the site said so, by its own clock; not given: now. */
      readonly at?: Date;
      /** What the channel is called now; null where the answer does not tell. A renamed one is followed by its id. */
      readonly named: { readonly login: string; readonly displayName: string } | null;
    }
  | { readonly state: 'offline'; readonly reason: Message | null }
  /**
   * The playlist stands there, and only a second look can tell whether it moves: ask again after `againMs` with `seen`.
   */
  | { readonly state: 'unsure'; readonly seen: string; readonly againMs: Ms }
  /** Nothing can be said: the site is away or refuses us. Never read as offline. */
  | { readonly state: 'unknown'; readonly reason: Message };

/**
 * What a streaming site must offer. One folder of this lib per site; nothing outside this lib knows a site's name for a
 * thing.
 */
export interface Provider {
  readonly kind: string;
  /** Channels that one call of `live` asks for at once; 1 where each is a server of its own. */
  readonly batch: number;
  /** @throws UserError with a field fault on `url` when it can never be a channel here, or cannot be checked now */
  identify(pasted: string, signal: AbortSignal): Promise<ChannelIdentity>;
  /**
   * What was kept of a channel elsewhere, judged without asking the site.
   * @throws UserError with a field fault on `url` or `source_id` when no channel here can be called so
   */
  refuseSource(identity: Pick<ChannelIdentity, 'sourceUrl' | 'sourceId'>): void;
  /**
   * Asks for many channels at once. `seen` is what an earlier `unsure` answer of that channel carried. Never throws for
   * one channel's problem.
   */
  live(
    targets: readonly (ChannelTarget & { readonly seen: string | null })[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LiveAnswer>>;
  /**
   * The channels' own facts (avatar, name), by key; those the site does not know are missing. Null: the site has none.
   */
  readonly profiles:
    ((targets: readonly ChannelTarget[], signal: AbortSignal) => Promise<ReadonlyMap<string, ChannelProfile>>) | null;
  readonly playback: Playback;
  /** Null: the site has no chat that we can follow. */
  readonly chat: ChatSource | null;
  /** Null: the site tells nothing by itself; it is polled. */
  readonly push: PushSource | null;
  /** Null: the site needs no account. */
  readonly account: SiteAccount | null;
  /** Null: the site keeps nothing that we can read. */
  readonly past: Past | null;
  /** The site itself says whether a channel is live and names its broadcasts; else the media tell. */
  readonly reportsLive?: boolean;
  /**
   * One category by its id, as the site tells of it now; null: it does not know it (any more). Not given: the site
   * cannot be asked.
   * @throws OutsideError, UserError as `facts`
   */
  readonly category?: (id: string, signal: AbortSignal) => Promise<Category | null>;
  /**
   * What channels show, or will show, whether they are live or not; fresh where `live` lags. Those that are not known
   * are missing.
   */
  readonly about?: (targets: readonly ChannelTarget[], signal: AbortSignal) => Promise<ReadonlyMap<string, Show>>;
}
