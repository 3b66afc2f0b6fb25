import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { settingsOf } from './setting-def.js';

const storage = settingsOf('storage');
const cleanup = settingsOf('clean-up');

/** Location and deletion of VODs. */
export const STORAGE_SETTINGS = {
  'channel_folders': {
    ...storage.flag({
      default: true,
      guest: true,
      deprecated: true,
    }),
    schema: z.literal(true, fieldMessage('field.always-on')),
  },
  'vod_folders': storage.flag({
    default: true,
    guest: true,
  }),
  'storage.deleted_cloud': storage.flag({
    default: false,
  }),
  'storage.quota_gb': storage.measure({
    unit: 'gb',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  }),
  'storage.gate_gb': storage.measure({
    unit: 'gb',
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
  'storage.data_gate_gb': storage.measure({
    unit: 'gb',
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
  'storage_per_streamer': cleanup.measure({
    unit: 'gb',
    min: 0,
    max: 1_000_000,
    default: 100,
  }),
  'vods_to_keep': cleanup.whole({
    unit: 'vods',
    min: 0,
    max: 100_000,
    default: 5,
  }),
  'cleanup.no_size_limit': cleanup.flag({
    default: false,
  }),
  'cleanup.no_count_limit': cleanup.flag({
    default: false,
  }),
  'cleanup.max_age_days': cleanup.measure({
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  'cleanup.min_free_gb': cleanup.measure({
    unit: 'gb',
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
  'cleanup.after_recording': cleanup.flag({
    default: false,
  }),
  'cleanup.make_room': cleanup.flag({
    default: false,
  }),
  'cleanup.report_h': cleanup.measure({
    unit: 'hours',
    min: 0,
    max: 720,
    default: 20,
  }),
  'delete_only_one_vod': cleanup.flag({
    default: false,
  }),
  'keep_deleted_vods': cleanup.flag({
    default: false,
  }),
  'keep_favourite_vods': cleanup.flag({
    default: false,
  }),
  'keep_muted_vods': cleanup.flag({
    default: false,
  }),
  'keep_commented_vods': cleanup.flag({
    default: false,
  }),
} as const;
