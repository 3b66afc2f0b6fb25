import { settingsOf } from './setting-def.js';

const detection = settingsOf('Detection');
const retention = settingsOf('Retention on the site');

/** How streams are found, and how long a site keeps its own VODs. */
export const DETECTION_SETTINGS = {
  'live.poll_s': detection.measure({
    text: 'Poll each channel every',
    help: 'How often Vodkeep checks whether a channel is live. A shorter interval finds a stream earlier.',
    unit: 'seconds',
    min: 0.2,
    max: 60,
    default: 10,
  }),
  'app_url': detection.address(/^https?$/, {
    text: 'Public address',
    help: 'The address at which sites reach Vodkeep from outside, such as https://vod.example.org. Only webhooks need it. Without it, Vodkeep polls the channels.',
    guest: true,
  }),
  'push.transport': detection.oneOf(['auto', 'webhook', 'websocket', 'off'], {
    text: 'How sites report a stream',
    help: 'Automatic uses a webhook if a public https address is set, otherwise a websocket if you are signed in, otherwise polling only. Vodkeep always polls as well, so it misses no stream.',
    default: 'auto',
    choiceTexts: { auto: 'Automatic', webhook: 'Webhook', websocket: 'Websocket', off: 'Polling only' },
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
    help: 'How long the site keeps the VODs of a partner. Vodkeep does not warn about VODs of partners.',
    unit: 'days',
    min: 1,
    max: 3_650,
    default: 60,
  }),
  'retention.early_days': retention.whole({
    text: 'Warn before',
    help: 'How long before its deletion a VOD on the site counts as at risk.',
    unit: 'days',
    min: 0,
    max: 365,
    default: 2,
  }),
  'schedule_muted_vods': settingsOf('Schedules').flag({
    text: 'Check for muted VODs',
    help: 'Checks the VODs on the site for muted parts.',
    default: true,
    later: 'automation',
  }),
  'schedule_deleted_vods': settingsOf('Schedules').flag({
    text: 'Check for deleted VODs',
    help: 'Checks whether the site still has the VODs.',
    default: true,
    later: 'automation',
  }),
  'schedule_match_vods': settingsOf('Schedules').flag({
    text: 'Match with VODs on the site',
    help: 'Matches recordings with the VODs on the site.',
    default: false,
    later: 'automation',
  }),
} as const;
