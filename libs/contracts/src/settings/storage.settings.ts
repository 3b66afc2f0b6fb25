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
    help: 'Each VOD lies in a folder of its own inside that of its channel.',
    default: true,
    guest: true,
  }),
  'storage.deleted_cloud': storage.flag({
    text: 'A missing file is in the cloud',
    help: 'When a file of a VOD disappears from storage, it counts as moved to the cloud and not as lost.',
    default: false,
  }),
  'storage.quota_gb': storage.measure({
    text: 'Space there is',
    help: 'More is never counted as free. Needed on S3, which does not say how much it has; on a disk, what is free there counts too. 0: no limit.',
    unit: 'GB',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  }),
  'storage_per_streamer': cleanup.measure({
    text: 'Space per channel',
    help: 'Older VODs of a channel go when its VODs are larger, unless the channel says otherwise.',
    unit: 'GB',
    min: 0,
    max: 1_000_000,
    default: 100,
  }),
  'vods_to_keep': cleanup.whole({
    text: 'VODs per channel',
    help: 'So many are kept, the newest among them, unless the channel says otherwise. 0 keeps none but those that a rule spares.',
    unit: 'VODs',
    min: 0,
    max: 100_000,
    default: 5,
  }),
  'cleanup.no_size_limit': cleanup.flag({
    text: 'Any space',
    help: 'No VOD goes for the space it takes.',
    default: false,
  }),
  'cleanup.no_count_limit': cleanup.flag({
    text: 'Any number',
    help: 'No VOD goes because there are too many.',
    default: false,
  }),
  'cleanup.max_age_days': cleanup.measure({
    text: 'Oldest VOD',
    help: 'Older ones go. 0: no limit.',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  'cleanup.min_free_gb': cleanup.measure({
    text: 'Keep free',
    help: 'When less is free on storage, the oldest VODs go, whatever channel they are of. 0: no limit.',
    unit: 'GB',
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
  'cleanup.after_recording': cleanup.flag({
    text: 'Clean up after each recording',
    help: 'Off: only when you ask for it.',
    default: false,
    later: 'automation',
  }),
  'delete_only_one_vod': cleanup.flag({
    text: 'One at a time',
    help: 'A clean-up removes at most one VOD, the oldest.',
    default: false,
  }),
  'keep_deleted_vods': cleanup.flag({
    text: 'Keep what is gone from the site',
    help: 'VODs that their site has deleted stay.',
    default: false,
  }),
  'keep_favourite_vods': cleanup.flag({
    text: 'Keep favourites',
    help: 'VODs with a favourite category stay.',
    default: false,
  }),
  'keep_muted_vods': cleanup.flag({
    text: 'Keep what is muted at the site',
    help: 'VODs that are muted at their site stay.',
    default: false,
  }),
  'keep_commented_vods': cleanup.flag({
    text: 'Keep what has a comment',
    help: 'VODs with a comment of yours stay.',
    default: false,
  }),
} as const;
