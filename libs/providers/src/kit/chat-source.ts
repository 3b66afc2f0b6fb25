import { type ChatRecord } from '#libs/contracts';
import { type Message } from '#libs/messages';

/** `login`: empty where it is not known yet, then the id alone decides. */
export interface ChatTarget {
  readonly sourceId: string;
  readonly login: string;
}

export interface ChatHandlers {
  /** In the order of arrival; each once, also over reconnects (by its id). Gaps come as records too. */
  onRecord(record: ChatRecord): void;
  /** `joined` once the room is ours; `away` with the reason while it is not. */
  onState(state: 'joined' | 'away', reason: Message | null): void;
  /**
   * The site spoke, whatever it said, and all that it had said by then was reported: a chat in which nobody talks is received
   * too, and one whose connection is dead is not. While joined it comes every minute at the least.
   * @param at ms since the Unix epoch, by our clock
   */
  onReceived?(at: number): void;
}

/**
 * A picture that a chat shows: an emote, a badge, a step of a cheermote. Where to fetch it, biggest useful size first.
 */
export interface ChatAssetSource {
  readonly kind: 'emote' | 'badge' | 'cheer';
  readonly source: 'twitch' | 'bttv' | 'ffz' | '7tv';
  /** Emote: its id at the source. Badge: `set/version`. Cheer: `prefix/bits`. */
  readonly id: string;
  /** The word that means it in a message; a badge's title. */
  readonly name: string;
  readonly zeroWidth: boolean;
  /** Of all channels, not of this one. A channel's own wins. */
  readonly global: boolean;
  /** Colour of a cheer's number; null for the rest. */
  readonly color: string | null;
  /** Pixels at 1x, where the source tells. */
  readonly width: number | null;
  readonly height: number | null;
  /** Addresses to try in turn, with the scale of each. */
  readonly urls: readonly { readonly url: string; readonly scale: 1 | 2 | 3 | 4 }[];
}

/** What could not be had is named, and the rest given: one emote service that is away takes no other with it. */
export interface ChatAssetList {
  readonly assets: readonly ChatAssetSource[];
  readonly failures: readonly string[];
}

/** A site's live chat. */
export interface ChatSource {
  /** Joins and stays through every drop until aborted. Never throws for the site's problem. */
  follow(target: ChatTarget, handlers: ChatHandlers, signal: AbortSignal): Promise<void>;
  /** Emotes, badges and cheermotes that this channel's chat can show now. */
  assets(target: ChatTarget, signal: AbortSignal): Promise<ChatAssetList>;
  /** The site's own emotes are not listed by a channel but used by id: where the picture of one is. */
  emote(id: string, name: string): ChatAssetSource;
}
