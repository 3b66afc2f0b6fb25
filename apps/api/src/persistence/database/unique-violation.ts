import { QueryFailedError } from 'typeorm';

/** SQLSTATE of a unique violation (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const UNIQUE_VIOLATION = '23505';
/** Names of unique constraints: one VOD per channel and broadcast, and one row per channel and local video. */
export const VOD_OF_STREAM = 'vod_channel_uuid_stream_id_key';
export const LOCAL_VIDEO_OF_PATH = 'local_video_channel_uuid_path_key';

/**
 * Whether a statement failed because a row with the same key exists.
 * @param constraint its name in the database
 */
export function violatesUnique(thrown: unknown, constraint: string): boolean {
  if (!(thrown instanceof QueryFailedError)) return false;
  const cause = thrown.driverError as { readonly code?: unknown; readonly constraint?: unknown };
  return cause.code === UNIQUE_VIOLATION && cause.constraint === constraint;
}
