import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type AccessSource } from '../account/access.js';
import { type Helix } from '../helix/helix.js';
import { GameRow } from '../helix/helix.wire.js';
import { PICTURES_HOST } from '../urls.js';

/** Maximum number of cached categories; the channels of one installation use fewer in a day. */
const MAX_ENTRIES = 5000;

/** The usual address of a category's image. Images from IGDB have another address, which only Helix returns. */
const boxArtGuess = (sites: SiteAddresses, categoryId: string): string =>
  sites.http(PICTURES_HOST, `/ttv-boxart/${categoryId}-{width}x{height}.jpg`);

/** Box art of categories; each one is requested once. */
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
   * Loads the box art of new categories. Throws only the signal's reason: a missing image must not cause a missed
   * stream.
   * @param ids at most 100
   */
  async learn(ids: readonly string[], access: AccessSource, signal: AbortSignal): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => id !== '' && !this.known.has(id));
    if (fresh.length === 0) return;
    if (this.known.size > MAX_ENTRIES) this.known.clear();
    try {
      const rows = await this.helix.rows(
        { path: '/games', query: fresh.map((id) => ['id', id] as const), access },
        GameRow,
        signal,
      );
      for (const { id, box_art_url } of rows) if (box_art_url !== '') this.known.set(id, box_art_url);
    } catch {
      signal.throwIfAborted();
    }
  }
}
