import { z } from 'zod';

/** One setting of the page: its shape, default, and the words beside it. */
export interface SettingDef {
  readonly group: string; readonly text: string; readonly help: string; readonly unit?: string; readonly type: 'string' | 'number' | 'boolean' | 'choice';
  readonly schema: z.ZodType; readonly default: string | number | boolean; readonly choices?: readonly string[]; readonly guest?: boolean; readonly multiline?: boolean;
}
const setting = <const S extends SettingDef>(s: S): S => s;

/**
 * The settings that act today, in display order; key -> what it is. One table for server, settings page and docs.
 * Keys of v0 keep their names (server-behaviour 1.4); ours are dotted.
 */
export const SETTINGS = {
  app_name: setting({ group: 'Interface', text: 'Name of this instance', help: 'Shown in the page title and the side menu.', type: 'string', schema: z.string().trim().min(1).max(60), default: 'Vodkeep', guest: true }),
  motd: setting({ group: 'Interface', text: 'Message of the day', help: 'Shown on top of the dashboard. Empty: nothing.', type: 'string', schema: z.string().max(2000), default: '', guest: true, multiline: true }),
  guest_mode: setting({ group: 'Interface', text: 'Guest mode', help: 'Visitors without a login may look, and change nothing.', type: 'boolean', schema: z.boolean(), default: false, guest: true }),
  websocket_enabled: setting({ group: 'Interface', text: 'Live updates', help: 'Pages change by themselves over a websocket. Off: they poll.', type: 'boolean', schema: z.boolean(), default: true, guest: true }),
  'live.poll_s': setting({ group: 'Detection', text: 'Ask each channel every', help: 'How often a channel is asked whether it is live. A shorter wait finds a stream earlier.', unit: 'seconds', type: 'number', schema: z.number().min(0.2).max(60), default: 10 }),
  app_url: setting({ group: 'Detection', text: 'Public address', help: 'Where sites reach this page from outside, such as https://vod.example.org. Needed for webhooks only; without it channels are asked instead.', type: 'string', schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).transform((s) => s.replace(/\/+$/, '')), default: '' }),
  'push.transport': setting({ group: 'Detection', text: 'How sites tell of a stream', help: 'auto: a webhook where a public https address is set, else a socket where you are signed in, else only asking. Asking goes on beside all of them, so that no stream is missed.', type: 'choice', schema: z.enum(['auto', 'webhook', 'websocket', 'off']), default: 'auto', choices: ['auto', 'webhook', 'websocket', 'off'] }),
  'capture.http_proxy': setting({ group: 'Capture', text: 'Proxy for captures', help: 'A forward proxy, such as http://proxy.example:3128. Empty: none.', type: 'string', schema: z.union([z.literal(''), z.url({ protocol: /^http$/ })]), default: '' }),
  'capture.proxy_for': setting({ group: 'Capture', text: 'What goes through the proxy', help: 'playlists is enough where a site looks at who asks; all takes the media too.', type: 'choice', schema: z.enum(['playlists', 'all']), default: 'playlists', choices: ['playlists', 'all'] }),
  'capture.grace_s': setting({ group: 'Capture', text: 'Wait for a dropped stream', help: 'A stream that returns within this time goes on in the same VOD.', unit: 'seconds', type: 'number', schema: z.number().min(0).max(86_400), default: 30 }),
  'capture.grace_site_s': setting({ group: 'Capture', text: 'Wait for a dropped stream of a site', help: 'The same for sites that say by themselves whether a channel is live.', unit: 'seconds', type: 'number', schema: z.number().min(0).max(86_400), default: 300 }),
  'capture.reopen_s': setting({ group: 'Capture', text: 'Reopen a finished VOD within', help: 'A stream that returns after the wait, but within this time, reopens its VOD; later it is a new one.', unit: 'seconds', type: 'number', schema: z.number().min(0).max(86_400), default: 300 }),
  'capture.stale_targets': setting({ group: 'Capture', text: 'Call a stream dropped after', help: 'So many target durations without a new segment.', unit: 'target durations', type: 'number', schema: z.number().min(1).max(100), default: 3 }),
  'capture.keep_segments_h': setting({ group: 'Capture', text: 'Keep segments after conversion', help: 'How long the captured pieces stay once the container file is verified. They make a VOD playable at once, and cost its size again.', unit: 'hours', type: 'number', schema: z.number().min(0).max(8_760), default: 48 }),
  vod_container: setting({ group: 'Video', text: 'Container', help: 'mp4 plays everywhere. mkv survives anything.', type: 'choice', schema: z.enum(['mp4', 'mkv', 'mov']), default: 'mp4', choices: ['mp4', 'mkv', 'mov'] }),
  no_vod_convert: setting({ group: 'Video', text: 'Do not convert', help: 'Leave the VOD as segments; no container file is made.', type: 'boolean', schema: z.boolean(), default: false }),
} as const satisfies Record<string, SettingDef>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValues = { [K in SettingKey]: z.infer<(typeof SETTINGS)[K]['schema']> };
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
/** The value of each setting until somebody changes it. */
export const SETTING_DEFAULTS = Object.fromEntries(SETTING_KEYS.map((k) => [k, SETTINGS[k].default])) as SettingValues;
