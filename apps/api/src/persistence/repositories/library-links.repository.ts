import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';
import { type VodEntity } from '../entities/vod.entity.js';

/** A file of a VOD that is in the library or should be. `path`: its known path; null if there is none. */
export interface ShownFile {
  readonly kind: 'file' | 'subtitles' | 'side' | 'chat' | 'downloadedChat';
  /** For a file and its subtitles: the id of the file. For a side file: its kind. */
  readonly id: string;
  readonly vodUuid: string;
  readonly key: string;
  readonly name: string;
  readonly path: string | null;
}
/** Size and time of an object. They identify its link after the object is deleted. */
export interface ObjectMark {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}
/** A path where a link may exist that no row needs. `mark`: null if its object was already deleted. */
export interface Leftover {
  readonly path: string;
  readonly key: string;
  readonly mark: ObjectMark | null;
}

/** The VODs whose library links are due, the paths of their files, and the links to remove. */
@Injectable()
export class LibraryLinksRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Call it in the transaction that changes the name or the place of a VOD. */
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

  /** When it last became due, as text, because a Date cannot hold microseconds. */
  async dueAt(vodUuid: string): Promise<string | null> {
    const [row] = await this.transactions.plain.query<{ at: string }[]>(
      'SELECT at::text AS at FROM library_due WHERE vod_uuid = $1',
      [vodUuid],
    );
    return row?.at ?? null;
  }

  /** Does nothing if the VOD became due again meanwhile. */
  async setDone(vodUuid: string, dueAt: string): Promise<void> {
    await this.transactions.plain.query('DELETE FROM library_due WHERE vod_uuid = $1 AND at = $2::timestamptz', [
      vodUuid,
      dueAt,
    ]);
  }

  /** Deleted VODs that still have links in the library. */
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

  /** Call it before a link is made, so that a crash leaves no unknown link. */
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
   * Saves the path of a new link; the previous path becomes a leftover. Does nothing if the file was replaced
   * meanwhile.
   * @param vod locked row
   * @returns true if `vod` was changed, so that the caller must save it
   */
  async setPath(
    vod: VodEntity,
    { shown, path, mark }: Pick<Leftover, 'path' | 'mark'> & { readonly shown: ShownFile },
    tx: Tx,
  ): Promise<boolean> {
    const before = await this.replacePath(vod, { shown, path }, tx);
    if (before === null) return false;
    await this.forgetLeftover(path, tx);
    if (before.path !== null && before.path !== path)
      await this.saveLeftover(vod.uuid, { path: before.path, key: shown.key, mark }, tx);
    return shown.kind === 'chat' || shown.kind === 'downloadedChat' || shown.kind === 'side';
  }

  /** @returns the previous path; null if the file no longer exists */
  private async replacePath(
    vod: VodEntity,
    { shown, path }: { readonly shown: ShownFile; readonly path: string },
    tx: Tx,
  ): Promise<{ readonly path: string | null } | null> {
    if (shown.kind === 'file') return this.replaceFilePath(shown, path, tx);
    if (shown.kind === 'subtitles') return this.replaceSubtitlesPath(shown, path, tx);
    if (shown.kind === 'side') return replaceSidePath(vod, shown, path);
    const chat = shown.kind === 'chat' ? vod.chat?.file : vod.downloadedChat;
    if (chat?.key !== shown.key) return null;
    if (shown.kind === 'chat') vod.chat = vod.chat && { ...vod.chat, file: { ...chat, libraryPath: path } };
    else vod.downloadedChat = { ...chat, libraryPath: path };
    return { path: chat.libraryPath };
  }

  private async replaceFilePath(
    { id, key }: ShownFile,
    path: string,
    tx: Tx,
  ): Promise<{ readonly path: string | null } | null> {
    const file = await tx.findOneBy(FileEntity, { id, key });
    if (file) await tx.update(FileEntity, { id }, { libraryPath: path });
    return file && { path: file.libraryPath };
  }

  private async replaceSubtitlesPath(
    { id, key }: ShownFile,
    path: string,
    tx: Tx,
  ): Promise<{ readonly path: string | null } | null> {
    const file = await tx.findOneBy(FileEntity, { id });
    const before = file?.subtitles.find((one) => one.key === key);
    if (!file || !before) return null;
    const subtitles = file.subtitles.map((one) => (one === before ? { ...one, libraryPath: path } : one));
    await tx.update(FileEntity, { id }, { subtitles });
    return { path: before.libraryPath };
  }
}

function replaceSidePath(
  vod: VodEntity,
  { id, key }: ShownFile,
  path: string,
): { readonly path: string | null } | null {
  const before = vod.sideFiles.find((file) => file.kind === id && file.key === key);
  if (!before) return null;
  vod.sideFiles = vod.sideFiles.map((file) => (file === before ? { ...file, libraryPath: path } : file));
  return { path: before.libraryPath };
}
