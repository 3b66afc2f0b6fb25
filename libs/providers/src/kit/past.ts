import { type ChatRecord, type Ms } from '#libs/contracts';
import { type PlaybackAddress } from './playback.js';
import { type Category } from './provider.js';

/** One page of a list. `cursor` asks for the next one; null: there is none. */
export interface Listing<T> {
  readonly rows: readonly T[];
  readonly cursor: string | null;
}

/** Where a page begins and how many rows it may have at most (the site may give fewer). */
export interface ListingQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** A stretch whose sound the site has taken away; ms from the video's first frame. */
export interface MutedRange {
  readonly offsetMs: Ms;
  readonly durationMs: Ms;
}

/** Who made or owns it. Empty where the site does not tell. */
export interface PastOwner {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
}

/** A video that the site keeps. */
export interface PastVideo {
  readonly id: string;
  /** `archive`: the recording of a broadcast; `highlight`: a part of one; `upload`: a file somebody gave. */
  readonly kind: 'archive' | 'highlight' | 'upload';
  /** The broadcast's id, the same that `live` named; null where the site does not tell, or it is no archive. */
  readonly streamId: string | null;
  readonly title: string;
  readonly description: string;
  /** The page of the video. */
  readonly url: string;
  /** Of an archive, when its broadcast began (to some seconds). */
  readonly createdAt: Date;
  readonly durationMs: Ms;
  readonly viewCount: number;
  /** Holds `{width}` and `{height}`; empty while there is none. */
  readonly thumbnailUrl: string;
  /** Null: the site did not tell. Empty: nothing is muted, or not yet; the site looks only after the end. */
  readonly mutedRanges: readonly MutedRange[] | null;
  /**
   * Its broadcast still runs: duration and playlist grow. After its end this may hold for some minutes more; the
   * playlist is sure.
   */
  readonly isGrowing: boolean;
  readonly language: string;
  readonly owner: PastOwner;
}

/** A stretch under one category, ms from the video's first frame. The first one begins at 0. */
export interface PastChapter {
  readonly atMs: Ms;
  readonly title: string;
  readonly category: Category | null;
}

/**
 * Whether the site still has a thing. `no` only when it certainly said so; `unknown` whenever it could not be asked or
 * answered oddly.
 */
export type Existence = 'yes' | 'no' | 'unknown';

/**
 * How to read a kept video. `address.url` is a master playlist; its media playlists may have MPEG-TS or fMP4
 * (EXT-X-MAP), discontinuities, and no EXT-X-ENDLIST while the broadcast runs: then they are to be loaded again until
 * it appears, or nothing was added for several minutes.
 */
export interface PastPlayback {
  readonly address: PlaybackAddress;
  /**
   * The addresses under which a segment may be had, best first; a 403 or 404 at one means to try the next. A muted
   * segment may still have its sound under its plain name, and its listed name (`-unmuted`) may be refused while
   * `-muted` works.
   * @param url absolute, as the media playlist names it
   * @returns at least one, each once
   */
  readonly segmentUrls: (url: string) => readonly string[];
}

/**
 * Who asks for media of the past: `authorization` is a clear header value of the operator's own viewer, in memory only.
 */
export interface PastViewer {
  readonly authorization: string | null;
  readonly proxy?: string;
}

/**
 * Where a page of comments begins. Can be kept as JSON, and used again days later. One that somebody makes has a time
 * alone, `cursor` null. `seen`: the last comment before it, by which a gap between two pages is noticed.
 */
export interface CommentPlace {
  readonly offsetMs: Ms;
  readonly cursor: string | null;
  readonly seen?: { readonly id: string; readonly offsetMs: Ms };
}

/** One message of the chat beside a video. `record.at` is the video's start plus `offsetMs`. */
export interface PastComment {
  readonly offsetMs: Ms;
  readonly record: Extract<ChatRecord, { t: 'message' }>;
}

