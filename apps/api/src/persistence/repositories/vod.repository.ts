import { Injectable } from '@nestjs/common';
import { Any, IsNull, MoreThan, Not } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';
import { PartEntity } from '../entities/part.entity.js';
import { videoMark } from '../entities/stream-id.js';
import { VodEntity } from '../entities/vod.entity.js';

/** Before all others. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';
const PAGE = 500;

/** States of a recording that something still has to happen to. */
const UNFINISHED = "'waiting', 'capturing', 'paused', 'ended', 'converting'";

/**
 * Rows of a VOD, its parts and its files. Writers lock the VOD row first, so that facts of one VOD are applied one
 * after the other. Lists of ids are one parameter each (`Any`): a statement takes 65,535, and a library has more VODs.
 */
@Injectable()
export class VodRepository {
  constructor(private readonly transactions: Transactions) {}

  find(uuid: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return tx.findOneBy(VodEntity, { uuid });
  }

  /** Takes the row lock of this VOD for the rest of the transaction. */
  lock(uuid: string, tx: Tx): Promise<VodEntity | null> {
    return tx.findOne(VodEntity, { where: { uuid }, lock: { mode: 'pessimistic_write' } });
  }

  byStream(channelUuid: string, streamId: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return tx.findOneBy(VodEntity, { channelUuid, streamId });
  }

  /**
   * The VOD of a channel that was made of all of this video of its site, or is the same broadcast. One of a stretch of
   * the video is another VOD.
   */
  async bySiteVod(channelUuid: string, videoId: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return (await this.bySiteVods(channelUuid, [videoId], tx))[0] ?? null;
  }

  /** The same of several videos, oldest first. */
  bySiteVods(channelUuid: string, videoIds: readonly string[], tx: Tx = this.transactions.plain): Promise<VodEntity[]> {
    return tx
      .createQueryBuilder(VodEntity, 'v')
      .where('v.channelUuid = :channelUuid', { channelUuid })
      .andWhere("v.site_vod ->> 'id' = ANY(:videoIds)", { videoIds: [...videoIds] })
      .andWhere("(v.download IS NULL OR position(:mark || (v.download ->> 'videoId') || '_' IN v.stream_id) = 0)", {
        mark: videoMark(''),
      })
      .orderBy('v.startedAt')
      .getMany();
  }

  /**
   * The newest recording: a download, of a stretch of a broadcast that still runs too, begins later than the recording
   * beside it and is none.
   */
  newestOf(channelUuid: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return tx.findOne(VodEntity, { where: { channelUuid, origin: 'capture' }, order: { startedAt: 'DESC' } });
  }

  listOf(channelUuids: readonly string[], tx: Tx = this.transactions.plain): Promise<VodEntity[]> {
    return tx.find(VodEntity, { where: { channelUuid: Any([...channelUuids]) }, order: { startedAt: 'ASC' } });
  }

