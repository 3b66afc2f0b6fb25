/**
 * Every route of the reference server, below /api/v0, typed by hand from the project's notes on it (server-behaviour 1.2; 2026-11-28). Names of parameters
 * do not count. `-` in front: not ours, with the reason.
 * @type {readonly (readonly [method: string, path: string, departure?: string])[]}
 */
export const V0_ROUTES = [
  ['POST', '/auth/login'], ['POST', '/auth/logout'], ['GET', '/auth/check'],
  ['GET', '/settings'], ['PUT', '/settings'], ['POST', '/settings/validate_url'], ['GET', '/settings/debug'], ['GET', '/clientsettings'], ['PUT', '/clientsettings'],
  ['GET', '/favourites'], ['PUT', '/favourites'], ['PATCH', '/favourites'], ['GET', '/games'], ['GET', '/games/:id/refresh'],
  ['GET', '/channels'], ['POST', '/channels'], ['GET', '/channels/:uuid'], ['PUT', '/channels/:uuid'], ['DELETE', '/channels/:uuid'], ['GET', '/channels/:uuid/download/:id'],
  ['POST', '/channels/:uuid/subscribe'], ['POST', '/channels/:uuid/unsubscribe'], ['GET', '/channels/:uuid/checksubscriptions'], ['POST', '/channels/:uuid/cleanup'], ['POST', '/channels/:uuid/refresh'],
  ['POST', '/channels/:uuid/force_record'], ['POST', '/channels/:uuid/rename'], ['POST', '/channels/:uuid/deleteallvods'], ['GET', '/channels/:uuid/history'], ['POST', '/channels/:uuid/scan'],
  ['POST', '/channels/:uuid/scanlocalvideos'], ['GET', '/channels/:uuid/clips'], ['POST', '/channels/:uuid/exportallvods'], ['POST', '/channels/:uuid/matchallprovidervods'],
  ['GET', '/vod/:uuid'], ['POST', '/vod/:uuid'], ['DELETE', '/vod/:uuid'], ['POST', '/vod/:uuid/delete_segment'], ['POST', '/vod/:uuid/save'], ['POST', '/vod/:uuid/archive'], ['POST', '/vod/:uuid/renderwizard'],
  ['POST', '/vod/:uuid/download_chat'], ['POST', '/vod/:uuid/download'], ['POST', '/vod/:uuid/check_mute'], ['POST', '/vod/:uuid/match'], ['POST', '/vod/:uuid/cut'], ['POST', '/vod/:uuid/bookmark'], ['DELETE', '/vod/:uuid/bookmark'],
  ['GET', '/vod/:uuid/sync'], ['POST', '/vod/:uuid/rename'], ['POST', '/vod/:uuid/fix_issues'], ['POST', '/vod/:uuid/refresh_metadata'], ['POST', '/vod/:uuid/splitbychapters'],
  ['GET', '/twitchapi/videos/:login'], ['GET', '/twitchapi/video/:id'], ['GET', '/twitchapi/user/:login'], ['GET', '/twitchapi/streams/:login'], ['GET', '/twitchapi/channel/:login'], ['GET', '/twitchapi/clips'],
  ['GET', '/youtubeapi/videos/:id'], ['GET', '/youtubeapi/video/:id'], ['POST', '/youtubeapi/channelid'], ['GET', '/kickapi/channels/:slug'], ['GET', '/kickapi/users/:slug'],
  ['POST', '/tools/reset_channels'], ['POST', '/tools/vod_download'], ['POST', '/tools/chat_download'], ['POST', '/tools/chat_dump'], ['POST', '/tools/clip_download'], ['POST', '/tools/shutdown'], ['GET', '/tools/runscheduler/:name'], ['POST', '/tools/buildclient'],
  ['POST', '/exporter'], ['GET', '/exporter/rclone/remotes'], ['GET', '/youtube/authenticate'], ['GET', '/youtube/callback'], ['GET', '/youtube/status'], ['GET', '/youtube/destroy'], ['GET', '/youtube/playlists'], ['POST', '/youtube/playlists'],
  ['GET', '/twitch/authenticate'], ['GET', '/twitch/status'], ['GET', '/twitch/callback', 'signing in leads back to /sites/:kind/callback, the same for every site'],
  ['GET', '/about'], ['GET', '/about/license'], ['GET', '/log'], ['GET', '/log/:date'], ['GET', '/log/:date/:line'], ['GET', '/jobs'], ['DELETE', '/jobs/:name'],
  ['GET', '/subscriptions'], ['POST', '/subscriptions'], ['DELETE', '/subscriptions/:id'], ['GET', '/keyvalue'], ['DELETE', '/keyvalue'], ['GET', '/keyvalue/:key'], ['PUT', '/keyvalue/:key'], ['DELETE', '/keyvalue/:key'],
  ['GET', '/notifications'], ['PUT', '/notifications'], ['POST', '/notifications/test'], ['GET', '/files'], ['DELETE', '/files'], ['GET', '/cron/check_deleted_vods'], ['GET', '/cron/check_muted_vods'],
  ['POST', '/hook/:kind'], ['GET', '/hook/:kind', 'only the hubs of a site that comes later ask so'], ['POST', '/hook', 'each site has its own address'], ['GET', '/hook', 'whether the public address leads here is tried at /settings/reach/:nonce'],
  ['GET', '/telemetry/show'], ['POST', '/telemetry/send'],
];
