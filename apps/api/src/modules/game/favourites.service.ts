import { putFavourites } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { editConflict, isStale, logReplaced } from '../../platform/edit-conflict.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { GameRepository } from '../../persistence/repositories/game.repository.js';

/**
 * Maximum number of VODs that are reported as changed. A page does not show more at once; it reloads the others when it
 * shows them.
 */
const MAX_NOTIFIED = 200;

/**
 * The operator's favourite games: their VODs are marked, and the clean-up can spare them. Each id is stored once,
 * however often it is added.
 */
@Injectable()
export class Favourites {
  constructor(
    private readonly transactions: Transactions,
    private readonly games: GameRepository,
    private readonly notifier: UiNotifier,
  ) {}

  all(): Promise<string[]> {
    return this.games.favourites();
  }

  /**
   * @param version version of the list that the edit was made from; undefined: replace any version
   * @throws UserError `edit-conflict` (409): `version` is not the current one
   */
  async replace(ids: readonly string[], version?: number): Promise<void> {
    const after = new Set(ids);
    const before = await this.transactions.run(async (tx) => {
      const replaced = await this.games.replaceFavourites([...after], tx);
      if (isStale(version, replaced.version))
        throw editConflict(putFavourites, {
          favourite_games: replaced.ids,
          favourites_version: replaced.version,
        });
      return replaced.ids;
    });
    if (version === undefined)
      logReplaced('favourites', [{ name: 'games', was: before.join(', '), now: [...after].join(', ') }]);
    await this.notifyChanged([
      ...before.filter((id) => !after.has(id)),
      ...[...after].filter((id) => !before.includes(id)),
    ]);
  }

  async add(id: string): Promise<void> {
    const isNew = await this.transactions.run((tx) => this.games.addFavourite(id, tx));
    await this.notifyChanged(isNew ? [id] : []);
  }

  /** @throws UserError `favourite-missing` (404) */
  async drop(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.games.dropFavourite(id, tx)))
        throw new UserError(message('error.favourite-missing', { game: id }), { status: 404 });
    });
    await this.notifyChanged([id]);
  }

  /** The settings contain the list of favourites; VODs and channels contain flags. */
  private async notifyChanged(changed: readonly string[]): Promise<void> {
    if (changed.length === 0) return;
    this.notifier.notify('settings', 'settings');
    const [vods, channels] = await Promise.all([
      this.games.vodsWith(changed, MAX_NOTIFIED),
      this.games.channelsShowing(changed),
    ]);
    for (const uuid of vods) this.notifier.notify('vod', uuid);
    for (const uuid of channels) this.notifier.notify('channel', uuid);
  }
}
