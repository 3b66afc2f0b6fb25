import { Injectable } from '@nestjs/common';
import { Any, IsNull, MoreThan, Not } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';
import { PartEntity } from '../entities/part.entity.js';
import { videoMark } from '../entities/stream-id.js';
import { VodEntity } from '../entities/vod.entity.js';

/** Sorts before all others. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';
const PAGE_SIZE = 500;

/** A VOD that is being recorded or is to be recorded, with what the live checks need of it. */
export type AssignedVod = Pick<VodEntity, 'uuid' | 'channelUuid' | 'state' | 'assignedAt'>;

/** States of a recording that is not finished. */
const UNFINISHED = "'waiting', 'capturing', 'paused', 'ended', 'converting'";

/** Stages that compare, repair or replace the recorded media. A failed one whose job was tried again is open, too. */
const OPEN_MEDIA_STAGES = 'SELECT 1 FROM vod_stage s LEFT JOIN job j ON j.name = s.job';
const IS_OPEN = `s.kind IN ('match', 'repair', 'replace')
          AND (s.status IN ('waiting', 'running') OR (s.status = 'failed' AND j.status IN ('WAITING', 'RUNNING')))`;

/**
 * Rows of a VOD, its parts and its files. Writers lock the VOD row first, so that facts of one VOD are applied one
 * after another. Each list of ids is one parameter (`Any`): a statement accepts 65,535 parameters, and a library has
 * more VODs.
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

  /** All VODs that must be recorded, with their row locks. */
  lockAssigned(tx: Tx): Promise<VodEntity[]> {
    return tx.find(VodEntity, {
      where: { assigned: true },
      order: { uuid: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  byStream(channelUuid: string, streamId: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return tx.findOneBy(VodEntity, { channelUuid, streamId });
  }

  /**
   * The VOD of a channel that was made from this whole site video, or that recorded the same broadcast. A VOD of a
   * range of the video does not match.
   */
  async bySiteVod(channelUuid: string, videoId: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return (await this.bySiteVods(channelUuid, [videoId], tx))[0] ?? null;
  }

  /** The same for several videos, oldest first. */
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
   * The newest recording. Downloads do not count: even a range of a running broadcast starts later than its recording.
   */
  newestOf(channelUuid: string, tx: Tx = this.transactions.plain): Promise<VodEntity | null> {
    return tx.findOne(VodEntity, { where: { channelUuid, origin: 'capture' }, order: { startedAt: 'DESC' } });
  }

  listOf(channelUuids: readonly string[], tx: Tx = this.transactions.plain): Promise<VodEntity[]> {
    return tx.find(VodEntity, { where: { channelUuid: Any([...channelUuids]) }, order: { startedAt: 'ASC' } });
  }

  /**
   * VODs that a list of channels shows for each channel: its newest ones and those that are not finished, oldest first.
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

  /** VODs that are assigned or not finished. */
  unfinished(tx: Tx = this.transactions.plain): Promise<VodEntity[]> {
    return tx
      .createQueryBuilder(VodEntity, 'v')
      .where(
        `v.uuid IN (SELECT uuid FROM vod WHERE assigned UNION SELECT uuid FROM vod WHERE state IN (${UNFINISHED}))`,
      )
      .getMany();
  }

  /** Channels with a VOD that is not finished. */
  async channelsAtWork(): Promise<ReadonlySet<string>> {
    const rows = await this.transactions.plain.query<{ channel_uuid: string }[]>(
      `SELECT DISTINCT channel_uuid FROM vod WHERE state IN (${UNFINISHED}, 'downloading')`,
    );
    return new Set(rows.map((row) => row.channel_uuid));
  }

  /** All VODs that are being recorded or are to be recorded. */
  assigned(): Promise<AssignedVod[]> {
    return this.transactions.plain.find(VodEntity, {
      select: { uuid: true, channelUuid: true, state: true, assignedAt: true },
      where: { assigned: true },
    });
  }

  allAssigned(): Promise<VodEntity[]> {
    return this.transactions.plain.find(VodEntity, { where: { assigned: true } });
  }

  /** VODs of a channel that are being recorded or are to be recorded. */
  assignedOf(channelUuid: string): Promise<VodEntity[]> {
    return this.transactions.plain.find(VodEntity, { where: { channelUuid, assigned: true } });
  }

  /** VODs that are no longer recorded and whose chat is not finished. */
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

  /** Whether a VOD of the channel is being recorded or is to be recorded. */
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
   * Finished VODs whose segments are still stored and may be deleted. The age is that of the file, not of the
   * broadcast, because a video may be downloaded, and a recording converted again, long after its end. If a file is
   * missing, the segments are the only copy and stay.
   * @param madeBy the newest file was made at this time or before
   * @param endedBy the VOD ended at this time or before
   */
  async withSegments({ madeBy, endedBy }: { readonly madeBy: Date; readonly endedBy: Date }): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ uuid: string }[]>(
      `SELECT v.uuid FROM vod v JOIN file f ON f.vod_uuid = v.uuid AND f.role = 'segment' AND NOT f.deleted
      WHERE NOT v.segments_gone AND v.state = 'finalized' AND v.convert_state = 'done'
        AND v.facts->'isPartial' IS DISTINCT FROM 'true'::jsonb
        AND v.ended_at <= $2 AND COALESCE(to_timestamp((v.facts ->> 'closedAt')::bigint / 1000.0) <= $2, true)
        AND NOT EXISTS (${OPEN_MEDIA_STAGES} WHERE s.vod_uuid = v.uuid AND ${IS_OPEN})
      GROUP BY v.uuid HAVING MAX(f.created_at) <= $1 AND COUNT(f.missing_since) = 0`,
      [madeBy, endedBy],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** Whether a stage that needs the segments of this VOD waits or runs. */
  async hasOpenMediaStage(uuid: string, tx: Tx): Promise<boolean> {
    const rows = await tx.query<unknown[]>(`${OPEN_MEDIA_STAGES} WHERE s.vod_uuid = $1 AND ${IS_OPEN} LIMIT 1`, [uuid]);
    return rows.length > 0;
  }

  /**
   * VODs whose row is newer than their manifest, the longest waiting first. A running recording or download changes
   * every few seconds, so it waits a minute.
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
   * Takes the next revision before its object is written, so that a key is never used twice, even after a crash.
   * @returns null if the VOD is deleted
   */
  async takeRevision(uuid: string): Promise<number | null> {
    const rows = await this.transactions.plain.query<{ revision: number }[][]>(
      'UPDATE vod SET manifest_revision = manifest_revision + 1, manifest_at = now() WHERE uuid = $1 RETURNING manifest_revision AS revision',
      [uuid],
    );
    return rows[0]?.[0]?.revision ?? null;
  }

  /**
   * Makes new manifests of all VODs of channels due, because the present ones contain what they must not. A manifest of
   * a row with version 0 replaces all present ones (`Manifests`).
   */
  async replaceManifests(channelUuids: readonly string[], tx: Tx): Promise<void> {
    await tx.query('UPDATE vod SET manifest_version = 0 WHERE channel_uuid = ANY($1)', [channelUuids]);
  }

  /**
   * Saves which version of the row the newest manifest holds, without raising the version.
   * @returns false if the VOD is deleted
   */
  async saveManifestVersion(uuid: string, version: number): Promise<boolean> {
    const [, saved] = await this.transactions.plain.query<[unknown[], number]>(
      'UPDATE vod SET manifest_version = $2 WHERE uuid = $1',
      [uuid, version],
    );
    return saved > 0;
  }

  /**
   * Saves how many bytes of the site's copy are stored. A late report never lowers the number, and a report of a
   * stopped download is ignored.
   * @returns whether the number changed
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

  /** Records that no bytes of the site's copy are stored any more. */
  async saveCopyGone(uuid: string): Promise<void> {
    await this.transactions.plain.query('UPDATE vod SET copy_bytes = 0 WHERE uuid = $1 AND copy_bytes <> 0', [uuid]);
  }

  /** VODs whose segments were given up; a process that crashed may have left objects of them. */
  async *withGivenUpSegments(): AsyncGenerator<{ readonly uuid: string; readonly basename: string }, void, undefined> {
    for (let after = NO_UUID; ;) {
      const page: { uuid: string; basename: string }[] = await this.transactions.plain.query(
        `SELECT uuid, basename FROM vod WHERE segments_gone AND facts ->> 'partsDeleted' IS NULL AND uuid > $1 ORDER BY uuid LIMIT ${PAGE_SIZE}`,
        [after],
      );
      yield* page;
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)?.uuid ?? after;
    }
  }

  /**
   * VODs that ended or got a file since then; they may still have unneeded objects. Older VODs were checked often
   * enough.
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

  /** All files, including deleted ones that keep their entry, and unlisted ones. */
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
        | 'subtitles'
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
   * Records that a file is missing on storage, or is there again. Ignored if the file was deleted, replaced or marked
   * since the row was read.
   * @returns whether it was recorded
   */
  async toggleMissing(
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

  /** Files in the order of their ids, after the given one. */
  filesAfter(id: string, limit: number): Promise<FileEntity[]> {
    return this.transactions.plain.find(FileEntity, {
      where: { id: MoreThan(id), deleted: false },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Replaces all files of a role; files of the other role stay. */
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

  /** Deletes the VOD's rows. Its bytes on storage count until {@link forgetDeletedVod}. */
  async remove(uuid: string, tx: Tx): Promise<void> {
    await tx.query('DELETE FROM leaving_vod WHERE uuid = $1', [uuid]); // from a deletion before a scan restored it
    await tx.query(
      `INSERT INTO leaving_vod (uuid, channel_uuid, segments, files, chat, other)
      SELECT uuid, channel_uuid, bytes + copy_bytes, file_bytes, vod_weight(v) - bytes - copy_bytes - file_bytes - other_bytes, other_bytes FROM vod v WHERE uuid = $1`,
      [uuid],
    );
    await tx.delete(VodEntity, { uuid });
  }

  /** Records that nothing of a deleted VOD is left on storage. */
  async forgetDeletedVod(uuid: string): Promise<void> {
    await this.transactions.plain.query('DELETE FROM leaving_vod WHERE uuid = $1', [uuid]);
  }
}
