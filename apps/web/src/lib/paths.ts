/**
 * Pages and their addresses (spec section 2). `RESERVED` are the specification's pages that nothing stands on yet: they
 * answer 404 and are not linked, and no other page may take their address.
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
  tips: '/settings/tips',
  player: '/vodplayer',
  vod: (uuid: string) => `/vod/${uuid}`,
  vodAt: (uuid: string, seconds: number) => `/vod/${uuid}?t=${seconds}`,
  channel: (uuid: string) => `/settings/channels/${uuid}`,
  setting: (key: string) => `/settings/config?showsetting=${encodeURIComponent(key)}`,
  filesAt: (path: string) => `/files?path=${encodeURIComponent(path)}`,
  /** VODs of a channel that were put away. */
  archived: (channel: string) => `/dashboard?archived=1&of=${channel}`,
  onDashboard: (kind: 'vod' | 'streamer', uuid: string) => `/dashboard#${kind}_${uuid}`,
} as const;

export const RESERVED = ['/vod/:uuid/editor', '/settings/notifications'] as const;
