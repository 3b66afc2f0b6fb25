/**
 * Every config key of the reference product, copied once by hand from the project's notes (server-behaviour 1.4, 141 keys, 2026-11-28).
 * @type {readonly string[]}
 */
export const V0_SETTING_KEYS = [
  'bin_dir', 'ffmpeg_path', 'mediainfo_path', 'twitchdownloader_path', 'node_path', 'bin_path.python', 'python.enable_pipenv', 'python.virtualenv_path', 'server_port',
  'basepath', 'instance_id', 'trust_proxy', 'basic.language', 'app_url', 'isolated_mode', 'locale.date-format', 'locale.time-format', 'motd', 'password', 'guest_mode',
  'webhook_url', 'websocket_enabled', 'websocket_client_address', 'websocket_log', 'channel_folders', 'vod_folders', 'storage_per_streamer', 'vods_to_keep',
  'keep_deleted_vods', 'keep_favourite_vods', 'keep_muted_vods', 'keep_commented_vods', 'delete_only_one_vod', 'storage.deleted_cloud', 'storage.no_watch_files',
  'storage.clean_empty_vod_folders', 'hls_timeout', 'download_retries', 'low_latency', 'disable_ads', 'capture.hls_segment_queue_threshold', 'capture.loglevel',
  'capture.use_cache', 'capture.retry_on_error', 'capture.viewercount', 'capture.killendedstream', 'capture.fallbackcapture', 'capture.twitch-api-header',
  'capture.twitch-access-token-param', 'capture.twitch-client-id', 'capture.twitch-ttv-lol-plugin', 'capture.twitch-proxy-playlist',
  'capture.twitch-proxy-playlist-exclude', 'capture.autosplit-enabled', 'capture.http_proxy', 'api_client_id', 'api_secret', 'twitchapi.auth_type',
  'twitchapi.eventsub_type', 'twitchapi.eventsub_unsub_on_start', 'twitch.voddownload.auth_enabled', 'twitchapi.enable_gql', 'youtube.client_id',
  'youtube.client_secret', 'youtube.quota_override', 'vod_container', 'debug', 'app_verbose', 'dump_payloads', 'debug.catch_global_exceptions',
  'debug.catch_global_rejections', 'playlist_dump', 'eventsub_secret', 'api_metadata', 'file_permissions', 'file_chmod', 'file_chown_uid', 'file_chown_gid',
  'checkmute_method', 'telegram_token', 'telegram_chat_id', 'notifications.ntfy.url', 'notifications.ntfy.topic', 'discord_webhook', 'notifications.pushover.token',
  'notifications.pushover.user', 'schedule_muted_vods', 'schedule_deleted_vods', 'schedule_match_vods', 'schedule.export_vods', 'create_video_chapters',
  'video.chapters.title', 'create_kodi_nfo', 'contact_sheet.enable', 'contact_sheet.width', 'contact_sheet.grid', 'filename_clip', 'filename_vod', 'filename_vod_folder',
  'template.vodsplit.folder', 'template.vodsplit.filename', 'min_chapter_duration', 'chatdump_notext', 'no_vod_convert', 'exporter.default.exporter',
  'exporter.default.directory', 'exporter.default.host', 'exporter.default.username', 'exporter.default.password', 'exporter.default.title_template',
  'exporter.default.description', 'exporter.default.category', 'exporter.default.privacy', 'exporter.default.tags', 'exporter.default.remote', 'exporter.auto.enabled',
  'exporter.auto.exclude_channels', 'exporter.youtube.playlists', 'scheduler.clipdownload.enabled', 'scheduler.clipdownload.channels', 'scheduler.clipdownload.amount',
  'scheduler.clipdownload.age', 'reencoder.enabled', 'reencoder.video_codec', 'reencoder.preset', 'reencoder.tune', 'reencoder.crf', 'reencoder.resolution',
  'reencoder.hwaccel', 'reencoder.delete_source', 'localvideos.enabled', 'chatburn.default.chat_width', 'chatburn.default.auto_chat_height',
  'chatburn.default.chat_height', 'chatburn.default.chat_font', 'chatburn.default.chat_font_size', 'chatburn.default.horizontal', 'chatburn.default.vertical',
  'chatburn.default.preset', 'chatburn.default.crf', 'thumbnail_format',
];
