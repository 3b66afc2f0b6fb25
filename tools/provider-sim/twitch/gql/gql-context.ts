import type { PlaybackPorts } from '../media/playback-ports.js';
import type { Viewer } from '../media/playback-tokens.js';
import type { SiteExchange } from '../site.js';

/** Data on which the responses of one request depend. */
export interface GqlContext {
  readonly ports: PlaybackPorts;
  readonly exchange: SiteExchange;
  /** The viewer of a valid OAuth token. */
  readonly viewer: Viewer | null;
}
