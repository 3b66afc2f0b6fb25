import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { ClipEntity } from '../entities/clip.entity.js';

@Injectable()
export class ClipRepository {
  constructor(private readonly transactions: Transactions) {}

  find(uuid: string, tx: Tx = this.transactions.plain): Promise<ClipEntity | null> {
    return tx.findOneBy(ClipEntity, { uuid });
  }

  lock(uuid: string, tx: Tx): Promise<ClipEntity | null> {
    return tx.findOne(ClipEntity, { where: { uuid }, lock: { mode: 'pessimistic_write' } });
  }

  /** Whether the clip is saved and its file is not missing. */
  hasSavedFile(providerKind: string, siteId: string, tx: Tx): Promise<boolean> {
    return tx.existsBy(ClipEntity, { providerKind, siteId, missingSince: IsNull() });
  }

  /** @param place below `saved_clips/` */
  byPlace(place: { readonly folder: string; readonly basename: string }): Promise<ClipEntity | null> {
    return this.transactions.plain.findOneBy(ClipEntity, place);
  }

  /** Whether a clip has this place, compared without case, because some disks do not distinguish `A` and `a`. */
  exists({ folder, basename }: { readonly folder: string; readonly basename: string }, tx: Tx): Promise<boolean> {
    return tx
      .createQueryBuilder(ClipEntity, 'c')
      .where('lower(c.folder) = lower(:folder)', { folder })
      .andWhere('lower(c.basename) = lower(:basename)', { basename })
      .getExists();
  }

  /** Clips with a pending probe, of attempts before `before`. */
  unmeasured(before: string): Promise<ClipEntity[]> {
    return this.transactions.plain.findBy(ClipEntity, { probeAttempt: LessThan(before) });
  }

  /** Newest first. */
  listOf(channelUuids: readonly string[]): Promise<ClipEntity[]> {
    return this.transactions.plain.find(ClipEntity, {
      where: { channelUuid: In([...channelUuids]) },
      order: { createdAt: 'DESC', uuid: 'ASC' },
    });
  }

  /** Newest first. */
  newest({
    channelUuid,
    before,
    beforeUuid,
    limit,
  }: {
    readonly channelUuid: string | undefined;
    readonly before: Date | undefined;
    readonly beforeUuid: string | undefined;
    readonly limit: number;
  }): Promise<ClipEntity[]> {
    const query = this.transactions.plain
      .createQueryBuilder(ClipEntity, 'c')
      .orderBy('c.createdAt', 'DESC')
      .addOrderBy('c.uuid')
      .take(limit);
    if (channelUuid !== undefined) query.andWhere('c.channelUuid = :channelUuid', { channelUuid });
    if (before !== undefined)
      query.andWhere('(c.createdAt < :before OR (c.createdAt = :before AND c.uuid > :beforeUuid))', {
        before,
        beforeUuid: beforeUuid ?? null,
      });
    return query.getMany();
  }

  /** Clips whose row is newer than their manifest. */
  dueManifests(limit: number): Promise<ClipEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(ClipEntity, 'c')
      .where('c.manifestVersion < c.version')
      .orderBy('c.savedAt', 'ASC')
      .take(limit)
      .getMany();
  }

  /** Makes new manifests of all clips of channels due. */
  async replaceManifests(channelUuids: readonly string[], tx: Tx): Promise<void> {
    await tx.query('UPDATE clip SET manifest_version = 0 WHERE channel_uuid = ANY($1)', [channelUuids]);
  }

  /**
   * Saves which version of the row the manifest holds, without raising the version.
   * @returns false if the clip is deleted
   */
  async saveManifestVersion(uuid: string, version: number): Promise<boolean> {
    const [, saved] = await this.transactions.plain.query<[unknown[], number]>(
      'UPDATE clip SET manifest_version = $2 WHERE uuid = $1',
      [uuid, version],
    );
    return saved > 0;
  }

  save(clip: ClipEntity, tx: Tx): Promise<ClipEntity> {
    return tx.save(clip);
  }

  async remove(uuid: string, tx: Tx): Promise<void> {
    await tx.delete(ClipEntity, { uuid });
  }
}
