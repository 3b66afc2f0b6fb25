import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { settingsOf } from './setting-def.js';

const basic = settingsOf('Basic');
const locale = settingsOf('Locale');
/** Prefix behind a proxy: nothing, or `/segment`, never an address (case S69). */
const Basepath = z
  .string()
  .transform((s) => s.replace(/\/+$/, ''))
  .pipe(
    z
      .string()
      .max(200)
      .regex(/^(\/[A-Za-z0-9._~-]+)*$/, fieldMessage('field.empty-or-path')),
  );

const TimeZone = z
  .string()
  .trim()
  .max(64)
  .refine((zone) => zone === '' || isTimeZone(zone), fieldMessage('field.time-zone'));

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Where this instance is reached, and how it writes dates. */
export const BASIC_SETTINGS = {
  'basepath': {
    ...basic.line({
      text: 'Path prefix',
      help: 'The path prefix of the page, the API and the websocket behind a proxy.',
      default: '',
      environment: 'VODKEEP_BASEPATH',
      restart: true,
    }),
    schema: Basepath,
  },
  'server_port': basic.whole({
    text: 'Port',
    help: 'The port of the page and the API.',
    default: 8080,
    min: 0,
    max: 65_535,
    unit: 'TCP port',
    environment: 'VODKEEP_PORT',
    restart: true,
  }),
  'basic.language': basic.oneOf(['en', 'sv', 'ko', 'de'], {
    text: 'Language of server messages',
    help: 'For requests that name no language, and for notifications.',
    default: 'en',
    choiceTexts: { en: 'English', sv: 'Svenska', ko: '한국어', de: 'Deutsch' },
  }),
  'locale.timezone': {
    ...locale.line({
      text: 'Time zone',
      help: 'The time zone of dates in names and seasons, such as Europe/Stockholm. Leave blank to use the time zone of the system.',
      default: '',
    }),
    schema: TimeZone,
  },
  'locale.date-format': locale.oneOf(
    ['yyyy-MM-dd', 'yyyy-dd-MM', 'dd-MM-yyyy', 'MM-dd-yyyy', 'dd-MM yyyy', 'MM-dd yyyy'],
    { text: 'Date format', help: 'The date format in titles of exports.', default: 'yyyy-MM-dd', later: 'export' },
  ),
  'locale.time-format': locale.oneOf(['HH:mm:ss', 'HH:mm', 'hh:mm:ss a', 'hh:mm a'], {
    text: 'Time format',
    help: 'The time format in notifications.',
    default: 'HH:mm:ss',
    later: 'automation',
  }),
} as const;
