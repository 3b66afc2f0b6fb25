import type { SettingValues } from '#libs/contracts';

/**
 * Short waits, so that a stream is found and closed within seconds. A stream counts as silent late: two cores are
 * shared by many processes.
 */
export const CHAOS_SETTINGS: Partial<SettingValues> = {
  'live.poll_s': 0.5,
  'capture.grace_s': 4,
  'capture.stale_targets': 8,
};
