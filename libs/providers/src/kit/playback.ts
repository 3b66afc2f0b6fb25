import { type HlsDialect } from '#libs/contracts';
import { type MessageParam } from '#libs/messages';

/**
 * What is needed to open a channel's media; `headers` are clear and stay in memory (a playback token, a Basic login).
 */
export interface PlaybackTarget {
  readonly sourceId: string;
  readonly sourceUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A forward proxy, `http://user:pass@host:port`, that the playlists go through: a site that sells by region must be
   * asked from there too.
   */
  readonly proxy?: string;
}

/** A quality that the site has and does not give us; `reason` as the operator reads it. */
export interface UnavailableQuality {
  readonly name: string;
  readonly reason: MessageParam;
}

/** An HLS address, and how its playlists are to be read. */
export interface PlaybackAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dialect: HlsDialect | null;
  /**
   * What the operator should know although it was opened (`the playback token is not taken`). Empty or none: nothing.
   */
  readonly remark?: string;
  readonly unavailable?: readonly UnavailableQuality[];
}

/** How a recorder comes to the media of a live channel. */
export interface Playback {
  /**
   * Asked again whenever the address ends (tokens of a day).
   * @throws UserError `bad-proxy`
   * @throws OutsideError `not-live` while the site offers nothing yet, `refused` with the reason as the operator reads
   *   it (sub-only, region), else when the site is away
   */
  open(target: PlaybackTarget, signal: AbortSignal): Promise<PlaybackAddress>;
}
