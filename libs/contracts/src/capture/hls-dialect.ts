/**
 * How a site marks non-broadcast content in its media playlists. Without a dialect, a playlist engine applies plain RFC
 * 8216.
 */
export interface HlsDialect {
  /**
   * Ad breaks: any of these class names or id prefixes in EXT-X-DATERANGE, or one of these words in the title of
   * EXTINF.
   */
  readonly ads: {
    readonly classNames: readonly string[];
    readonly idPrefixes: readonly string[];
    readonly titles: readonly string[];
  };
  /** EXTINF titles of the broadcast itself. */
  readonly contentTitles: readonly string[];
  /**
   * The site marks discontinuities that do not exist. Between two content segments, a discontinuity counts only if the
   * time stamps jump.
   */
  readonly ignoreContentDiscontinuity: boolean;
}
