import { z } from 'zod';
import { seenText } from '../entities/seen-text.js';
import { settingsOf } from './setting-def.js';

const face = settingsOf('Interface');
const SPEC = { applied: 'apps/api/src/modules/settings/settings.medium.spec.ts' } as const;

/** What visitors see and may do. */
export const INTERFACE_SETTINGS = {
  app_name: {
    ...face.line({
      text: 'Name of this instance',
      help: 'Shown in the page title and the side menu.',
      default: 'Vodkeep',
      fate: SPEC,
    }),
    schema: z.string().overwrite(seenText).trim().min(1).max(60),
  },
  motd: face.line({
    text: 'Message of the day',
    help: 'Shown on top of the dashboard. Empty: nothing.',
    default: '',
    max: 2_000,
    multiline: true,
    guest: true,
    fate: SPEC,
  }),
  guest_mode: face.flag({
    text: 'Guest mode',
    help: 'Visitors without a login may look, and change nothing.',
    default: false,
    guest: true,
    fate: { applied: 'apps/api/src/modules/auth/auth.medium.spec.ts' },
  }),
  websocket_enabled: face.flag({
    text: 'Live updates',
    help: 'Pages change by themselves over a websocket. Off: they poll.',
    default: true,
    guest: true,
    fate: SPEC,
  }),
  websocket_client_address: face.address(/^wss?$/, {
    text: 'Address of live updates',
    help: 'Told to pages instead of the address they came by, such as wss://vod.example.org/socket/. Empty: the address they came by.',
    guest: true,
    fate: SPEC,
  }),
  websocket_log: face.flag({
    text: 'Log lines over live updates',
    help: 'Log lines are sent to pages as they are written.',
    default: false,
    fate: { applied: 'apps/api/src/realtime/frames.medium.spec.ts' },
  }),
  debug: face.flag({
    text: 'Debug',
    help: 'The debug lines of the API stand in its log too.',
    default: false,
    guest: true,
    fate: { applied: 'apps/api/src/modules/settings/settings.medium.spec.ts' },
  }),
} as const;
