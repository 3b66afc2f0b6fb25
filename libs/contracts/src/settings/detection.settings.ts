import { settingsOf } from './setting-def.js';

const detection = settingsOf('detection');
const retention = settingsOf('retention-on-the-site');
const schedules = settingsOf('schedules');

/** Detection of streams, retention of VODs on their site, and scheduled checks of those VODs. */
export const DETECTION_SETTINGS = {
  'live.poll_s': detection.measure({
    unit: 'seconds',
    min: 0.2,
    max: 60,
    default: 10,
  }),
  'app_url': detection.address(/^https?$/, {
    guest: true,
    access: true,
  }),
  'push.transport': detection.oneOf(['auto', 'webhook', 'websocket', 'off'], {
    default: 'auto',
    named: ['auto', 'webhook', 'websocket', 'off'],
  }),
  /**
   * `none`, `affiliate` and `partner` are the levels of a channel at its site, which decide after how many days the site
   * deletes its own VODs. The defaults are those of Twitch (docs/reference/twitch.md#helix-videos).
   */
  'retention.none_days': retention.whole({
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 7,
  }),
  'retention.affiliate_days': retention.whole({
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 14,
  }),
  'retention.partner_days': retention.whole({
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 60,
  }),
  /** Counted back from the deletion. Partners get no warning. */
  'retention.early_days': retention.whole({
    unit: 'days',
    min: 0,
    max: 365,
    default: 2,
  }),
  'schedule_muted_vods': schedules.flag({ default: true }),
  'schedule_deleted_vods': schedules.flag({ default: true }),
  'schedule_match_vods': schedules.flag({ default: false }),
  'schedule.cron.check_muted_vods': schedules.cron({ default: '0 */12 * * *' }),
  'schedule.cron.check_deleted_vods': schedules.cron({ default: '10 */12 * * *' }),
  'schedule.cron.match_vods': schedules.cron({ default: '30 */12 * * *' }),
  'schedule.cron.clipdownload': schedules.cron({ default: '0 0 * * *' }),
  'schedule.cron.clean_up': schedules.cron({ default: '' }),
  'schedule.cron.backup': schedules.cron({ default: '45 3 * * *' }),
  'schedule.cron.verify_files': schedules.cron({ default: '0 3 * * *' }),
  'schedule.cron.self_test': schedules.cron({ default: '30 4 * * *' }),
} as const;
