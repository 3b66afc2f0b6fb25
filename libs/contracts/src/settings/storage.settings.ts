import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { settingsOf } from './setting-def.js';

const storage = settingsOf('Storage');
const cleanup = settingsOf('Clean-up');

/** Where VODs lie and which of them go. */
export const STORAGE_SETTINGS = {
  'channel_folders': {
    ...storage.flag({
      text: 'A folder per channel',
      help: 'Always on.',
      default: true,
      guest: true,
      deprecated: true,
    }),
    schema: z.literal(true, fieldMessage('field.always-on')),
  },
  'vod_folders': storage.flag({
    text: 'A folder per VOD',
    help: 'Each VOD has its own folder inside the folder of its channel.',
    default: true,
    guest: true,
  }),
  'storage.deleted_cloud': storage.flag({
    text: 'A missing file is in the cloud',
    help: 'When a file of a VOD disappears from storage, Vodkeep treats it as moved to the cloud and not as lost.',
    default: false,
  }),
  'storage.quota_gb': storage.measure({
    text: 'Storage size',
    help: 'Vodkeep never counts more than this as free. S3 needs it, because S3 does not report its size. On a disk, the free space of the disk counts, too. 0: no limit.',
    unit: 'GB',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  }),
  'storage_per_streamer': cleanup.measure({
    text: 'Space per channel',
    help: 'When the VODs of a channel are larger than this, clean-up deletes the oldest. A limit of the channel takes precedence.',
    unit: 'GB',
    min: 0,
    max: 1_000_000,
    default: 100,
  }),
  'vods_to_keep': cleanup.whole({
    text: 'VODs per channel',
    help: 'Clean-up keeps this many VODs, including the newest. A limit of the channel takes precedence. 0 keeps only what a rule keeps.',
    unit: 'VODs',
    min: 0,
    max: 100_000,
    default: 5,
  }),
  'cleanup.no_size_limit': cleanup.flag({
    text: 'No size limit',
    help: 'Clean-up deletes no VOD because of its size.',
    default: false,
  }),
  'cleanup.no_count_limit': cleanup.flag({
    text: 'No count limit',
    help: 'Clean-up deletes no VOD because there are too many.',
    default: false,
  }),
  'cleanup.max_age_days': cleanup.measure({
    text: 'Maximum age',
    help: 'Clean-up deletes older VODs. 0: no limit.',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  'cleanup.min_free_gb': cleanup.measure({
    text: 'Minimum free space',
    help: 'When less space is free on storage, clean-up deletes the oldest VODs of all channels. 0: no limit.',
    unit: 'GB',
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
  'cleanup.after_recording': cleanup.flag({
    text: 'Clean up after each recording',
    help: 'When off, clean-up runs only when you start it.',
    default: false,
    later: 'automation',
  }),
  'delete_only_one_vod': cleanup.flag({
    text: 'One at a time',
    help: 'A clean-up deletes at most one VOD, the oldest.',
    default: false,
  }),
  'keep_deleted_vods': cleanup.flag({
    text: 'Keep VODs deleted on the site',
    help: 'Keeps VODs that their site has deleted.',
    default: false,
  }),
  'keep_favourite_vods': cleanup.flag({
    text: 'Keep favourites',
    help: 'Keeps VODs with a favourite category.',
    default: false,
  }),
  'keep_muted_vods': cleanup.flag({
    text: 'Keep VODs muted on the site',
    help: 'Keeps VODs that are muted on their site.',
    default: false,
  }),
  'keep_commented_vods': cleanup.flag({
    text: 'Keep VODs with a comment',
    help: 'Keeps VODs that have a comment.',
    default: false,
  }),
} as const;
