import { type ChatGap, type ChatMessage, type FrozenAsset } from '#libs/contracts';

/**
 * A message with what the player has no use for: when it was said (ms since the Unix epoch, the site's clock) and the
 * site's tags that nothing else tells.
 */
export interface TdEntry {
  readonly message: ChatMessage;
  readonly sentAt: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** What a chat file says of its VOD. `lengthMs` of media; `startedAt` ISO. */
export interface TdHead {
  readonly vodUuid: string;
  readonly streamer: { readonly id: string; readonly login: string; readonly name: string };
  readonly title: string;
  readonly category: string;
  readonly startedAt: string;
  readonly lengthMs: number;
  /**
   * The video at its site that the chat belongs to, and where in it the chat begins, ms. Not given: it is that of a
   * recording of ours.
   */
  readonly video?: { readonly id: string; readonly fromMs: number } & Partial<TdVideoInfo>;
}

/** What the site tells of a video beside its chat, as far as it does. `chapters` in order. */
export interface TdVideoInfo {
  readonly viewCount: number;
  readonly chapters: readonly TdChapter[];
}
/** A stretch under one category, ms from the video's start; it ends where the next one begins. */
export interface TdChapter {
  readonly atMs: number;
  readonly title: string;
  readonly category: { readonly id: string; readonly name: string; readonly boxArtUrl: string } | null;
}

/** A picture of a chat file. Of a foreign file much is not known: `source` of third-party emotes, and `assetKey`s. */
export interface TdPicture {
  readonly asset: Pick<FrozenAsset, 'kind' | 'id' | 'name' | 'zeroWidth' | 'width' | 'height' | 'scale'> & {
    readonly isFirstParty: boolean;
  };
  readonly bytes: Buffer;
}

/** What a chat file is made of, in the order in which it is met. */
export type TdPiece =
  | { readonly kind: 'entry'; readonly entry: TdEntry }
  | { readonly kind: 'picture'; readonly picture: TdPicture }
  /** Last: what the file says of its VOD, and what follows from its messages where it says nothing. */
  | { readonly kind: 'head'; readonly head: TdHead; readonly gaps: readonly ChatGap[] };
