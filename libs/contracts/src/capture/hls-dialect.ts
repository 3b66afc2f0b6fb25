/**
 * How a site marks what is not the broadcast in its media playlists. A playlist engine that gets none reads plain RFC
 * 8216.
 */
export interface HlsDialect {
  /** Ad breaks: any of these marks of EXT-X-DATERANGE, or one of these words in the title of EXTINF. */
  readonly ads: {
    readonly classNames: readonly string[];
    readonly idPrefixes: readonly string[];
    readonly titles: readonly string[];
  };
  /** Titles of EXTINF that the broadcast itself has. */
  readonly contentTitles: readonly string[];
  /**
   * The site marks discontinuities where there are none: one between two segments of content counts only when the time
   * stamps jump.
   */
  readonly ignoreContentDiscontinuity: boolean;
}
