import { settingsOf } from './setting-def.js';
import { CLIP_VARIABLES, SEASON_SCHEMES, SPLIT_VARIABLES, VOD_VARIABLES } from './template-variables.js';

const video = settingsOf('video');
const names = settingsOf('names');

/** Contents and names of finished files. */
export const VIDEO_SETTINGS = {
  'vod_container': video.oneOf(['mp4', 'mkv', 'mov'], {
    default: 'mp4',
  }),
  'no_vod_convert': video.flag({
    default: false,
  }),
  'create_video_chapters': video.flag({
    default: true,
  }),
  'video.chapters.gaps': video.flag({
    default: true,
  }),
  'video.chapters.title': video.oneOf(['title_and_game', 'title', 'game'], {
    default: 'title_and_game',
    named: ['title_and_game', 'title', 'game'],
  }),
  'min_chapter_duration': video.whole({
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 0,
  }),
  'create_kodi_nfo': video.flag({ default: false }),
  'thumbnail_format': settingsOf('thumbnails').oneOf(['jpg', 'png', 'webp'], {
    default: 'jpg',
  }),
  'localvideos.enabled': settingsOf('local-videos').flag({
    default: false,
  }),
  'filename_vod': names.template(VOD_VARIABLES, {
    default: '{internalName}_{date}_{id}',
  }),
  'filename_vod_folder': names.template(VOD_VARIABLES, {
    default: '{internalName}_{date}_{id}',
  }),
  'names.season_scheme': names.oneOf(SEASON_SCHEMES, {
    default: 'month',
    named: SEASON_SCHEMES,
  }),
  'names.episode_digits': names.whole({
    unit: 'digits',
    min: 1,
    max: 6,
    default: 2,
  }),
  'filename_clip': names.template(CLIP_VARIABLES, {
    default: '{broadcaster} - {title} [{id}] [{quality}]',
  }),
  'template.vodsplit.folder': names.template(SPLIT_VARIABLES, {
    default: '{internalName}_{date}_{id}',
    later: 'render',
  }),
  'template.vodsplit.filename': names.template(SPLIT_VARIABLES, {
    default: '{internalName}_{date}_{id}-{chapter_number}._{chapter_title}_({game_name})',
    later: 'render',
  }),
} as const;