  /**
   * What a list of channels shows of each: its newest VODs, and those that something still has to happen to, oldest
   * first.
   */
  shownOf(channelUuids: readonly string[], newest: number): Promise<VodEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .orderBy('v.startedAt', 'ASC')
      .where(
        `v.uuid IN (
        SELECT n.uuid FROM unnest(:channelUuids::uuid[]) AS c (uuid) CROSS JOIN LATERAL (SELECT uuid FROM vod WHERE channel_uuid = c.uuid AND archived_at IS NULL ORDER BY started_at DESC LIMIT :newest) n
        UNION SELECT uuid FROM vod WHERE state IN (${UNFINISHED}, 'downloading') AND archived_at IS NULL AND channel_uuid = ANY(:channelUuids))`,
        { channelUuids, newest },
      )
      .getMany();
  }

  /** VODs that something still has to happen to. */
  unfinished(tx: Tx = this.transactions.plain): Promise<VodEntity[]> {
    return tx
      .createQueryBuilder(VodEntity, 'v')
      .where(
        `v.uuid IN (SELECT uuid FROM vod WHERE assigned UNION SELECT uuid FROM vod WHERE state IN (${UNFINISHED}))`,
      )
      .getMany();
  }

  /** Channels of which some VOD is under way. */
  async channelsAtWork(): Promise<ReadonlySet<string>> {
    const rows = await this.transactions.plain.query<{ channel_uuid: string }[]>(
      `SELECT DISTINCT channel_uuid FROM vod WHERE state IN (${UNFINISHED}, 'downloading')`,
    );
    return new Set(rows.map((row) => row.channel_uuid));
  }

  /** VODs of a channel that are being recorded, or shall be. */
  assignedOf(channelUuid: string): Promise<VodEntity[]> {
    return this.transactions.plain.find(VodEntity, { where: { channelUuid, assigned: true } });
  }

  /** VODs that are not recorded any more and whose chat has no final word yet. */
  unfinishedChats(): Promise<VodEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where('NOT v.assigned')
      .andWhere("v.chat ->> 'state' IN ('recording', 'queued', 'running')")
      .andWhere("v.state NOT IN ('capturing', 'paused', 'waiting')")
      .getMany();
  }

  byBasename(basename: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return tx.findOneBy(VodEntity, { basename });
  }

  /** Whether a VOD of the channel is being recorded, or shall be. */
  async isRecording(channelUuid: string, tx: Tx = this.transactions.plain): Promise<boolean> {
    const [row] = await tx.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT FROM vod WHERE channel_uuid = $1 AND (assigned OR state = 'capturing')) AS found`,
      [channelUuid],
    );
    return row?.found === true;
  }

  /** VODs of a channel that the operator stopped. */
  abortedOf(channelUuid: string): Promise<VodEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where('v.channelUuid = :channelUuid', { channelUuid })
      .andWhere("v.facts ->> 'aborted' = 'true'")
      .getMany();
  }

  /**
   * Finished VODs whose segments are still stored and may go. Their age is that of the file, not of the broadcast: a
   * video is downloaded, and a recording converted again, long after it ended. Where a file is missing the segments are
   * all there is.
   * @param madeBy their newest file was made by then @param endedBy so was their end
   */
  async withSegments({ madeBy, endedBy }: { readonly madeBy: Date; readonly endedBy: Date }): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ uuid: string }[]>(
      `SELECT v.uuid FROM vod v JOIN file f ON f.vod_uuid = v.uuid AND f.role = 'segment' AND NOT f.deleted
      WHERE NOT v.segments_gone AND v.state = 'finalized' AND v.convert_state = 'done' AND v.ended_at <= $2
      GROUP BY v.uuid HAVING MAX(f.created_at) <= $1 AND COUNT(f.missing_since) = 0`,
      [madeBy, endedBy],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /**
   * VODs whose row is newer than their manifest, the longest waiting first; a recording or a download that runs changes
   * every few seconds and waits a minute.
   */
  dueManifests(limit: number): Promise<VodEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where('v.manifestVersion < v.version')
      .andWhere(
        "(v.state NOT IN ('capturing', 'paused', 'downloading') OR v.manifestAt IS NULL OR v.manifestAt < now() - interval '60 seconds')",
      )
      .orderBy('v.manifestAt', 'ASC', 'NULLS FIRST')
      .take(limit)
      .getMany();
  }

  /**
   * Takes the next revision, before its object is written: a key is never used twice, whatever dies in between.
   * @returns null when the VOD is gone
   */
  async takeRevision(uuid: string): Promise<number | null> {
    const rows = await this.transactions.plain.query<{ revision: number }[][]>(
      'UPDATE vod SET manifest_revision = manifest_revision + 1, manifest_at = now() WHERE uuid = $1 RETURNING manifest_revision AS revision',
      [uuid],
    );
    return rows[0]?.[0]?.revision ?? null;
  }

  /**
   * Notes which state of the row the newest manifest holds, without making the row newer than it.
   * @returns false when the VOD is gone
   */
  async saveManifestVersion(uuid: string, version: number): Promise<boolean> {
    const [, saved] = await this.transactions.plain.query<[unknown[], number]>(
      'UPDATE vod SET manifest_version = $2 WHERE uuid = $1',
      [uuid, version],
    );
    return saved > 0;
  }

  /**
   * So much of its site's copy of it is stored. Facts may come late: what was reported before is not taken back, and a
   * download that was stopped meanwhile has left nothing.
   * @returns whether that is new
   */
  async saveCopyBytes(
    uuid: string,
    bytes: number,
    { jobName, attempt }: { readonly jobName: string; readonly attempt: string },
  ): Promise<boolean> {
    const [rows] = await this.transactions.plain.query<[unknown[], number]>(
      `UPDATE vod SET copy_bytes = $2 WHERE uuid = $1 AND copy_bytes < $2
        AND EXISTS (SELECT FROM job WHERE name = $3 AND status IN ('WAITING', 'RUNNING') AND attempt = $4)
      RETURNING uuid`,
      [uuid, bytes, jobName, attempt],
    );
    return rows.length > 0;
  }

  /** Nothing of it is stored any more. */
  async saveCopyGone(uuid: string): Promise<void> {
    await this.transactions.plain.query('UPDATE vod SET copy_bytes = 0 WHERE uuid = $1 AND copy_bytes <> 0', [uuid]);
  }

  /** Their segments were given up, and a process that died may have left objects behind. */
  async *halfSwept(): AsyncGenerator<{ readonly uuid: string; readonly basename: string }, void, undefined> {
    for (let after = NO_UUID; ;) {
      const page: { uuid: string; basename: string }[] = await this.transactions.plain.query(
        `SELECT uuid, basename FROM vod WHERE segments_gone AND facts ->> 'partsDeleted' IS NULL AND uuid > $1 ORDER BY uuid LIMIT ${PAGE}`,
        [after],
      );
      yield* page;
      if (page.length < PAGE) return;
      after = page.at(-1)?.uuid ?? after;
    }
  }

  /**
   * VODs that ended since then, or got a file: they may still have objects that nobody needs, what is older was looked
   * at often enough.
   */
  finishedSince(since: Date): Promise<VodEntity[]> {
    return this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where("v.state = 'finalized'")
      .andWhere('(v.ended_at > :since OR v.uuid IN (SELECT f.vod_uuid FROM file f WHERE f.created_at > :since))', {
        since,
      })
      .getMany();
  }

  parts(vodUuids: readonly string[], tx: Tx = this.transactions.plain): Promise<PartEntity[]> {
    return tx.find(PartEntity, { where: { vodUuid: Any([...vodUuids]) }, order: { partId: 'ASC' } });
  }

  files(vodUuids: readonly string[], tx: Tx = this.transactions.plain): Promise<FileEntity[]> {
    return tx.find(FileEntity, { where: { vodUuid: Any([...vodUuids]), deleted: false }, order: { startMs: 'ASC' } });
  }

  /** Those that were deleted and kept their entry too, and those taken off the list. */
  allFiles(vodUuids: readonly string[], tx: Tx = this.transactions.plain): Promise<FileEntity[]> {
    return tx.find(FileEntity, { where: { vodUuid: Any([...vodUuids]) }, order: { startMs: 'ASC', fileId: 'ASC' } });
  }

  async changeFile(
    id: string,
    changes: Partial<
      Pick<
        FileEntity,
        | 'basename'
        | 'listed'
        | 'deleted'
        | 'missingSince'
        | 'libraryPath'
        | 'thumbKey'
        | 'metadata'
        | 'sizeBytes'
        | 'videoMs'
      >
    >,
    tx: Tx,
  ): Promise<void> {
    await tx.update(FileEntity, { id }, changes);
  }

  /**
   * A file is not on storage as its row says: missing, or there again. What was deleted, made anew or marked since that
   * row was read stays as it is.
   * @returns whether it was recorded
   */
  async saveDifference(
    { id, key, missingSince }: Pick<FileEntity, 'id' | 'key' | 'missingSince'>,
    tx: Tx,
  ): Promise<boolean> {
    const wasThere = missingSince === null;
    const { affected } = await tx.update(
      FileEntity,
      { id, key, deleted: false, missingSince: wasThere ? IsNull() : Not(IsNull()) },
      { missingSince: wasThere ? new Date() : null },
    );
    return affected === 1;
  }

  async removeFile(id: string, tx: Tx): Promise<void> {
    await tx.delete(FileEntity, { id });
  }

  /** Files in the order of their ids, behind the one given. */
  filesAfter(id: string, limit: number): Promise<FileEntity[]> {
    return this.transactions.plain.find(FileEntity, {
      where: { id: MoreThan(id), deleted: false },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** A conversion makes all of a role anew; those of the other stay. */
  async replaceFiles(
    vodUuid: string,
    { role, files }: { readonly role: FileEntity['role']; readonly files: readonly Partial<FileEntity>[] },
    tx: Tx,
  ): Promise<void> {
    await tx.delete(FileEntity, { vodUuid, role });
    for (const file of files) await tx.insert(FileEntity, { ...file, role });
  }

  savePart(part: PartEntity, tx: Tx): Promise<PartEntity> {
    return tx.save(part);
  }

  async saveDoubled(doubled: ReadonlyMap<string, number | null>, tx: Tx): Promise<void> {
    for (const [partId, ms] of doubled)
      await tx.update(PartEntity, { partId }, { doubledMs: ms === null ? null : Math.round(ms) });
  }

  /** What it has on storage counts until {@link saveGone}. */
  async remove(uuid: string, tx: Tx): Promise<void> {
    await tx.query('DELETE FROM leaving_vod WHERE uuid = $1', [uuid]); // of a deletion before a scan brought it back
    await tx.query(
      `INSERT INTO leaving_vod (uuid, channel_uuid, segments, files, chat, other)
      SELECT uuid, channel_uuid, bytes + copy_bytes, file_bytes, vod_weight(v) - bytes - copy_bytes - file_bytes - other_bytes, other_bytes FROM vod v WHERE uuid = $1`,
      [uuid],
    );
    await tx.delete(VodEntity, { uuid });
  }

  /** Nothing is left on storage of a VOD that was removed. */
  async saveGone(uuid: string): Promise<void> {
    await this.transactions.plain.query('DELETE FROM leaving_vod WHERE uuid = $1', [uuid]);
  }
}
