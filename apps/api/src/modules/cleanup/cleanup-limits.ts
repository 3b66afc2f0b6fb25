import { type SettingValues } from '#libs/contracts';
import { type CleanupLimits } from '#libs/domain';
import { fullOptions } from '../../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';

const GB = 1_000_000_000;
const DAY_MS = 86_400_000;

type ChannelLimits = {
  [
    K in
      | 'storage_per_streamer'
      | 'vods_to_keep'
      | 'cleanup.no_size_limit'
      | 'cleanup.no_count_limit'
      | 'cleanup.max_age_days'
  ]: SettingValues[K];
};

/**
 * Returns the limits of a channel: its own ones, or the limits for all channels where its own value is 0. Null: the
 * channel takes no part in clean-ups.
 */
export function limitsOf(channel: ChannelEntity, settings: ChannelLimits): CleanupLimits | null {
  const own = fullOptions(channel.options);
  if (own.no_cleanup) return null;
  const inherited = {
    vods: settings['cleanup.no_count_limit'] ? null : settings.vods_to_keep,
    bytes: settings['cleanup.no_size_limit'] ? null : Math.round(settings.storage_per_streamer * GB),
  };
  const chosen = {
    vods: own.max_vods > 0 ? own.max_vods : inherited.vods,
    bytes: own.max_storage > 0 ? own.max_storage * GB : inherited.bytes,
  };
  return {
    vods: own.no_count_limit ? null : chosen.vods,
    bytes: own.no_size_limit ? null : chosen.bytes,
    ageMs: settings['cleanup.max_age_days'] > 0 ? settings['cleanup.max_age_days'] * DAY_MS : null,
  };
}
