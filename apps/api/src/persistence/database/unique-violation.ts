import { QueryFailedError } from 'typeorm';

/**
 * SQLSTATE of a row that another one stands in the way of
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const UNIQUE_VIOLATION = '23505';
/** Names of such keys: one VOD of a channel for each broadcast, one row of a channel for each video beside it. */
export const VOD_OF_STREAM = 'vod_channel_uuid_stream_id_key';
export const LOCAL_VIDEO_OF_PATH = 'local_video_channel_uuid_path_key';

/** Whether a statement failed since such a row is there already. @param constraint its name in the database */
export function violatesUnique(thrown: unknown, constraint: string): boolean {
  if (!(thrown instanceof QueryFailedError)) return false;
  const cause = thrown.driverError as { readonly code?: unknown; readonly constraint?: unknown };
  return cause.code === UNIQUE_VIOLATION && cause.constraint === constraint;
}
