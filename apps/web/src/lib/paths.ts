/**
 * Pages and their addresses (spec section 2). `RESERVED` are the specification's pages that nothing stands on yet: they answer 404 and
 * are not linked, and no other page may take their address.
 */
export const PATHS = {
  dashboard: '/dashboard', channels: '/settings/channels', newChannel: '/settings/newchannel', config: '/settings/config', sites: '/settings/sites', clientSettings: '/settings/clientsettings', about: '/about', log: '/log', player: '/vodplayer',
  vod: (uuid: string) => `/vod/${uuid}`,
  vodAt: (uuid: string, seconds: number) => `/vod/${uuid}?t=${seconds}`,
  channel: (uuid: string) => `/settings/channels/${uuid}`,
  onDashboard: (kind: 'vod' | 'streamer', uuid: string) => `/dashboard#${kind}_${uuid}`,
} as const;

export const RESERVED = ['/vod/:uuid/editor', '/tools', '/files', '/settings/keyvalue', '/settings/notifications', '/settings/favourites', '/settings/tips'] as const;
