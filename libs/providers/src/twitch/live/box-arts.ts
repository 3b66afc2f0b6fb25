import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type AccessSource } from '../account/access.js';
import { type Helix } from '../helix/helix.js';
import { GameRow } from '../helix/helix.wire.js';
import { PICTURES_HOST } from '../urls.js';

/** Categories remembered; more than this are not streamed by the channels of one installation in a day. */
const MAX_ENTRIES = 5000;

/**
 * Where most categories have their picture. Those whose art came from IGDB have it elsewhere, which only Helix tells.
 */
export const boxArtGuess = (sites: SiteAddresses, categoryId: string): string =>
  sites.http(PICTURES_HOST, `/ttv-boxart/${categoryId}-{width}x{height}.jpg`);

/** Box art of categories: each is asked for once. */
export class BoxArts {
  private readonly known = new Map<string, string>();

  constructor(
    private readonly sites: SiteAddresses,
    private readonly helix: Helix,
  ) {}

  of(categoryId: string): string {
    return this.known.get(categoryId) ?? boxArtGuess(this.sites, categoryId);
  }

  /**
   * Learns those that are new. Never throws but for the signal: a picture is no reason to miss a stream.
   * @param ids at most 100
   */
  async learn(ids: readonly string[], as: AccessSource, signal: AbortSignal): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => id !== '' && !this.known.has(id));
    if (fresh.length === 0) return;
    if (this.known.size > MAX_ENTRIES) this.known.clear();
    try {
      const rows = await this.helix.rows(
        { path: '/games', query: fresh.map((id) => ['id', id] as const), as },
        GameRow,
        signal,
      );
      for (const { id, box_art_url } of rows) if (box_art_url !== '') this.known.set(id, box_art_url);
    } catch {
      signal.throwIfAborted();
    }
  }
}
