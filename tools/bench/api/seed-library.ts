import { randomUUID } from 'node:crypto';
import { openStorage } from '#libs/storage';
import pLimit from 'p-limit';
import pg from 'pg';

/** Size of a library for the bench; the VODs of a channel are one day apart. */
export interface LibraryPlan {
  readonly channels: number;
  readonly vods: number;
}

/** The uuid of a channel contains its number, so that a later, larger seed finds the channel again. */
const CHANNEL = `('00000000-0000-4000-8000-' || lpad(c::text, 12, '0'))::uuid`;
const PARALLEL_PUTS = 32;
const BYTE = Buffer.from('x');
const TITLES = [
  'Chess night',
  'Speedrun any%',
  'Just talking',
  'Building a boat',
  'Learning Korean',
  'Ranked until gold',
  'Cooking with viewers',
  'Synth repair',
];

/**
 * Fills the database of an installation with finished VODs up to the requested number, each with a file, a part, three
 * chapters and a dozen viewer counts. No task has work left for them, as in an installation that made them over years:
 * their objects exist before their rows, their manifests are written, their space is listed, and their parts are swept.
 * Otherwise, periodic tasks would process all of them at once during the measured requests.
 */
export class LibrarySeed {
  private made = 0;
  private constructor(
    private readonly db: pg.Client,
    private readonly storageDir: string,
  ) {}

  static async open(pgUrl: string, storageDir: string): Promise<LibrarySeed> {
    const db = new pg.Client({ connectionString: pgUrl });
    await db.connect();
    return new LibrarySeed(db, storageDir);
  }

  async close(): Promise<void> {
    await this.db.end();
  }

  async channels(count: number): Promise<void> {
    await this.db.query(
      `INSERT INTO channel (uuid, provider_kind, internal_name, display_name, source_url, source_id, options, site, stream, created_at)
      SELECT ${CHANNEL}, 'twitch', 'many_' || c, 'Many ' || c, 'https://www.twitch.tv/many_' || c, (60000000 + c)::text, '{"live_chat": true}',
        jsonb_build_object('login', 'many_' || c, 'displayName', 'Many ' || c, 'description', repeat('A channel of the bench. ', 6), 'avatarUrl', '', 'offlineImageUrl', '', 'broadcasterType', 'affiliate', 'at', 1),
        jsonb_build_object('title', 'Stream ' || c, 'category', jsonb_build_object('id', (c % 50)::text, 'name', 'Game ' || c % 50, 'boxArtUrl', ''), 'tags', '["English"]'::jsonb, 'language', 'en', 'isMature', false, 'viewers', c, 'at', 1793836800000), now()
      FROM generate_series(0, $1::int - 1) c`,
      [count],
    );
  }

  /** Adds VODs up to this number, spread over the channels. */
  async vods({ channels, vods }: LibraryPlan): Promise<void> {
    await this.db.query('SET synchronous_commit = off');
    await this.db.query(`CREATE TEMP TABLE IF NOT EXISTS fresh (uuid uuid, n int)`);
    await this.db.query('TRUNCATE fresh');
    await this.db.query(`INSERT INTO fresh SELECT gen_random_uuid(), n FROM generate_series($1::int, $2::int - 1) n`, [
      this.made,
      vods,
    ]);
    await this.files();
    await this.db.query(
      `INSERT INTO vod (uuid, channel_uuid, provider_kind, stream_id, basename, channel_name, channel_display, title, state, assigned, assigned_at, started_at, ended_at, created_at, capture_started, media_ms, bytes, convert_state, segments_gone, season, stream_number, facts, manifest_version, space_version, metadata)
      SELECT f.uuid, ('00000000-0000-4000-8000-' || lpad((n % $1::int)::text, 12, '0'))::uuid, 'twitch', 's' || n, 'many_' || n % $1::int || '_' || n, 'many_' || n % $1::int, 'Many ' || n % $1::int, ($2::text[])[1 + n % 8] || ' ' || n,
        CASE WHEN n % 997 = 0 THEN 'failed' ELSE 'finalized' END, false, t, t, t + interval '3 hours', t, t, 10800000, 0, 'done', true, to_char(t, 'YYYYMM'), 1 + n / $1::int, '{"partsDeleted":true}', 1, 1, '{"type":"video","container":"MPEG-4","size":1,"duration":10800,"full_duration":10800,"bitrate":6000000,"width":1920,"height":1080,"fps":60,"video_codec":"h264"}'
      FROM fresh f CROSS JOIN LATERAL (SELECT timestamptz '2026-11-01' - make_interval(days => n / $1::int, secs => n % $1::int) AS t) at`,
      [channels, TITLES],
    );
    await this.db.query(
      `INSERT INTO file (id, vod_uuid, file_id, attempt, key, basename, size_bytes, start_ms, end_ms, video_ms, metadata, created_at) SELECT uuid || '/f0', uuid, 'f0', 'a', 'vods/' || uuid || '/files/f0/a.mp4', 'many_' || n || '.mp4', 1, 0, 10800000, 10800000, '{}', now() FROM fresh`,
    );
    await this.db.query(
      `INSERT INTO part (part_id, vod_uuid, recorder, started_at, ended_at, cause, segments, bytes, media_ms) SELECT 'p' || uuid, uuid, 'recorder-0', 1793836800000, 1793847600000, 'endlist', 5400, 8000000000, 10800000 FROM fresh`,
    );
    await this.db.query(
      `INSERT INTO vod_chapter (vod_uuid, at, title, category, is_mature) SELECT uuid, 1793836800000 + k * 3600000, 'Part ' || k, jsonb_build_object('id', (n % 50)::text, 'name', 'Game ' || n % 50, 'boxArtUrl', ''), false FROM fresh CROSS JOIN generate_series(0, 2) k`,
    );
    await this.db.query(
      `INSERT INTO vod_viewers (vod_uuid, at, amount) SELECT uuid, 1793836800000 + k * 900000, n % 5000 + k FROM fresh CROSS JOIN generate_series(0, 11) k`,
    );
    await this.db.query(
      `INSERT INTO vod_space (vod_uuid, segments, files, chat, other, listed_at) SELECT uuid, 0, 1, 0, 0, now() FROM fresh`,
    );
    this.made = vods;
    await this.db.query('VACUUM ANALYZE');
  }

  /** Writes files of one byte each, so that no file is missing from storage. */
  private async files(): Promise<void> {
    const { rows } = await this.db.query<{ uuid: string }>('SELECT uuid FROM fresh');
    const storage = await openStorage({ kind: 'file', rootDir: this.storageDir, sync: 'off' });
    const limit = pLimit(PARALLEL_PUTS);
    await Promise.all(rows.map(({ uuid }) => limit(() => storage.put(`vods/${uuid}/files/f0/a.mp4`, BYTE))));
    await storage.close();
  }

  /** Uuids of some VODs, spread over the library. */
  async pickVods(count: number): Promise<string[]> {
    const { rows } = await this.db.query<{ uuid: string }>(
      'SELECT uuid FROM vod WHERE uuid > $1 ORDER BY uuid LIMIT $2',
      [`0${randomUUID().slice(1)}`, count],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** The lower limit for a request: one row by its key, over a separate connection. @returns ms */
  async bareRow(uuid: string): Promise<number> {
    const began = performance.now();
    await this.db.query('SELECT * FROM vod WHERE uuid = $1', [uuid]);
    return performance.now() - began;
  }
}
