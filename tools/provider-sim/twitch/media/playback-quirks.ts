/** Reason why a viewer may not use a rendition (docs/reference/twitch.md#master-playlists). */
export type HiddenReason = 'AUTHZ_NOT_LOGGED_IN' | 'AUTHZ_GEO' | 'AUTHZ_DISALLOWED_BITRATE' | 'FR_WAITING_TRANSCODE';

/** Behaviour of Twitch's playback that occurs only on some channels or days. All of it is off by default. */
export interface PlaybackQuirks {
  /** Usher: 403 `content_geoblocked`. */
  readonly geoblocked?: boolean;
  /** Usher: 403 `unauthorized_entitlements` for viewers without a subscription. */
  readonly subOnly?: boolean;
  /**
   * Renditions (by name) that usher omits. Those with the reasons "not logged in" and "disallowed bitrate" are offered
   * for a valid OAuth token.
   */
  readonly hidden?: Readonly<Record<string, HiddenReason>>;
  /** The playback token of an offline channel is null. Often Twitch issues a token anyway, and usher returns 404. */
  readonly noTokenOffline?: boolean;
  /** Player types without ads, such as `picture-by-picture`. */
  readonly adFreePlayers?: readonly string[];
  /** Media playlists use new segment addresses at each request. */
  readonly freshAddresses?: boolean;
  /**
   * Start of an ad's title; default `Amazon`, others are `Adform`, `DCM` and `FT`. With '', the title consists of a
   * number only.
   */
  readonly adTitle?: string;
  /** `fmp4`: ads in fMP4 while content is TS. */
  readonly adContainer?: 'ts' | 'fmp4';
  /** The announced ad range ends this much later than the ads: it contains the first content segment. */
  readonly adRangeTailMs?: number;
  /**
   * Interval in seconds at which the player is asked to show an ad of its own: a `twitch-maf-ad` range, during which
   * content continues.
   */
  readonly clientAdEveryS?: number;
  /** Omits EXT-X-TWITCH-LIVE-SEQUENCE. */
  readonly noLiveSequence?: boolean;
}
