import { type Ms } from '#libs/contracts';

/** A channel as its provider needs it: `key` is ours and comes back in the answer. `authorization` is a clear HTTP header value, kept in memory only. */
export interface ChannelTarget { readonly key: string; readonly sourceUrl: string; readonly authorization: string | null }

/** What a pasted address turned out to be. */
export interface ChannelIdentity {
  /** Same text = same channel at this provider. */
  readonly sourceId: string;
  /** The address to keep, without user info. */
  readonly sourceUrl: string;
  readonly authorization: string | null;
  readonly suggestedName: string;
  /** What the operator should know although it was accepted (`offline right now`). Empty: nothing. */
  readonly remark: string;
}

/** What a site says of one channel. `unsure`: ask again with `seen`. */
export type LiveAnswer =
  /** `streamId` is the provider's own id of the broadcast; null where the site has none, then live-watch makes one. */
  | { readonly state: 'live'; readonly streamId: string | null; readonly title: string; readonly startedAt: Date | null; readonly viewers: number | null }
  | { readonly state: 'offline'; readonly reason: string }
  /** The playlist stands there, and only a second look can tell whether it moves: ask again after `againMs` with `seen`. */
  | { readonly state: 'unsure'; readonly seen: string; readonly againMs: Ms }
  /** Nothing can be said: the site is away or refuses us. Never read as offline. */
  | { readonly state: 'unknown'; readonly reason: string };

/** What a streaming site must offer. One folder of this lib per site; nothing outside this lib knows a site's name for a thing. */
export interface Provider {
  readonly kind: string;
  /** Channels that one call of `live` asks for at once; 1 where each is a server of its own. */
  readonly batch: number;
  /** What v0 clients are told (architecture 10): kinds they do not know read as `base`. */
  readonly v0Kind: 'twitch' | 'youtube' | 'kick' | 'base';
  /** @throws UserError with a field fault on `url` when it can never be a channel here, or cannot be looked at now */
  identify(pasted: string, signal: AbortSignal): Promise<ChannelIdentity>;
  /** Asks for many channels at once. `seen` is what an earlier `unsure` answer of that channel carried. Never throws for one channel's trouble. */
  live(targets: readonly (ChannelTarget & { readonly seen: string | null })[], signal: AbortSignal): Promise<ReadonlyMap<string, LiveAnswer>>;
}
