import { type Manifest } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type EntityTarget, type ObjectLiteral } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { ChapterEntity, ViewersEntity } from '../entities/stream-metadata.entity.js';
import { ClipEntity } from '../entities/clip.entity.js';
import { GameRepository } from './game.repository.js';
import { FileEntity } from '../entities/file.entity.js';
import { PartEntity } from '../entities/part.entity.js';
import { VodEntity } from '../entities/vod.entity.js';

type ManifestRow = Readonly<Record<string, unknown>>;
/** Rows per insert; Postgres accepts 65,535 values in one statement. */
const INSERT_BATCH = 1000;

/** Restores rows from manifests, with every column. */
@Injectable()
export class ScanRepository {
  constructor(
    private readonly transactions: Transactions,
    private readonly games: GameRepository,
  ) {}

  /** Keeps two scans from restoring the same thing at the same time, until the transaction ends. */
  async claim(thing: string, tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [thing]);
  }

  /**
   * Restores a VOD with all its dependent rows; replaces existing ones.
   * @param over columns with other values than in the manifest
   */
  async putVod({ vod, parts, files, chapters, viewers }: Manifest, over: Partial<VodEntity>, tx: Tx): Promise<void> {
    const { uuid } = vod;
    for (const entity of [ChapterEntity, ViewersEntity, FileEntity, PartEntity])
      await tx.delete(entity, { vodUuid: uuid });
    await tx.delete(VodEntity, { uuid });
    await this.insert(VodEntity, [{ ...vod, ...over }], tx);
    await this.insert(PartEntity, parts, tx);
    await this.insert(FileEntity, files, tx);
    await this.insert(
      ChapterEntity,
      chapters.map((row) => ({ ...row, vodUuid: uuid })),
      tx,
    );
    await this.games.saveOfVod(uuid, tx);
    await this.insert(
      ViewersEntity,
      viewers.map((row) => ({ ...row, vodUuid: uuid })),
      tx,
    );
    // TypeORM always writes 1 into a version column.
    await tx.query('UPDATE vod SET version = $2 WHERE uuid = $1', [uuid, vod.version]);
  }

  async putClip(clip: ManifestRow, tx: Tx): Promise<void> {
    await this.insert(ClipEntity, [clip], tx);
    await tx.query('UPDATE clip SET version = $2, manifest_version = $2 WHERE uuid = $1', [
      clip['uuid'],
      clip['version'],
    ]);
  }

  /** Raises the revision, so that a key on storage is never reused. */
  async raiseRevision(uuid: string, revision: number): Promise<void> {
    await this.transactions.plain.query(
      'UPDATE vod SET manifest_revision = GREATEST(manifest_revision, $2) WHERE uuid = $1',
      [uuid, revision],
    );
  }

  /** @returns true if there is no VOD, channel or clip */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.transactions.plain.query<{ empty: boolean }[]>(
      'SELECT NOT EXISTS (SELECT FROM vod) AND NOT EXISTS (SELECT FROM channel) AND NOT EXISTS (SELECT FROM clip) AS empty',
    );
    return row?.empty === true;
  }

  /**
   * Uuids of all VODs of a channel; null: of all channels. A library of a hundred thousand VODs takes some megabytes.
   */
  async vodUuids(channelUuid: string | null): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ uuid: string }[]>(
      'SELECT uuid FROM vod WHERE $1::uuid IS NULL OR channel_uuid = $1',
      [channelUuid],
    );
    return rows.map((row) => row.uuid);
  }

  async clips(): Promise<Pick<ClipEntity, 'uuid' | 'key' | 'missingSince'>[]> {
    return this.transactions.plain.find(ClipEntity, { select: { uuid: true, key: true, missingSince: true } });
  }

  private async insert<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    rows: readonly ManifestRow[],
    tx: Tx,
  ): Promise<void> {
    const { columns } = tx.dataSource.getMetadata(entity);
    const revived = rows.map((row) =>
      Object.fromEntries(
        columns
          .filter((c) => row[c.propertyName] !== undefined)
          .map((c) => [c.propertyName, c.type === 'timestamptz' ? toDate(row[c.propertyName]) : row[c.propertyName]]),
      ),
    );
    for (let from = 0; from < revived.length; from += INSERT_BATCH)
      await tx.insert(entity, revived.slice(from, from + INSERT_BATCH) as never);
  }
}

const toDate = (value: unknown): unknown => (typeof value === 'string' ? new Date(value) : value);
