import { fieldMessage, LANGUAGES } from '#libs/messages';
import { z } from 'zod';
import { settingsOf } from './setting-def.js';

const basic = settingsOf('basic');
const locale = settingsOf('locale');
/** Path prefix behind a proxy: empty, or `/segment`, never a URL (case S69). */
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

/** Address of this instance, and its date formats. */
export const BASIC_SETTINGS = {
  'basepath': {
    ...basic.line({
      default: '',
      environment: 'VODKEEP_BASEPATH',
      restart: true,
    }),
    schema: Basepath,
  },
  'server_port': basic.whole({
    default: 8080,
    min: 0,
    max: 65_535,
    unit: 'tcp-port',
    environment: 'VODKEEP_PORT',
    restart: true,
  }),
  'basic.language': basic.oneOf(LANGUAGES, {
    default: 'en',
    named: LANGUAGES,
  }),
  'locale.timezone': {
    ...locale.line({
      default: '',
    }),
    schema: TimeZone,
  },
  'locale.date-format': locale.oneOf(
    ['yyyy-MM-dd', 'yyyy-dd-MM', 'dd-MM-yyyy', 'MM-dd-yyyy', 'dd-MM yyyy', 'MM-dd yyyy'],
    { default: 'yyyy-MM-dd', later: 'export' },
  ),
  'locale.time-format': locale.oneOf(['HH:mm:ss', 'HH:mm', 'hh:mm:ss a', 'hh:mm a'], {
    default: 'HH:mm:ss',
  }),
} as const;
