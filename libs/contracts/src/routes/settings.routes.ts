import { z } from 'zod';
import { defineRoute } from './route.js';

export const SettingsView = z.object({
  app_name: z.string(), version: z.string(), server: z.string(), config: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), fields: z.record(z.string(), z.unknown()), channels: z.array(z.unknown()), favourite_games: z.array(z.string()),
  errors: z.array(z.string()), guest: z.boolean(), websocket_url: z.string().nullable(), quotas: z.record(z.string(), z.unknown()), websocket_quotas: z.array(z.unknown()), server_git_hash: z.string(), server_git_branch: z.string(),
});
export type SettingsView = z.infer<typeof SettingsView>;

export const getSettings = defineRoute({ method: 'GET', path: '/api/v0/settings', level: 'guest', summary: 'Settings, version, and what is wrong right now', data: SettingsView });
export const putSettings = defineRoute({ method: 'PUT', path: '/api/v0/settings', level: 'admin', summary: 'Change settings; keys not sent stay', body: z.strictObject({ config: z.record(z.string(), z.unknown()) }), errors: { 'invalid-input': 400 } });
