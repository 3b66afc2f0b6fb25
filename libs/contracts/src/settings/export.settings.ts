import { settingsOf } from './setting-def.js';
import { EXPORT_VARIABLES } from './template-variables.js';

const LATER = 'export';
const exporter = settingsOf('exporter');
const tube = settingsOf('youtube');

/**
 * Category ids that YouTube accepts for uploads (https://developers.google.com/youtube/v3/docs/videoCategories). Empty:
 * no category.
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

/** Destinations of finished files. */
export const EXPORT_SETTINGS = {
  'exporter.default.exporter': exporter.oneOf(['file', 'sftp', 'ftp', 'rclone', 'youtube'], {
    default: 'file',
    named: ['file'],
    later: LATER,
  }),
  'exporter.default.directory': exporter.template(EXPORT_VARIABLES, {
    default: '',
    later: LATER,
  }),
  'exporter.default.host': exporter.line({
    default: '',
    later: LATER,
  }),
  'exporter.default.username': exporter.line({
    default: '',
    later: LATER,
  }),
  'exporter.default.password': exporter.secret({ later: LATER }),
  'exporter.default.title_template': exporter.template(EXPORT_VARIABLES, {
    default: '{internalName}_{date}_{id}',
    later: LATER,
  }),
  'exporter.default.description': exporter.line({
    default: '',
    max: 5_000,
    multiline: true,
    later: LATER,
  }),
  'exporter.default.category': exporter.oneOf(CATEGORIES, {
    default: '',
    named: CATEGORIES,
    later: LATER,
  }),
  'exporter.default.privacy': exporter.oneOf(['public', 'unlisted', 'private'], {
    default: 'private',
    named: ['public', 'unlisted', 'private'],
    later: LATER,
  }),
  'exporter.default.tags': exporter.line({
    default: '',
    max: 500,
    later: LATER,
  }),
  'exporter.default.remote': exporter.line({
    default: '',
    later: LATER,
  }),
  'exporter.auto.enabled': exporter.flag({
    default: false,
    later: LATER,
  }),
  'exporter.auto.exclude_channels': exporter.line({
    default: '',
    max: 10_000,
    later: LATER,
  }),
  'exporter.youtube.playlists': exporter.line({
    default: '',
    max: 10_000,
    later: LATER,
  }),
  'youtube.client_id': tube.line({
    default: '',
    later: LATER,
  }),
  'youtube.client_secret': tube.secret({
    later: LATER,
  }),
  'youtube.quota_override': tube.flag({
    default: false,
    later: LATER,
  }),
} as const;
