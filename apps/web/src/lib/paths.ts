/**
 * Pages and their addresses. `/vod/:uuid/editor` and `/settings/notifications` are pages of v0 that do not exist yet:
 * they answer 404, nothing links to them, and no other page may use them.
 */
export const PATHS = {
  dashboard: '/dashboard',
  channels: '/settings/channels',
  newChannel: '/settings/newchannel',
  config: '/settings/config',
  sites: '/settings/sites',
  clientSettings: '/settings/clientsettings',
  about: '/about',
  log: '/log',
  jobs: '/jobs',
  tools: '/tools',
  files: '/files',
  keyValue: '/settings/keyvalue',
  favourites: '/settings/favourites',
  security: '/settings/security',
  tasks: '/settings/tasks',
  tips: '/settings/tips',
  player: '/vodplayer',
  vod: (uuid: string) => `/vod/${uuid}`,
  vodAt: (uuid: string, seconds: number) => `/vod/${uuid}?t=${seconds}`,
  channel: (uuid: string) => `/settings/channels/${uuid}`,
  setting: (key: string) => `/settings/config?showsetting=${encodeURIComponent(key)}`,
  filesAt: (path: string) => `/files?path=${encodeURIComponent(path)}`,
  /** Archived VODs of a channel. */
  archived: (channel: string) => `/dashboard?archived=1&of=${channel}`,
  onDashboard: (kind: 'vod' | 'streamer', uuid: string) => `/dashboard#${kind}_${uuid}`,
} as const;
