import { UserError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { GameRepository } from './game.repository.js';

/** A page shows no more VODs than this at once; the others are read again when they are looked at. */
const MOST_TOLD = 200;

/**
 * Games the operator likes: their VODs are marked, and can be spared by clean-up. Each id stands once, however often it
 * is added.
 */
@Injectable()
export class Favourites {
  constructor(
    private readonly games: GameRepository,
    private readonly bell: UiBell,
  ) {}

  all(): Promise<string[]> {
    return this.games.favourites();
  }

  async replace(ids: readonly string[]): Promise<string[]> {
    await this.tell(await this.games.replaceFavourites(ids));
    return this.all();
  }

  async add(id: string): Promise<string[]> {
    if (await this.games.addFavourite(id)) await this.tell([id]);
    return this.all();
  }

  /** @throws UserError `favourite-missing` (404) */
  async drop(id: string): Promise<string[]> {
    if (!(await this.games.dropFavourite(id)))
      throw new UserError('favourite-missing', `${id} is not a favourite.`, { status: 404, data: { game: id } });
    await this.tell([id]);
    return this.all();
  }

  /** Settings carry the list; VODs and channels carry flags. */
  private async tell(changed: readonly string[]): Promise<void> {
    if (changed.length === 0) return;
    this.bell.ring('settings', 'settings');
    const [vods, channels] = await Promise.all([
      this.games.vodsWith(changed, MOST_TOLD),
      this.games.channelsShowing(changed),
    ]);
    for (const uuid of vods) this.bell.ring('vod', uuid);
    for (const uuid of channels) this.bell.ring('channel', uuid);
  }
}
