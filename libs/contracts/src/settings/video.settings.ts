import { settingsOf } from './setting-def.js';
import { CLIP_VARIABLES, SPLIT_VARIABLES, VOD_VARIABLES } from './template-variables.js';

const video = settingsOf('Video');
const names = settingsOf('Names');

/** Finished files: what is in them and what they are called. */
export const VIDEO_SETTINGS = {
  'vod_container': video.oneOf(['mp4', 'mkv', 'mov'], {
    text: 'Container',
    help: 'mp4 plays everywhere. mkv stays playable even when a file is cut off.',
    default: 'mp4',
  }),
  'no_vod_convert': video.flag({
    text: 'Do not convert',
    help: 'Keeps the VOD as segments and creates no container file.',
    default: false,
  }),
  'create_video_chapters': video.flag({
    text: 'Chapters in the file',
    help: 'Writes chapters into the container file, so that players show them.',
    default: true,
  }),
  'video.chapters.title': video.oneOf(['title_and_game', 'title', 'game'], {
    text: 'Titles of chapters',
    help: 'What the titles of the chapters in the file contain.',
    default: 'title_and_game',
    choiceTexts: { title_and_game: 'Title and category', title: 'Title', game: 'Category' },
  }),
  'min_chapter_duration': video.whole({
    text: 'Shortest chapter',
    help: 'Leaves shorter chapters out of the file. 0 keeps all.',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 0,
  }),
  'create_kodi_nfo': video.flag({
    text: 'Kodi files',
    help: 'Writes an .nfo file beside each VOD, for media servers.',
    default: false,
    later: 'automation',
  }),
  'thumbnail_format': settingsOf('Thumbnails').oneOf(['jpg', 'png', 'webp'], {
    text: 'Picture format',
    help: 'The format of thumbnails.',
    default: 'jpg',
  }),
  'localvideos.enabled': settingsOf('Local videos').flag({
    text: 'Show local videos',
    help: 'Lists video files in the folder of a channel that belong to no VOD.',
    default: false,
  }),
  'filename_vod': names.template(VOD_VARIABLES, {
    text: 'Name of VODs',
    help: 'The base name of the files of a VOD.',
    default: '{internalName}_{date}_{id}',
  }),
  'filename_vod_folder': names.template(VOD_VARIABLES, {
    text: 'Folder of VODs',
    help: 'The folder of a VOD inside the folder of its channel. A / creates subfolders.',
    default: '{internalName}_{date}_{id}',
  }),
  'filename_clip': names.template(CLIP_VARIABLES, {
    text: 'Name of clips',
    help: 'The file name of a downloaded clip.',
    default: '{broadcaster} - {title} [{id}] [{quality}]',
  }),
  'template.vodsplit.folder': names.template(SPLIT_VARIABLES, {
    text: 'Folder of split VODs',
    help: 'The folder of the files that a VOD is split into.',
    default: '{internalName}_{date}_{id}',
    later: 'automation',
  }),
  'template.vodsplit.filename': names.template(SPLIT_VARIABLES, {
    text: 'Name of split files',
    help: 'The name of each file that a VOD is split into.',
    default: '{internalName}_{date}_{id}-{chapter_number}._{chapter_title}_({game_name})',
    later: 'automation',
  }),
} as const;
