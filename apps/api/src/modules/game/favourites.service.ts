import { UserError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type EditedField } from '../../core/lost-edits.js';
import { type Editor, RecentEdits } from '../../core/recent-edits.repository.js';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { GameRepository } from './game.repository.js';

/** A page shows no more VODs than this at once; the others are read again when they are looked at. */
const MOST_TOLD = 200;
const SCOPE = 'favourites';
const LISTED = 'favourite';

/**
 * Games the operator likes: their VODs are marked, and can be spared by clean-up. Each id stands once, however often it
 * is added.
 */
@Injectable()
export class Favourites {
  constructor(
    private readonly transactions: Transactions,
    private readonly games: GameRepository,
    private readonly edits: RecentEdits,
    private readonly bell: UiBell,
  ) {}

  all(): Promise<string[]> {
    return this.games.favourites();
  }

  /** @returns ids that another edit had just added or taken away, and this one undid */
  async replace(ids: readonly string[], editor: Editor): Promise<string[]> {
    const after = new Set(ids);
    const { changed, lost } = await this.change(editor, async (tx) => {
      const before = await this.games.replaceFavourites(ids, tx);
      return [...new Set([...before, ...after])].map((id) => listed(id, { was: before.has(id), now: after.has(id) }));
    });
    await this.tell(changed);
    return lost;
  }

  async add(id: string, editor: Editor): Promise<void> {
    const { changed } = await this.change(editor, async (tx) => [
      listed(id, { was: !(await this.games.addFavourite(id, tx)), now: true }),
    ]);
    await this.tell(changed);
  }

  /** @throws UserError `favourite-missing` (404) */
  async drop(id: string, editor: Editor): Promise<void> {
    const { changed } = await this.change(editor, async (tx) => {
      if (!(await this.games.dropFavourite(id, tx)))
        throw new UserError('favourite-missing', `${id} is not a favourite.`, { status: 404, data: { game: id } });
      return [listed(id, { was: true, now: false })];
    });
    await this.tell(changed);
  }

  private change(
    editor: Editor,
    act: (tx: Tx) => Promise<EditedField[]>,
  ): Promise<{ changed: string[]; lost: string[] }> {
    return this.transactions.run(async (tx) => {
      await this.edits.lock(SCOPE, tx);
      const fields = await act(tx);
      const lost = await this.edits.note(SCOPE, fields, { editor, tx });
      return { changed: namesOf(fields.filter(({ was, now }) => was !== now)), lost: namesOf(lost) };
    });
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

/** A game as a field of the list: on it, or not. */
const listed = (id: string, { was, now }: { readonly was: boolean; readonly now: boolean }): EditedField => ({
  name: id,
  was: was ? LISTED : null,
  now: now ? LISTED : null,
});
const namesOf = (fields: readonly EditedField[]): string[] => fields.map(({ name }) => name);
