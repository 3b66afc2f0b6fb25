import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';
import { type VodEntity } from '../entities/vod.entity.js';

/** A file of a VOD that stands in the library, or shall: `path` where it is known to stand. */
export interface ShownFile {
  readonly kind: 'file' | 'chat' | 'downloadedChat';
  readonly id: string;
  readonly vodUuid: string;
  readonly key: string;
  readonly name: string;
  readonly path: string | null;
}
/** How large an object is and when it was written: its link is known by that when the object is gone. */
export interface Mark {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}
/** A path where a link of ours may stand that no row needs. `mark`: null where its object was gone already. */
export interface Leftover {
  readonly path: string;
  readonly key: string;
  readonly mark: Mark | null;
}

/** Which VODs the library has to follow, where their files stand in it, and what is to go. */
@Injectable()
export class LibraryLinksRepository {
  constructor(private readonly transactions: Transactions) {}

  /** In the transaction that changes what a VOD is called, or where it belongs. */
  async setDue(vodUuid: string, tx: Tx): Promise<void> {
    await tx.query(
      'INSERT INTO library_due (vod_uuid, at) VALUES ($1, clock_timestamp()) ON CONFLICT (vod_uuid) DO UPDATE SET at = clock_timestamp()',
      [vodUuid],
    );
  }

  async due(): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ vod_uuid: string }[]>(
      'SELECT vod_uuid FROM library_due ORDER BY at',
    );
    return rows.map((row) => row.vod_uuid);
  }

  /** When it last became due, as text: its microseconds do not fit a Date. */
  async dueAt(vodUuid: string): Promise<string | null> {
    const [row] = await this.transactions.plain.query<{ at: string }[]>(
      'SELECT at::text AS at FROM library_due WHERE vod_uuid = $1',
      [vodUuid],
    );
    return row?.at ?? null;
  }

  /** Nothing when it has become due again meanwhile. */
  async setDone(vodUuid: string, dueAt: string): Promise<void> {
    await this.transactions.plain.query('DELETE FROM library_due WHERE vod_uuid = $1 AND at = $2::timestamptz', [
      vodUuid,
      dueAt,
    ]);
  }

  /** VODs that are gone and have left something in the library. */
  async orphaned(): Promise<string[]> {
    const rows = await this.transactions.plain.query<{ vod_uuid: string }[]>(
      'SELECT DISTINCT l.vod_uuid FROM library_leftover l LEFT JOIN vod v ON v.uuid = l.vod_uuid WHERE v.uuid IS NULL',
    );
    return rows.map((row) => row.vod_uuid);
  }

  async leftovers(vodUuid: string): Promise<Leftover[]> {
    const rows = await this.transactions.plain.query<
      { path: string; key: string; size_bytes: string | null; modified_at: Date | null }[]
    >('SELECT path, key, size_bytes, modified_at FROM library_leftover WHERE vod_uuid = $1 ORDER BY path', [vodUuid]);
    return rows.map(({ path, key, size_bytes, modified_at }) => ({
      path,
      key,
      mark:
        size_bytes === null || modified_at === null ? null : { sizeBytes: Number(size_bytes), modifiedAt: modified_at },
    }));
  }

  /** Before a link is made, so that whoever dies afterwards leaves none that nobody knows. */
  async saveLeftover(vodUuid: string, { path, key, mark }: Leftover, tx: Tx = this.transactions.plain): Promise<void> {
    await tx.query(
      'INSERT INTO library_leftover (path, vod_uuid, key, size_bytes, modified_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (path) DO NOTHING',
      [path, vodUuid, key, mark?.sizeBytes ?? null, mark?.modifiedAt ?? null],
    );
  }

  async forgetLeftover(path: string, tx: Tx = this.transactions.plain): Promise<void> {
    await tx.query('DELETE FROM library_leftover WHERE path = $1', [path]);
  }

  /**
   * The new link stands: from here on the old one is what is left. Nothing when the file was replaced meanwhile.
   * @param vod under its lock @returns whether `vod` was changed, so that the caller has to save it
   */
  async setPath(
    vod: VodEntity,
    { shown, path, mark }: Pick<Leftover, 'path' | 'mark'> & { readonly shown: ShownFile },
    tx: Tx,
  ): Promise<boolean> {
    const before = await this.takePath(vod, { shown, path }, tx);
    if (before === null) return false;
    await this.forgetLeftover(path, tx);
    if (before.path !== null && before.path !== path)
      await this.saveLeftover(vod.uuid, { path: before.path, key: shown.key, mark }, tx);
    return shown.kind !== 'file';
  }

  /** @returns where it stood; null when it is not there any more */
  private async takePath(
    vod: VodEntity,
    { shown, path }: { readonly shown: ShownFile; readonly path: string },
    tx: Tx,
  ): Promise<{ readonly path: string | null } | null> {
    if (shown.kind === 'file') {
      const file = await tx.findOneBy(FileEntity, { id: shown.id, key: shown.key });
      if (file) await tx.update(FileEntity, { id: file.id }, { libraryPath: path });
      return file && { path: file.libraryPath };
    }
    const chat = shown.kind === 'chat' ? vod.chat?.file : vod.downloadedChat;
    if (chat?.key !== shown.key) return null;
    if (shown.kind === 'chat') vod.chat = vod.chat && { ...vod.chat, file: { ...chat, libraryPath: path } };
    else vod.downloadedChat = { ...chat, libraryPath: path };
    return { path: chat.libraryPath };
  }
}
