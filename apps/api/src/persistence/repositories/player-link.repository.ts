import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { PlayerLinkEntity } from '../entities/player-link.entity.js';

/** The epoch of links before the first password. */
export const NO_PASSWORD_EPOCH = 'none';

export interface ListedLink {
  readonly link: PlayerLinkEntity;
  /** Of its VOD; null: the VOD is deleted. */
  readonly title: string | null;
}

@Injectable()
export class PlayerLinkRepository {
  constructor(private readonly db: DataSource) {}

  /** Adds a link, and deletes the oldest ones of the same maker above `keep`. */
  async add(link: PlayerLinkEntity, keep: number): Promise<void> {
    await this.db.manager.insert(PlayerLinkEntity, link);
    await this.db.query(
      `DELETE FROM player_link WHERE id IN
        (SELECT id FROM player_link WHERE made_by = $1 ORDER BY created_at DESC, id OFFSET $2)`,
      [link.madeBy, keep],
    );
  }

  find(id: string): Promise<PlayerLinkEntity | null> {
    return this.db.manager.findOneBy(PlayerLinkEntity, { id });
  }

  /** The newest link that the same caller made for this VOD after `since`. */
  findRecent(
    { vodUuid, madeBy, address, epoch }: Pick<PlayerLinkEntity, 'vodUuid' | 'madeBy' | 'address' | 'epoch'>,
    since: Date,
  ): Promise<PlayerLinkEntity | null> {
    return this.db.manager.findOne(PlayerLinkEntity, {
      where: { vodUuid, madeBy, address, epoch, createdAt: MoreThan(since) },
      order: { createdAt: 'DESC' },
    });
  }

  /** Links that work now, newest first. */
  async list(epoch: string, now: Date): Promise<ListedLink[]> {
    const links = await this.db.manager.find(PlayerLinkEntity, {
      where: { epoch, expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
    const rows = await this.db.query<{ uuid: string; title: string }[]>(
      `SELECT uuid, coalesce(nullif(title, ''), basename) AS title FROM vod WHERE uuid = ANY ($1)`,
      [links.map(({ vodUuid }) => vodUuid)],
    );
    const titles = new Map(rows.map(({ uuid, title }) => [uuid, title]));
    return links.map((link) => ({ link, title: titles.get(link.vodUuid) ?? null }));
  }

  async recordUse(id: string, at: Date): Promise<void> {
    await this.db.manager.update(PlayerLinkEntity, { id }, { usedAt: at });
  }

  /** @returns whether it existed */
  async end(id: string): Promise<boolean> {
    return ((await this.db.manager.delete(PlayerLinkEntity, { id })).affected ?? 0) > 0;
  }

  /**
   * Deletes links that have expired, or that are of another epoch than the stored one: an API that has not noticed a new
   * epoch yet must not delete the links that another one makes in it.
   */
  async deleteEnded(now: Date): Promise<void> {
    await this.db.query(
      `DELETE FROM player_link WHERE expires_at <= $1
        OR epoch <> coalesce((SELECT link_epoch::text FROM operator), $2)`,
      [now, NO_PASSWORD_EPOCH],
    );
  }
}
