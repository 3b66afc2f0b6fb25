/**
 * Pages and their addresses. `/vod/:uuid/editor` is a page of v0 that does not exist yet: it answers 404, nothing links
 * to it, and no other page may use it.
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
  notifications: '/settings/notifications',
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
