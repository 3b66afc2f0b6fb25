import { type ChatRecord, type Ms } from '#libs/contracts';
import { type PlaybackAddress } from './playback.js';
import { type Category } from './provider.js';

/** One page of a list. `cursor` requests the next page; null: this is the last one. */
export interface Listing<T> {
  readonly rows: readonly T[];
  readonly cursor: string | null;
}

/** The start of a page, and the maximum number of rows (the site may return fewer). */
export interface ListingQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** A range without audio because the site muted it; ms from the video's first frame. */
interface MutedRange {
  readonly offsetMs: Ms;
  readonly durationMs: Ms;
}

/** The creator or owner. Fields are empty if the site does not report them. */
export interface PastOwner {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
}

/** A video that the site retains. */
export interface PastVideo {
  readonly id: string;
  /** `archive`: the recording of a broadcast; `highlight`: a part of one; `upload`: an uploaded file. */
  readonly kind: 'archive' | 'highlight' | 'upload';
  /** The broadcast's id, the same as in `live`; null if the site does not report it, or the video is not an archive. */
  readonly streamId: string | null;
  readonly title: string;
  readonly description: string;
  /** Address of the video's page. */
  readonly url: string;
  /** For an archive: the start of its broadcast (accurate to a few seconds). */
  readonly createdAt: Date;
  readonly durationMs: Ms;
  readonly viewCount: number;
  /** Contains `{width}` and `{height}`; empty while there is no thumbnail. */
  readonly thumbnailUrl: string;
  /** Null: not reported. Empty: nothing is muted, or not yet; the site checks only after the broadcast. */
  readonly mutedRanges: readonly MutedRange[] | null;
  /**
   * The broadcast is still running: duration and playlist grow. It may remain true for some minutes after the end; the
   * playlist is authoritative.
   */
  readonly isGrowing: boolean;
  readonly language: string;
  readonly owner: PastOwner;
}

/** A range with one category; `atMs` from the video's first frame. The first chapter starts at 0. */
export interface PastChapter {
  readonly atMs: Ms;
  readonly title: string;
  readonly category: Category | null;
}

/**
 * Whether the site still has an item. `no` only if the site reported so with certainty; `unknown` if the request failed
 * or the response was unexpected.
 */
export type Existence = 'yes' | 'no' | 'unknown';

/**
 * How to read a recorded video. `address.url` is a master playlist. Its media playlists may contain MPEG-TS or fMP4
 * (EXT-X-MAP), discontinuities, and no EXT-X-ENDLIST while the broadcast is running: reload them until it appears, or
 * until nothing was added for several minutes.
 */
export interface PastPlayback {
  readonly address: PlaybackAddress;
  /**
   * The possible addresses of a segment, best first; after a 403 or 404, try the next one. The plain name of a muted
   * segment may still have audio, and its listed name (`-unmuted`) may be refused while `-muted` works.
   * @param url absolute, as listed in the media playlist
   * @returns at least one address, without duplicates
   */
  readonly segmentUrls: (url: string) => readonly string[];
}

/**
 * The credentials of a request for past media: `authorization` is the plain header value of the operator's own viewer,
 * kept in memory only.
 */
export interface PastViewer {
  readonly authorization: string | null;
  readonly proxy?: string;
}

/**
 * The start of a page of comments. It can be stored as JSON and used days later. A position that a caller creates has
 * only a time, with `cursor` null. `seen` is the last comment before it; it reveals a gap between two pages.
 */
export interface CommentPlace {
  readonly offsetMs: Ms;
  readonly cursor: string | null;
  readonly seen?: { readonly id: string; readonly offsetMs: Ms };
}

/** One chat message of a video. `record.at` is the video's start plus `offsetMs`. */
export interface PastComment {
  readonly offsetMs: Ms;
  readonly record: Extract<ChatRecord, { t: 'message' }>;
}