export interface CommentPage {
  /**
   * In order. A page by time overlaps the one before, and begins up to some seconds before its place: a repeat is known
   * by `record.id`.
   */
  readonly comments: readonly PastComment[];
  /** Null: these were the last (so far, of a video that grows). */
  readonly next: CommentPlace | null;
  /**
   * Between this page and the one before something may be missing: a stretch so crowded that paging by time skips some
   * of it. Null: nothing is.
   */
  readonly missing: { readonly fromMs: Ms; readonly toMs: Ms } | null;
}

/** A short piece that a viewer cut out. */
export interface PastClip {
  /** As the address has it (a slug). */
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
  /** Id alone where the site tells no name; null: none. */
  readonly categoryId: string | null;
  /** The video that it was cut from; null when that is gone. */
  readonly videoId: string | null;
  /** Where in that video it begins; null when that is gone, or the site does not know yet. */
  readonly vodOffsetMs: Ms | null;
}

/**
 * One file of a clip, best first in a list. `url` is signed and works for some hours; it is a secret of its kind: never
 * logged.
 */
export interface ClipQuality {
  readonly name: string;
  readonly height: number;
  readonly fps: number;
  readonly url: string;
}

/** Clips are sorted by views. `from` and `to` bound when they were made. */
export interface ClipQuery extends ListingQuery {
  readonly from?: Date;
  readonly to?: Date;
}

/** What a pasted address of the past names. `part` is what its `?t=` says; the end is open. */
export type PastReference =
  | {
      readonly kind: 'video';
      readonly id: string;
      readonly part: { readonly fromMs: Ms; readonly toMs: Ms | null } | null;
    }
  | { readonly kind: 'clip'; readonly id: string };

/**
 * What a site keeps of the past. Whatever asks the site throws OutsideError (`site-away`, `rate-limited`, `refused`)
 * when that could not be done, and UserError when it never can be, with what to do about it.
 */
export interface Past {
  /** The channel's videos of any kind, newest first. @param sourceId the site's own id of the channel */
  videos(sourceId: string, query: ListingQuery, signal: AbortSignal): Promise<Listing<PastVideo>>;
  /** @returns null when there certainly is none */
  video(id: string, signal: AbortSignal): Promise<PastVideo | null>;
  /** For any number of ids; each has an answer. Never throws for the site's problem: that is `unknown`. */
  exist(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Existence>>;
  /** What it was about when; empty where the site does not tell (one category all along, or none). */
  chapters(id: string, signal: AbortSignal): Promise<readonly PastChapter[]>;
  /**
   * A viewer's authorization that is not taken is done without, and `address.remark` says so.
   * @throws UserError `video-missing` (404), `sub-only` (403), `video-barred` (403: by region or otherwise),
   *   `bad-proxy`
   */
  videoPlayback(id: string, viewer: PastViewer, signal: AbortSignal): Promise<PastPlayback>;
  /** One page. @param query.from null: from the beginning @throws UserError `video-missing` */
  comments(
    query: { readonly videoId: string; readonly startedAt: Date; readonly from: CommentPlace | null },
    signal: AbortSignal,
  ): Promise<CommentPage>;
  clips(sourceId: string, query: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>>;
  /** Of every channel, under one category. @throws UserError `no-site-app` where the site tells it to an app alone */
  clipsUnder(categoryId: string, query: ClipQuery, signal: AbortSignal): Promise<Listing<PastClip>>;
  /** @param id or slug @returns null when there certainly is none */
  clip(id: string, signal: AbortSignal): Promise<PastClip | null>;
  /** Where its files are now. @throws UserError `clip-missing` (404) */
  clipQualities(id: string, signal: AbortSignal): Promise<readonly ClipQuality[]>;
  /**
   * Reads an address, or a bare id.
   * @throws UserError on field `url`: `not-a-video` when it is neither a video nor a clip of this site
   */
  readPastUrl(pasted: string): PastReference;
}
