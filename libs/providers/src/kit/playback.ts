import { type HlsDialect } from '#libs/contracts';
import { type MessageParam } from '#libs/messages';

/**
 * What is needed to open a channel's media; `headers` contains plain credentials (a playback token, a Basic login) and
 * stays in memory.
 */
export interface PlaybackTarget {
  readonly sourceId: string;
  readonly sourceUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A forward proxy, `http://user:pass@host:port`, for the playlists: a site that restricts content by region must
   * receive these requests from there too.
   */
  readonly proxy?: string;
}

/** A quality that exists at the site but is unavailable to Vodkeep; `reason` is the text for the operator. */
export interface UnavailableQuality {
  readonly name: string;
  readonly reason: MessageParam;
}

/** An HLS address, and the dialect of its playlists. */
export interface PlaybackAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dialect: HlsDialect | null;
  /**
   * A message for the operator although the address opened (the playback token is not accepted). Empty or absent: none.
   */
  readonly remark?: string;
  readonly unavailable?: readonly UnavailableQuality[];
}

/** Opens the media of a live channel for the recorder. */
export interface Playback {
  /**
   * Called again whenever the address expires (tokens last a day).
   * @throws UserError `bad-proxy`
   * @throws OutsideError `not-live`: the site offers nothing yet; `refused`: with the reason for the operator
   *   (sub-only, region); other codes: the site is unavailable
   */
  open(target: PlaybackTarget, signal: AbortSignal): Promise<PlaybackAddress>;
}
