import { type Category } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { editVersion, raiseEditVersion } from '../database/edit-version.js';
import { Transactions, type Tx } from '../database/tx.js';
import { VodEntity } from '../entities/vod.entity.js';
import { FavouriteGameEntity, GameEntity } from '../entities/game.entity.js';

@Injectable()
export class GameRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Oldest first. */
  all(): Promise<GameEntity[]> {
    return this.transactions.plain.find(GameEntity, { order: { addedAt: 'ASC', id: 'ASC' } });
  }

  async ofSite(kind: string, tx: Tx): Promise<Category[]> {
    return (await tx.findBy(GameEntity, { kind })).map(({ id, name, boxArtUrl }) => ({ id, name, boxArtUrl }));
  }

  find(id: string): Promise<GameEntity | null> {
    return this.transactions.plain.findOne(GameEntity, { where: { id }, order: { addedAt: 'ASC' } });
  }

  /**
   * Saves a category as a site reports it, now or in a stored chapter; writes only changes.
   * @param at when it was seen, ms since the Unix epoch
   */
  async save(kind: string, { id, name, boxArtUrl }: Category, at: number): Promise<void> {
    if (id === '') return;
    await this.transactions.plain.query(
      `INSERT INTO game (kind, id, name, box_art_url, added_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (kind, id) DO UPDATE SET name = excluded.name, box_art_url = CASE WHEN excluded.box_art_url = '' THEN game.box_art_url ELSE excluded.box_art_url END, deleted = false
      WHERE game.name <> excluded.name OR (excluded.box_art_url <> '' AND game.box_art_url <> excluded.box_art_url) OR game.deleted`,
      [kind, id, name, boxArtUrl, new Date(at)],
    );
  }

  isFavourite(id: string, tx: Tx): Promise<boolean> {
    return tx.existsBy(FavouriteGameEntity, { id });
  }

  /** Saves the game of a chapter, for the site of its VOD. */
  async saveOf({
    vodUuid,
    category,
    at,
  }: {
    readonly vodUuid: string;
    readonly category: Category | null;
    readonly at: number;
  }): Promise<void> {
    const vod = category
      ? await this.transactions.plain.findOne(VodEntity, {
          where: { uuid: vodUuid },
          select: { uuid: true, providerKind: true },
        })
      : null;
    if (vod && category) await this.save(vod.providerKind, category, at);
  }

  /** Saves the games of all stored chapters of a VOD, of the site and of the operator. Does not change known games. */
  async saveOfVod(vodUuid: string, tx: Tx): Promise<void> {
    await tx.query(
      `INSERT INTO game (kind, id, name, box_art_url, added_at)
      SELECT DISTINCT ON (c.category->>'id') v.provider_kind, c.category->>'id', c.category->>'name', COALESCE(c.category->>'boxArtUrl', ''), to_timestamp(c.at / 1000.0)
      FROM vod_chapter c JOIN vod v ON v.uuid = c.vod_uuid WHERE c.vod_uuid = $1 AND c.category->>'id' <> '' ORDER BY c.category->>'id', c.at ON CONFLICT DO NOTHING`,
      [vodUuid],
    );
  }

  async saveDeleted(kind: string, id: string): Promise<void> {
    await this.transactions.plain.update(GameEntity, { kind, id }, { deleted: true });
  }

  /** Ids in the order in which they became favourites. */
  async favourites(tx: Tx = this.transactions.plain): Promise<string[]> {
    return (await tx.find(FavouriteGameEntity, { order: { addedAt: 'ASC', id: 'ASC' } })).map(({ id }) => id);
  }

  /** Edit version of the list of favourites. */
  favouritesVersion(): Promise<number> {
    return editVersion('favourites', this.transactions.plain);
  }

  /** @returns true if it was not a favourite before */
  async addFavourite(id: string, tx: Tx): Promise<boolean> {
    await raiseEditVersion('favourites', tx);
    const done = await tx
      .createQueryBuilder()
      .insert()
      .into(FavouriteGameEntity)
      .values({ id, addedAt: new Date() })
      .orIgnore()
      .returning('id')
      .execute();
    return Array.isArray(done.raw) && done.raw.length > 0;
  }

  /** @returns true if it was a favourite */
  async dropFavourite(id: string, tx: Tx): Promise<boolean> {
    await raiseEditVersion('favourites', tx);
    const { affected } = await tx.delete(FavouriteGameEntity, { id });
    return (affected ?? 0) > 0;
  }

  /** Adds to the existing favourites. */
  async addFavourites(ids: readonly string[], tx: Tx): Promise<void> {
    if (ids.length === 0) return;
    await raiseEditVersion('favourites', tx);
    await tx.query('INSERT INTO favourite_game (id) SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING', [ids]);
  }

  /**
   * Replaces the list of favourites. Concurrent changes wait, so that two lists are never mixed.
   * @param after without duplicates
   * @returns the previous favourites, and the version of that list
   */
  async replaceFavourites(after: readonly string[], tx: Tx): Promise<{ ids: string[]; version: number }> {
    const version = await raiseEditVersion('favourites', tx);
    const ids = await this.favourites(tx);
    await tx.query('DELETE FROM favourite_game WHERE id <> ALL($1)', [after]);
    const now = Date.now();
    await tx.insert(
      FavouriteGameEntity,
      after.filter((id) => !ids.includes(id)).map((id, n) => ({ id, addedAt: new Date(now + n) })),
    );
    return { ids, version };
  }

  /** VODs with one of these games, newest first. */
  async vodsWith(gameIds: readonly string[], limit: number): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ vod_uuid: string }[]>(
      `SELECT c.vod_uuid FROM vod_chapter c JOIN vod v ON v.uuid = c.vod_uuid WHERE c.category IS NOT NULL AND NOT c.hidden AND c.category->>'id' = ANY($1) GROUP BY c.vod_uuid ORDER BY max(v.started_at) DESC LIMIT $2`,
      [[...gameIds], limit],
    );
    return rows.map((row) => row.vod_uuid);
  }

  async channelsShowing(gameIds: readonly string[]): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ uuid: string }[]>(
      `SELECT uuid FROM channel WHERE stream->'category'->>'id' = ANY($1)`,
      [[...gameIds]],
    );
    return rows.map((row) => row.uuid);
  }
}