export interface CommentPage {
  /**
   * In order. A page by time overlaps the previous one and starts up to a few seconds before its position; `record.id`
   * identifies the repeated comments.
   */
  readonly comments: readonly PastComment[];
  /** Null: this is the last page (so far, for a growing video). */
  readonly next: CommentPlace | null;
  /**
   * A range in which comments may be missing between the previous page and this one: it has so many comments that
   * paging by time skips some. Null: nothing is missing.
   */
  readonly missing: { readonly fromMs: Ms; readonly toMs: Ms } | null;
}

/** A short clip that a viewer cut from a broadcast. */
export interface PastClip {
  /** The slug in its address. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly creator: PastOwner;
  readonly broadcaster: PastOwner;
  readonly createdAt: Date;
  readonly durationMs: Ms;
  readonly viewCount: number;
  readonly thumbnailUrl: string;
  readonly language: string;
  /** The id alone, since the site may not report the name; null: none. */
  readonly categoryId: string | null;
  /** The video that the clip was cut from; null if it is deleted. */
  readonly videoId: string | null;
  /** The clip's start in that video; null if the video is deleted, or the site does not know it yet. */
  readonly vodOffsetMs: Ms | null;
}

/** One file of a clip; lists are sorted best first. `url` is signed, valid for some hours and secret: never log it. */
export interface ClipQuality {
  readonly name: string;
  readonly height: number;
  readonly fps: number;
  readonly url: string;
}

/** Clips are sorted by views. `from` and `to` limit their creation time. */
export interface ClipQuery extends ListingQuery {
  readonly from?: Date;
  readonly to?: Date;
}

/** The result of parsing a pasted address of a video or clip. `part` comes from its `?t=`; the end is open. */
export type PastReference =
  | {
      readonly kind: 'video';
      readonly id: string;
      readonly part: { readonly fromMs: Ms; readonly toMs: Ms | null } | null;
    }
  | { readonly kind: 'clip'; readonly id: string };

/**
 * A site's past media. Methods that call the site throw OutsideError (`site-away`, `rate-limited`, `refused`) if the
 * request failed, and UserError with the remedy if it can never succeed.
 */
export interface VideoArchive {
  /**
   * Lists the channel's videos of all kinds, newest first.
   * @param sourceId the site's own id of the channel
   */
  videos(sourceId: string, query: ListingQuery, signal: AbortSignal): Promise<Listing<PastVideo>>;
  /** @returns null if it certainly does not exist */
  video(id: string, signal: AbortSignal): Promise<PastVideo | null>;
  /**
   * Checks any number of ids and returns a result for each. Never throws for a fault of the site: the result is then
   * `unknown`.
   */
  exist(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Existence>>;
  /** The categories over time; empty if the site does not report them (a single category, or none). */
  chapters(id: string, signal: AbortSignal): Promise<readonly PastChapter[]>;
  /**
   * If the site rejects the viewer's authorization, the method continues without it, and `address.remark` reports that.
   * @throws UserError `video-missing` (404), `sub-only` (403), `video-barred` (403: by region or otherwise),
   *   `bad-proxy`
   */
  videoPlayback(id: string, viewer: PastViewer, signal: AbortSignal): Promise<PastPlayback>;
  /**
   * Loads one page.
   * @param query.from null: from the start
   * @throws UserError `video-missing`
   */
  comments(
    query: { readonly videoId: string; readonly startedAt: Date; readonly from: CommentPlace | null },
    signal: AbortSignal,
  ): Promise<CommentPage>;
  clips(sourceId: string, query: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>>;
  /**
   * Lists the clips of all channels in one category.
   * @throws UserError `no-site-app`: the site requires an app for this list
   */
  clipsUnder(categoryId: string, query: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>>;
  /**
   * @param id id or slug
   * @returns null if it certainly does not exist
   */
  clip(id: string, signal: AbortSignal): Promise<PastClip | null>;
  /**
   * Returns the current addresses of the clip's files.
   * @throws UserError `clip-missing` (404)
   */
  clipQualities(id: string, signal: AbortSignal): Promise<readonly ClipQuality[]>;
  /**
   * Parses an address or a bare id.
   * @throws UserError `not-a-video` on field `url`: it is neither a video nor a clip of this site
   */
  readPastUrl(pasted: string): PastReference;
}
