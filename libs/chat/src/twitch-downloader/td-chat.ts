import { type ChatGap, type ChatMessage, type StoredAsset } from '#libs/contracts';

/**
 * A message with data that the player does not need: when it was sent (ms since the Unix epoch, the site's clock) and
 * the site's tags that no other field contains.
 */
export interface TdEntry {
  readonly message: ChatMessage;
  readonly sentAt: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** A chat file's data about its VOD. `lengthMs`: of the media; `startedAt`: ISO. */
export interface TdHead {
  readonly vodUuid: string;
  readonly streamer: { readonly id: string; readonly login: string; readonly name: string };
  readonly title: string;
  readonly category: string;
  readonly startedAt: string;
  readonly lengthMs: number;
  /**
   * The site's video that the chat belongs to, and the position in it where the chat starts, ms. Absent: the chat
   * belongs to a Vodkeep recording.
   */
  readonly video?: { readonly id: string; readonly fromMs: number } & Partial<TdVideoInfo>;
}

/** The site's data about a video, apart from its chat, as far as available. `chapters` in order. */
export interface TdVideoInfo {
  readonly viewCount: number;
  readonly chapters: readonly TdChapter[];
}
/** A stretch with one category, ms from the video's start; it ends where the next one starts. */
export interface TdChapter {
  readonly atMs: number;
  readonly title: string;
  readonly category: { readonly id: string; readonly name: string; readonly boxArtUrl: string } | null;
}

/** A picture of a chat file. In a file of another tool, `source` of third-party emotes and `assetKey`s are unknown. */
export interface TdPicture {
  readonly asset: Pick<StoredAsset, 'kind' | 'id' | 'name' | 'zeroWidth' | 'width' | 'height' | 'scale'> & {
    readonly isFirstParty: boolean;
  };
  readonly bytes: Buffer;
}

/** One piece of a chat file, in the file's order. */
export type TdPiece =
  | { readonly kind: 'entry'; readonly entry: TdEntry }
  | { readonly kind: 'picture'; readonly picture: TdPicture }
  /** Last piece: the file's data about its VOD, completed from its messages. */
  | { readonly kind: 'head'; readonly head: TdHead; readonly gaps: readonly ChatGap[] };
