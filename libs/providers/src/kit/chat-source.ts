import { type ChatRecord } from '#libs/contracts';
import { type Message } from '#libs/messages';

/** `login` is empty while it is unknown; the id alone then identifies the channel. */
export interface ChatTarget {
  readonly sourceId: string;
  readonly login: string;
}

export interface ChatHandlers {
  /** Called in the order of arrival, once per record, also across reconnects (by its id). Gaps are records too. */
  onRecord(record: ChatRecord): void;
  /** `joined` after entering the room; `away` with the reason while disconnected. */
  onState(state: 'joined' | 'away', reason: Message | null): void;
  /**
   * Everything that the site sent before this time is reported. So a quiet chat counts as received, and a dead connection
   * does not. While joined, called at least once a minute.
   * @param completeUntil ms since the Unix epoch
   */
  onReceived?(completeUntil: number): void;
}

/**
 * An image that a chat shows, as its source offers it: an emote, a badge or a tier of a cheermote. Its addresses start
 * with the biggest useful size.
 */
export interface ChatAsset {
  readonly kind: 'emote' | 'badge' | 'cheer';
  readonly source: 'twitch' | 'bttv' | 'ffz' | '7tv';
  /** Emote: its id at the source. Badge: `set/version`. Cheer: `prefix/bits`. */
  readonly id: string;
  /** The word that stands for it in a message; a badge's title. */
  readonly name: string;
  readonly zeroWidth: boolean;
  /** True if it is available in all channels. A channel's own image takes precedence. */
  readonly global: boolean;
  /** Colour of a cheer's number; null for other kinds. */
  readonly color: string | null;
  /** Pixels at 1x; null if the source does not report them. */
  readonly width: number | null;
  readonly height: number | null;
  /** Addresses to try in turn, with the scale of each. */
  readonly urls: readonly { readonly url: string; readonly scale: 1 | 2 | 3 | 4 }[];
}

/**
 * The images that were available; `failures` names the sources that were not. One unavailable emote service does not
 * affect the others.
 */
export interface ChatAssetList {
  readonly assets: readonly ChatAsset[];
  readonly failures: readonly string[];
}

export interface ChatSource {
  /** Joins the room and reconnects after every drop until aborted. Never throws for a fault of the site. */
  follow(target: ChatTarget, handlers: ChatHandlers, signal: AbortSignal): Promise<void>;
  /** Lists the emotes, badges and cheermotes that this channel's chat can show now. */
  assets(target: ChatTarget, signal: AbortSignal): Promise<ChatAssetList>;
  /**
   * Returns the image addresses of one of the site's own emotes: a channel does not list them, but messages use them by
   * id.
   */
  emote(id: string, name: string): ChatAsset;
}
