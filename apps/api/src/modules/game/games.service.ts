import { type Game } from '#libs/contracts';
import { isAppError, messageOf } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { SitePictures } from '../../sites/site-pictures.js';
import { Sites } from '../../sites/sites.js';
import { type GameEntity } from '../../persistence/entities/game.entity.js';
import { GameRepository } from '../../persistence/repositories/game.repository.js';

const REQUEST_TIMEOUT_MS = 8_000;

/** Categories that sites reported. */
@Injectable()
export class Games {
  private readonly log = new Logger('games');

  constructor(
    private readonly rows: GameRepository,
    private readonly sites: Sites,
    private readonly pictures: SitePictures,
  ) {}

  all(): Promise<GameEntity[]> {
    return this.rows.all();
  }

  /**
   * Asks the sites that can look up categories. Keeps the stored category if no site can or no site answers.
   * @returns null if neither Vodkeep nor a site knows the category
   */
  async refresh(id: Game['id']): Promise<GameEntity | null> {
    const known = await this.rows.find(id);
    const sites = this.sites.all().filter((p) => p.category && (!known || p.kind === known.kind));
    for (const { kind, category } of sites) {
      const found = await category?.(id, AbortSignal.timeout(REQUEST_TIMEOUT_MS)).catch((thrown: unknown) => {
        if (!isAppError(thrown) && !(thrown instanceof DOMException)) throw thrown;
        this.log.warn(`${kind}: lookup of game ${id} failed: ${messageOf(thrown)}`);
        return undefined;
      });
      if (found === null && known) await this.rows.saveDeleted(kind, id);
      if (!found) continue;
      await this.rows.save(kind, found, Date.now());
      this.pictures.fetchInBackground(found.boxArtUrl);
      break;
    }
    return this.rows.find(id);
  }
}
