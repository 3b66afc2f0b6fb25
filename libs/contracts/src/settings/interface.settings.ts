import { z } from 'zod';
import { seenText } from '../entities/seen-text.js';
import { settingsOf } from './setting-def.js';

const face = settingsOf('Interface');
/** What visitors see and may do. */
export const INTERFACE_SETTINGS = {
  app_name: {
    ...face.line({
      text: 'Name of this installation',
      help: 'Appears in the page title and the side menu.',
      default: 'Vodkeep',
    }),
    schema: z.string().overwrite(seenText).trim().min(1).max(60),
  },
  motd: face.line({
    text: 'Message of the day',
    help: 'Appears at the top of the dashboard. Leave blank for none.',
    default: '',
    max: 2_000,
    multiline: true,
    guest: true,
  }),
  guest_mode: face.flag({
    text: 'Guest mode',
    help: 'Visitors without a login can view pages but cannot change anything.',
    default: false,
    guest: true,
  }),
  websocket_enabled: face.flag({
    text: 'Live updates',
    help: 'Pages update automatically over a websocket. When off, they poll.',
    default: true,
    guest: true,
  }),
  websocket_client_address: face.address(/^wss?$/, {
    text: 'Address of live updates',
    help: 'The address that pages use for live updates, such as wss://vod.example.org/socket/. Leave blank to use the address of the page.',
    guest: true,
  }),
  websocket_log: face.flag({
    text: 'Log lines in live updates',
    help: 'Sends log lines to pages as Vodkeep writes them.',
    default: false,
  }),
  debug: face.flag({
    text: 'Debug',
    help: 'Writes the debug lines of the API to its log.',
    default: false,
    guest: true,
  }),
} as const;
