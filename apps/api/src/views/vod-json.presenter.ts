import { type View, type Vod } from '#libs/contracts';
import { type ViewerSample } from '#libs/domain';

/**
 * v0 has two versions. All v0 releases read this one; the additional fields of the later one (`external_*`) are
 * included.
 */
const FORMAT_VERSION = 2;

/**
 * v0's `<basename>.json` next to the media of a VOD (docs/reference/v0-api.md#files-of-a-vod), with the same names and
 * units: ISO times, lengths in seconds. Unknown values are left out. Files are given by name without a folder, as v0
 * reads them.
 * @param viewers all samples by the site's clock; a VOD view contains only some of them
 */
export function presentVodJson(vod: View<typeof Vod>, viewers: readonly ViewerSample[]): object {
  return {
    version: FORMAT_VERSION,
    type: vod.provider,
    uuid: vod.uuid,
    capture_id: vod.capture_id,
    channel_uuid: vod.channel_uuid,
    stream_resolution: vod.stream_resolution,
    segments: vod.segments_raw,
    is_capturing: vod.is_capturing,
    is_converting: vod.is_converting,
    is_finalized: vod.is_finalized,
    not_started: vod.state === 'waiting',
    failed: vod.failed,
    duration: vod.duration,
    video_metadata: vod.video_metadata,
    saved_at: vod.saved_at,
    created_at: vod.created_at,
    started_at: vod.started_at,
    ended_at: vod.ended_at,
    capture_started: vod.capture_started,
    capture_started2: vod.capture_started2,
    conversion_started: vod.conversion_started,
    stream_number: vod.stream_number,
    stream_season: vod.stream_season,
    stream_absolute_season: vod.stream_absolute_season,
    stream_absolute_number: vod.stream_absolute_number,
    comment: vod.comment,
    prevent_deletion: vod.prevent_deletion,
    cloud_storage: vod.cloud_storage,
    export_data: vod.export_data,
    viewers: viewers.map(({ at, amount }) => ({ timestamp: new Date(at).toISOString(), amount })),
    stream_pauses: vod.stream_pauses,
    bookmarks: vod.bookmarks.map(({ name, date, offset }) => ({ name, date, offset })),
    chapters: vod.chapters.map(chapterOf),
    ...siteVodOf(vod),
  };
}

/** Contains the time only, because v0 computes the position in the file from it. */
function chapterOf({
  started_at,
  title,
  online,
  game_id,
  game_name,
  box_art_url,
  is_mature,
  viewer_count,
}: Vod['chapters'][number]): object {
  const game =
    game_id === null
      ? game_name === null
        ? {}
        : { game_name }
      : { game_id, game_name: game_name ?? '', ...(box_art_url === null ? {} : { box_art_url }) };
  return { started_at, title, online, ...game, is_mature, ...(viewer_count === null ? {} : { viewer_count }) };
}

/** Both under the names of the site that v0 first supported and under its general names. */
function siteVodOf({
  twitch_vod_id,
  twitch_vod_title,
  twitch_vod_duration,
  twitch_vod_date,
  twitch_vod_exists,
  twitch_vod_muted,
  twitch_vod_neversaved,
  twitch_vod_attempted,
}: View<typeof Vod>): object {
  return {
    twitch_vod_id,
    twitch_vod_title,
    twitch_vod_duration,
    twitch_vod_date,
    twitch_vod_exists,
    twitch_vod_muted,
    twitch_vod_neversaved,
    twitch_vod_attempted,
    external_vod_id: twitch_vod_id,
    external_vod_title: twitch_vod_title,
    external_vod_duration: twitch_vod_duration,
    external_vod_date: twitch_vod_date,
    external_vod_exists: twitch_vod_exists,
  };
}
