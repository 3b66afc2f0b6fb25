import { settingsOf } from './setting-def.js';
import { EXPORT_VARIABLES } from './template-variables.js';

const LATER = 'export';
const exporter = settingsOf('Exporter');
const tube = settingsOf('YouTube');

/**
 * Category ids that YouTube accepts for uploads (https://developers.google.com/youtube/v3/docs/videoCategories). Empty:
 * none chosen.
 */
const CATEGORIES = [
  '',
  '1',
  '2',
  '10',
  '15',
  '17',
  '19',
  '20',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
  '28',
  '29',
] as const;
const CATEGORY_TEXTS = {
  '': 'None',
  1: 'Film',
  2: 'Cars',
  10: 'Music',
  15: 'Pets',
  17: 'Sport',
  19: 'Travel',
  20: 'Gaming',
  22: 'People',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News',
  26: 'How-to',
  27: 'Education',
  28: 'Science',
  29: 'Non-profits',
} as const;

/** Where finished files are sent. */
export const EXPORT_SETTINGS = {
  'exporter.default.exporter': exporter.oneOf(['file', 'sftp', 'ftp', 'rclone', 'youtube'], {
    text: 'Target',
    help: 'The target of an export unless you choose another.',
    default: 'file',
    choiceTexts: { file: 'Folder' },
    later: LATER,
  }),
  'exporter.default.directory': exporter.template(EXPORT_VARIABLES, {
    text: 'Folder',
    help: 'The folder at the target.',
    default: '',
    later: LATER,
  }),
  'exporter.default.host': exporter.line({
    text: 'Host',
    help: 'The name or address of the target.',
    default: '',
    later: LATER,
  }),
  'exporter.default.username': exporter.line({
    text: 'User',
    help: 'The user who signs in there.',
    default: '',
    later: LATER,
  }),
  'exporter.default.password': exporter.secret({ text: 'Password', help: 'The password of that user.', later: LATER }),
  'exporter.default.title_template': exporter.template(EXPORT_VARIABLES, {
    text: 'Title',
    help: 'The title and file name of an export.',
    default: '{internalName}_{date}_{id}',
    later: LATER,
  }),
  'exporter.default.description': exporter.line({
    text: 'Description',
    help: 'The description of an uploaded video.',
    default: '',
    max: 5_000,
    multiline: true,
    later: LATER,
  }),
  'exporter.default.category': exporter.oneOf(CATEGORIES, {
    text: 'Category',
    help: 'The category of an uploaded video.',
    default: '',
    choiceTexts: CATEGORY_TEXTS,
    later: LATER,
  }),
  'exporter.default.privacy': exporter.oneOf(['public', 'unlisted', 'private'], {
    text: 'Visibility',
    help: 'Who can see an uploaded video.',
    default: 'private',
    choiceTexts: { public: 'Everyone', unlisted: 'Anyone with the link', private: 'Only me' },
    later: LATER,
  }),
  'exporter.default.tags': exporter.line({
    text: 'Tags',
    help: 'Separated by commas.',
    default: '',
    max: 500,
    later: LATER,
  }),
  'exporter.default.remote': exporter.line({
    text: 'rclone remote',
    help: 'The name of the remote in the rclone configuration.',
    default: '',
    later: LATER,
  }),
  'exporter.auto.enabled': exporter.flag({
    text: 'Export each VOD',
    help: 'Exports each finished VOD automatically.',
    default: false,
    later: LATER,
  }),
  'exporter.auto.exclude_channels': exporter.line({
    text: 'Except these channels',
    help: 'Logins, separated by semicolons.',
    default: '',
    max: 10_000,
    later: LATER,
  }),
  'exporter.youtube.playlists': exporter.line({
    text: 'Playlists',
    help: 'login=playlist pairs, separated by semicolons.',
    default: '',
    max: 10_000,
    later: LATER,
  }),
  'youtube.client_id': tube.line({
    text: 'Client ID',
    help: 'The client ID of your app at Google.',
    default: '',
    later: LATER,
  }),
  'youtube.client_secret': tube.secret({
    text: 'Client secret',
    help: 'The client secret of the same app.',
    later: LATER,
  }),
  'youtube.quota_override': tube.flag({
    text: 'Ignore the quota',
    help: 'Tries uploads even when the quota of the day is used up.',
    default: false,
    later: LATER,
  }),
} as const;
