import { SELF_TEST_KIND } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';
import { VodEntity } from '../entities/vod.entity.js';

/** A VOD whose objects are due. `after`: the key after which they continue; empty: from the first one. */
export interface VodCheck {
  readonly vodUuid: string;
  readonly after: string;
  readonly verifiedAt: Date | null;
  /** Checksums by key, of objects that were stored without one. */
  readonly crcs: Readonly<Partial<Record<string, string>>>;
}

/** A stored object that is not as it was stored. */
export interface DamagedObject {
  readonly key: string;
  readonly vodUuid: string;
  readonly name: string;
  readonly fault: Message;
}

/** Finds stored objects that are due for a comparison of their bytes, and keeps what was found. */
@Injectable()
export class FileCheckRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * The file that was not verified for the longest time, and not since `before`; null if there is none. A file that the
   * operator has moved away counts only if its VOD does not say so.
   */
  nextFile(before: Date): Promise<FileEntity | null> {
    return this.transactions.plain
      .createQueryBuilder(FileEntity, 'f')
      .innerJoin(VodEntity, 'v', 'v.uuid = f.vodUuid AND v.providerKind <> :kind', { kind: SELF_TEST_KIND })
      .where('NOT f.deleted AND (f.missingSince IS NULL OR NOT v.cloudStorage)')
      .andWhere('(f.verifiedAt IS NULL OR f.verifiedAt < :before)', { before })
      .orderBy('f.verifiedAt', 'ASC', 'NULLS FIRST')
      .addOrderBy('f.id')
      .limit(1)
      .getOne();
  }

  fileOf(key: string): Promise<FileEntity | null> {
    return this.transactions.plain.findOneBy(FileEntity, { key, deleted: false });
  }

  /** @param crc32 checksum to compare with from now on; null: leave it */
  async saveVerified({ id, key }: Pick<FileEntity, 'id' | 'key'>, crc32: string | null): Promise<void> {
    await this.transactions.plain.query(
      'UPDATE file SET verified_at = now(), crc32 = coalesce(crc32, $3) WHERE id = $1 AND key = $2',
      [id, key, crc32],
    );
  }

  /**
   * The VOD whose segments or chat were not verified for the longest time, and not since `before`; one whose pass was
   * interrupted comes first. Null if there is none.
   */
  async nextVod(before: Date): Promise<VodCheck | null> {
    const [row] = await this.transactions.plain.query<
      { uuid: string; after: string | null; verified_at: Date | null; crcs: VodCheck['crcs'] | null }[]
    >(
      `SELECT v.uuid, c.after, c.verified_at, c.crcs FROM vod v LEFT JOIN vod_check c ON c.vod_uuid = v.uuid
       WHERE NOT v.assigned AND v.state IN ('finalized', 'failed') AND v.provider_kind <> $2
         AND (NOT v.segments_gone OR v.chat IS NOT NULL OR v.downloaded_chat IS NOT NULL)
         AND (c.verified_at IS NULL OR c.verified_at < $1 OR c.after <> '')
       ORDER BY coalesce(c.after, '') <> '' DESC, c.verified_at NULLS FIRST, v.uuid LIMIT 1`,
      [before, SELF_TEST_KIND],
    );
    return row
      ? { vodUuid: row.uuid, after: row.after ?? '', verifiedAt: row.verified_at, crcs: row.crcs ?? {} }
      : null;
  }

  /** Saves how far a VOD is verified. @param after null: to its end */
  async saveCursor(vodUuid: string, after: string | null, crcs: VodCheck['crcs']): Promise<void> {
    await this.transactions.plain.query(
      `INSERT INTO vod_check (vod_uuid, verified_at, after, crcs)
       SELECT uuid, CASE WHEN $2::text IS NULL THEN now() END, coalesce($2, ''), $3 FROM vod WHERE uuid = $1
       ON CONFLICT (vod_uuid) DO UPDATE SET verified_at = coalesce(excluded.verified_at, vod_check.verified_at),
         after = excluded.after, crcs = excluded.crcs`,
      [vodUuid, after, JSON.stringify(crcs)],
    );
  }

  async saveDamaged({ key, vodUuid, name, fault }: DamagedObject): Promise<void> {
    await this.transactions.plain.query(
      `INSERT INTO damaged_object (key, vod_uuid, name, fault) SELECT $1, uuid, $3, $4 FROM vod WHERE uuid = $2
       ON CONFLICT (key) DO UPDATE SET fault = excluded.fault, name = excluded.name`,
      [key, vodUuid, name, JSON.stringify(fault)],
    );
  }

  /** @returns whether it was damaged */
  async forgetDamaged(key: string): Promise<boolean> {
    const [, affected] = await this.transactions.plain.query<[unknown[], number]>(
      'DELETE FROM damaged_object WHERE key = $1',
      [key],
    );
    return affected > 0;
  }

  /** By name. @param vodUuids all VODs if absent */
  async damaged(vodUuids?: readonly string[]): Promise<DamagedObject[]> {
    return this.transactions.plain.query<DamagedObject[]>(
      `SELECT key, vod_uuid AS "vodUuid", name, fault FROM damaged_object
       WHERE $1::uuid[] IS NULL OR vod_uuid = ANY($1) ORDER BY vod_uuid, name, key`,
      [vodUuids ?? null],
    );
  }
}
