import pg from 'pg';
import type { LibraryRows } from './verdict/judge-library.js';

/** A VOD as stored in its row. */
export interface VodRow {
  readonly uuid: string;
  readonly basename: string;
  readonly channelName: string;
  readonly isArchived: boolean;
}

/** Videos, chats, and what lies beside them. */
const FILES = `
  SELECT vod_uuid AS vod, key, size_bytes::int AS "sizeBytes", library_path AS "libraryPath" FROM file WHERE NOT deleted
  UNION ALL SELECT v.uuid, f ->> 'key', (f ->> 'sizeBytes')::int, f ->> 'libraryPath'
  FROM vod v,
    jsonb_path_query(
      jsonb_build_array(v.side_files, v.downloaded_chat, v.chat -> 'file'), '$[*][*] ? (@.key != null)') f`;

/** Reads the library from the database of an installation, without the api. */
export class LibraryDb {
  private readonly pool: pg.Pool;

  constructor(readonly url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 2 });
    this.pool.on('error', () => undefined); // the installation may stop first
  }

  /** VODs of a channel, oldest first. */
  async vodsOf(channel: string): Promise<VodRow[]> {
    const { rows } = await this.pool.query<VodRow>(
      'SELECT uuid, basename, channel_name AS "channelName", archived_at IS NOT NULL AS "isArchived" FROM vod WHERE channel_uuid = $1 ORDER BY started_at',
      [channel],
    );
    return rows;
  }

  async rows(): Promise<LibraryRows> {
    const [vods, files, clips, leftovers, due, openJobs] = await Promise.all([
      this.column('SELECT uuid AS value FROM vod'),
      this.pool.query<LibraryRows['files'][number]>(FILES),
      this.column('SELECT uuid AS value FROM clip'),
      this.column('SELECT path AS value FROM library_leftover'),
      this.column('SELECT vod_uuid AS value FROM library_due'),
      this.column(`SELECT name || ' ' || status AS value FROM job WHERE status IN ('WAITING', 'RUNNING')`),
    ]);
    return { vods, files: files.rows, clips, leftovers, due, openJobs };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async column(sql: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ value: string }>(sql);
    return rows.map(({ value }) => value);
  }
}
