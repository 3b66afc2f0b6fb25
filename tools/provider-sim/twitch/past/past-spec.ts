/** Who may see a video. `geo`: nobody in this region; `deleted`: nobody any more. */
export const VIDEO_ACCESS = ['public', 'subscribers', 'geo', 'deleted'] as const;
export type VideoAccess = (typeof VIDEO_ACCESS)[number];

/** Segments of a video from the `from`th on, `count` of them. */
export interface SegmentRange {
  readonly from: number;
  readonly count: number;
}

/** What a video is like that the site changes later on: its sound is taken away, it is deleted. */
export interface VideoState {
  readonly access?: VideoAccess;
  readonly muted?: readonly SegmentRange[];
  /**
   * How the list of usher names muted segments: `N-muted.ts` (a list of its own), or `N-unmuted.ts`, which answers 403;
   * `muted` when not given.
   */
  readonly mutedNames?: 'muted' | 'unmuted';
  /** A muted segment can still be had with its sound by its plain name, as in the first day. */
  readonly hasPlainSound?: boolean;
}

/** How the site gives the comments of a video (docs/reference/twitch.md#past-chat). */
export interface VideoChatSpec {
  /** Of a scripted video. */
  readonly perMinute?: number;
  /** So many questions are answered with `comments: null` before one is answered, as under load. */
  readonly nullPages?: number;
  /** A cursor is refused with `failed integrity check`, as for some browsers. */
  readonly refusesCursor?: boolean;
  /** Of every so many comments one is of an account that is gone. */
  readonly goneEvery?: number;
  /** `createdAt` is off by so many hours, as since April 2025. */
  readonly zoneH?: number;
  /** The channel has no chat replay: no comments. */
  readonly isOff?: boolean;
}

/** A video that is there when the simulator starts. Made of the channel's own media, from the source's first frame. */
export interface PastVideoSpec extends VideoState {
  /** Digits. */
  readonly id: string;
  readonly kind?: 'archive' | 'highlight' | 'upload';
  readonly title: string;
  readonly description?: string;
  /** It began so long before the simulator did. */
  readonly agoS: number;
  readonly seconds: number;
  /** Of an archive; one is made up when not given. */
  readonly streamId?: string;
  readonly viewCount?: number;
  /** The channel's own when not given. */
  readonly container?: 'ts' | 'fmp4';
  /** The first one begins at 0. */
  readonly chapters?: readonly { readonly atS: number; readonly category: string }[];
  readonly chat?: VideoChatSpec;
}

export interface PastClipSpec {
  /** The slug of its address. */
  readonly id: string;
  readonly title: string;
  /** Login of who made it. */
  readonly creator: string;
  readonly agoS: number;
  readonly seconds: number;
  /** Where it begins in the source. */
  readonly fromS?: number;
  readonly viewCount?: number;
  /** The video that it was cut from, and where; not given: that is gone. */
  readonly videoId?: string;
  readonly offsetS?: number;
}

/** What a channel of the simulated Twitch keeps. */
export interface PastSpec {
  readonly videos?: readonly PastVideoSpec[];
  readonly clips?: readonly PastClipSpec[];
  /** Broadcasts are kept as videos; they are when not given. */
  readonly keepsBroadcasts?: boolean;
  /** So long after its start a broadcast shows as a video; at once when not given. */
  readonly lagS?: number;
  /** Of the videos that broadcasts become. */
  readonly chat?: VideoChatSpec;
}
