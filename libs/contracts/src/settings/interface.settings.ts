import { z } from 'zod';
import { seenText } from '../entities/seen-text.js';
import { settingsOf } from './setting-def.js';

const face = settingsOf('Interface');
/** What visitors see and may do. */
export const INTERFACE_SETTINGS = {
  app_name: {
    ...face.line({
      text: 'Name of this instance',
      help: 'Shown in the page title and the side menu.',
      default: 'Vodkeep',
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
  }),
  guest_mode: face.flag({
    text: 'Guest mode',
    help: 'Visitors without a login may look, and change nothing.',
    default: false,
    guest: true,
  }),
  websocket_enabled: face.flag({
    text: 'Live updates',
    help: 'Pages change by themselves over a websocket. Off: they poll.',
    default: true,
    guest: true,
  }),
  websocket_client_address: face.address(/^wss?$/, {
    text: 'Address of live updates',
    help: 'Told to pages instead of the address they came by, such as wss://vod.example.org/socket/. Empty: the address they came by.',
    guest: true,
  }),
  websocket_log: face.flag({
    text: 'Log lines over live updates',
    help: 'Log lines are sent to pages as they are written.',
    default: false,
  }),
  debug: face.flag({
    text: 'Debug',
    help: 'The debug lines of the API stand in its log too.',
    default: false,
    guest: true,
  }),
} as const;
