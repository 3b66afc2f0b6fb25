/** Why a viewer may not have a rendition (docs/reference/twitch.md#master-playlists). */
export type HiddenReason = 'AUTHZ_NOT_LOGGED_IN' | 'AUTHZ_GEO' | 'AUTHZ_DISALLOWED_BITRATE' | 'FR_WAITING_TRANSCODE';

/** What Twitch's playback does on some channels or days and not on others. None of it holds when not given. */
export interface PlaybackQuirks {
  /** Usher: 403 `content_geoblocked`. */
  readonly geoblocked?: boolean;
  /** Usher: 403 `unauthorized_entitlements` for who is no subscriber. */
  readonly subOnly?: boolean;
  /**
   * Renditions (by name) that usher leaves out. Not logged in and disallowed bitrates are there for a good OAuth token.
   */
  readonly hidden?: Readonly<Record<string, HiddenReason>>;
  /** The playback token of an offline channel is null; it is often given, and usher answers 404. */
  readonly noTokenOffline?: boolean;
  /** Player types that are shown no ads, such as `picture-by-picture`. */
  readonly adFreePlayers?: readonly string[];
  /** Media lists name each segment by another address at each load. */
  readonly freshAddresses?: boolean;
  /**
   * What an ad's title begins with; `Amazon` when not given, `Adform`, `DCM` and `FT` are others. '' is a title that is
   * a number alone.
   */
  readonly adTitle?: string;
  /** `fmp4`: ads in another container than content in TS. */
  readonly adContainer?: 'ts' | 'fmp4';
  /** The announced ad range ends so much later than the ads do: the first content segment lies in it. */
  readonly adRangeTailMs?: number;
  /**
   * Every so many seconds the player is asked to show an ad of its own: a `twitch-maf-ad` range over content that goes
   * on.
   */
  readonly clientAdEveryS?: number;
  /** No EXT-X-TWITCH-LIVE-SEQUENCE. */
  readonly noLiveSequence?: boolean;
}
