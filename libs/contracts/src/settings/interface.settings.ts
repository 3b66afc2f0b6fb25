import { z } from 'zod';
import { visibleText } from '../entities/visible-text.js';
import { settingsOf } from './setting-def.js';

const face = settingsOf('interface');
/** Appearance and rights for visitors. */
export const INTERFACE_SETTINGS = {
  app_name: {
    ...face.line({
      default: 'Vodkeep',
    }),
    schema: z.string().overwrite(visibleText).trim().min(1).max(60),
  },
  motd: face.line({
    default: '',
    max: 2_000,
    multiline: true,
    guest: true,
  }),
  guest_mode: face.flag({
    default: false,
    guest: true,
    access: true,
  }),
  websocket_enabled: face.flag({
    default: true,
    guest: true,
  }),
  websocket_client_address: face.address(/^wss?$/, {
    guest: true,
    access: true,
  }),
  websocket_log: face.flag({
    default: false,
  }),
  debug: face.flag({
    default: false,
    guest: true,
  }),
} as const;
