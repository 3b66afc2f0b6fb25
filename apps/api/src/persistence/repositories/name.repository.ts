import { clashSearch } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';

/** `folder`: null matches any folder. `isSaved`: only files of archived VODs. */
export interface FileAddress {
  readonly channel: string;
  readonly folder: string | null;
  readonly basename: string;
  readonly isSaved: boolean;
}

/** Key of the advisory lock for assigning names. */
const NAMES_LOCK = 7_305_001;

/** Finds taken names, and files by their address. */
@Injectable()
export class NameRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Blocks other assignments of names until the transaction ends. Take row locks first. */
  async lock(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [NAMES_LOCK]);
  }

  /**
   * Names of VODs that may clash with this name or a numbered form of it.
   * @param except a VOD to ignore
   */
  async similarNames(name: string, except: string | null, tx: Tx = this.transactions.plain): Promise<string[]> {
    const { stem, shorter } = clashSearch(name);
    const rows = await tx.query<{ basename: string }[]>(
      'SELECT basename FROM vod WHERE (lower(basename) LIKE $1 OR lower(basename) = ANY($2)) AND uuid IS DISTINCT FROM $3',
      [`${stem.replace(/[\\%_]/g, '\\$&')}%`, shorter, except],
    );
    return rows.map((row) => row.basename);
  }

  /** Whether a worker is making files under the VOD's current name, or is downloading a copy that will get it. */
  async isInUse(vodUuid: string, tx: Tx): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM job WHERE vod_uuid = $1 AND status IN ('WAITING', 'RUNNING') AND stage IN ('convert', 'chat', 'copy-download', 'copy-convert') LIMIT 1`,
      [vodUuid],
    );
    return rows.length > 0;
  }

  /** Finds a file by its address. */
  fileAt(address: FileAddress): Promise<FileEntity | null> {
    return this.find(address, 'f.basename = :basename');
  }

  /** Finds the file whose subtitles have this address. */
  fileWithSubtitlesAt(address: FileAddress): Promise<FileEntity | null> {
    return this.find(
      address,
      `f.subtitles <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(f.subtitles) s
       WHERE regexp_replace(f.basename, '\\.[^.]*$', '') || (s ->> 'ending') = :basename)`,
    );
  }

  private find({ channel, folder, basename, isSaved }: FileAddress, named: string): Promise<FileEntity | null> {
    const query = this.transactions.plain
      .createQueryBuilder(FileEntity, 'f')
      .innerJoin('vod', 'v', 'v.uuid = f.vodUuid')
      .where(`${named} AND NOT f.deleted AND v.channel_name = :channel`, { basename, channel });
    if (folder !== null) query.andWhere('v.folder = :folder', { folder });
    if (isSaved) query.andWhere('v.archived_at IS NOT NULL');
    return query.getOne();
  }
}
