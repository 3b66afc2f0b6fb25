import type { PlaybackPorts } from '../media/playback-ports.js';
import type { Viewer } from '../media/playback-tokens.js';
import type { SiteExchange } from '../site.js';

/** What the answers of one request depend on. */
export interface GqlContext {
  readonly ports: PlaybackPorts;
  readonly exchange: SiteExchange;
  /** Signed in by a good OAuth token. */
  readonly viewer: Viewer | null;
}
