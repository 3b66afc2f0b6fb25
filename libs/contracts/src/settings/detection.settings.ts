import { settingsOf } from './setting-def.js';

const detection = settingsOf('Detection');
const retention = settingsOf('Retention at the site');

/** How streams are found, and how long a site keeps its own VODs. */
export const DETECTION_SETTINGS = {
  'live.poll_s': detection.measure({
    text: 'Ask each channel every',
    help: 'How often a channel is asked whether it is live. A shorter wait finds a stream earlier.',
    unit: 'seconds',
    min: 0.2,
    max: 60,
    default: 10,
  }),
  'app_url': detection.address(/^https?$/, {
    text: 'Public address',
    help: 'Where sites reach this page from outside, such as https://vod.example.org. Needed for webhooks only; without it channels are asked instead.',
    guest: true,
  }),
  'push.transport': detection.oneOf(['auto', 'webhook', 'websocket', 'off'], {
    text: 'How sites tell of a stream',
    help: 'Automatic: a webhook where a public https address is set, else a socket where you are signed in, else only asking. Asking goes on beside all of them, so that no stream is missed.',
    default: 'auto',
    choiceTexts: { auto: 'Automatic', webhook: 'Webhook', websocket: 'Socket', off: 'Only asking' },
  }),
  /**
   * Days after which a site deletes its own VODs. The defaults are those of Twitch
   * (docs/reference/twitch.md#helix-videos).
   */
  'retention.none_days': retention.whole({
    text: 'VODs of other channels',
    help: 'How long the site keeps the VODs of a channel that is neither affiliate nor partner.',
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 7,
  }),
  'retention.affiliate_days': retention.whole({
    text: 'VODs of affiliates',
    help: 'How long the site keeps the VODs of an affiliate.',
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 14,
  }),
  'retention.partner_days': retention.whole({
    text: 'VODs of partners',
    help: 'How long the site keeps the VODs of a partner. Partners are spared the warning.',
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 60,
  }),
  'retention.early_days': retention.whole({
    text: 'Warn before',
    help: 'A VOD at the site counts as at risk so long before it would be deleted.',
    unit: 'days',
    min: 0,
    max: 365,
    default: 2,
  }),
  'schedule_muted_vods': settingsOf('Schedules').flag({
    text: 'Look for muted VODs',
    help: 'VODs at the site are looked at for muted parts.',
    default: true,
    later: 'automation',
  }),
  'schedule_deleted_vods': settingsOf('Schedules').flag({
    text: 'Look for deleted VODs',
    help: 'Whether VODs are still at the site is asked.',
    default: true,
    later: 'automation',
  }),
  'schedule_match_vods': settingsOf('Schedules').flag({
    text: 'Match with VODs of the site',
    help: 'Recordings are matched with the VODs of the site.',
    default: false,
    later: 'automation',
  }),
} as const;
