import { type MessageKey } from '#libs/messages';

/**
 * Handling of a v0 key that is not a setting here: `replaced` names the replacement, `na` the message why none is
 * needed.
 */
export type V0Fate = { readonly replaced: string } | { readonly na: Extract<MessageKey, `setting.ignored.${string}`> };

/**
 * A known key of v0 without effect: accepted from a v0 client or config without an error, but never stored or shown.
 */
export interface V0OnlyKey {
  readonly group: string;
  readonly fate: V0Fate;
  /** Its value is a secret and is never repeated. */
  readonly secret?: boolean;
}

/** Keys of v0 and later v0 (docs/reference/v0-api.md) that are not settings here. */
export const V0_ONLY: Readonly<Record<string, V0OnlyKey>> = {
  'bin_dir': { group: 'Binaries', fate: { na: 'setting.ignored.tools' } },
  'ffmpeg_path': { group: 'Binaries', fate: { na: 'setting.ignored.tools' } },
  'mediainfo_path': { group: 'Binaries', fate: { na: 'setting.ignored.mediainfo' } },
  'twitchdownloader_path': { group: 'Binaries', fate: { na: 'setting.ignored.chat-drawing' } },
  'node_path': { group: 'Binaries', fate: { na: 'setting.ignored.chat-writing' } },
  'bin_path.python': { group: 'Binaries', fate: { na: 'setting.ignored.tools' } },
  /** Removed in later v0. */
  'bin_path.python3': { group: 'Binaries', fate: { na: 'setting.ignored.tools' } },
  'python.enable_pipenv': { group: 'Python', fate: { na: 'setting.ignored.python' } },
  'python.virtualenv_path': { group: 'Python', fate: { na: 'setting.ignored.python' } },
  'instance_id': {
    group: 'Basic',
    fate: { na: 'setting.ignored.instance-secret' },
  },
  'trust_proxy': { group: 'Basic', fate: { replaced: 'VODKEEP_TRUST_PROXY' } },
  'isolated_mode': { group: 'Basic', fate: { replaced: 'push.transport' } },
  /** Later v0 has another name for it. */
  'date_format': { group: 'Basic', fate: { replaced: 'locale.date-format' } },
  'chatdump_notext': { group: 'Basic', fate: { na: 'setting.ignored.no-effect' } },
  'password': { group: 'Interface', secret: true, fate: { replaced: 'POST /api/v0/auth/password' } },
  /** Removed in later v0. */
  'telegram_enabled': { group: 'Notifications', fate: { replaced: 'telegram_token' } },
  /** Removed in later v0. */
  'discord_enabled': { group: 'Notifications', fate: { replaced: 'discord_webhook' } },
  /** Removed in later v0. */
  'notifications.pushover.enabled': { group: 'Notifications', fate: { replaced: 'notifications.pushover.token' } },
  'storage.clean_empty_vod_folders': { group: 'Storage', fate: { na: 'setting.ignored.empty-folders' } },
  'storage.no_watch_files': { group: 'Storage', fate: { na: 'setting.ignored.no-watchers' } },
  'hls_timeout': { group: 'Capture', fate: { replaced: 'capture.stale_targets' } },
  'download_retries': { group: 'Capture', fate: { na: 'setting.ignored.capture-retries' } },
  'low_latency': { group: 'Capture', fate: { na: 'setting.ignored.low-latency' } },
  'disable_ads': { group: 'Capture', fate: { na: 'setting.ignored.advertisements' } },
  'capture.hls_segment_queue_threshold': {
    group: 'Capture',
    fate: { na: 'setting.ignored.segment-queue' },
  },
  'capture.loglevel': { group: 'Capture', fate: { replaced: 'VODKEEP_LOG_LEVEL' } },
  'capture.use_cache': {
    group: 'Capture',
    fate: { na: 'setting.ignored.segment-cache' },
  },
  'capture.retry_on_error': {
    group: 'Capture',
    fate: { na: 'setting.ignored.repeated-deliveries' },
  },
  'capture.viewercount': { group: 'Capture', fate: { na: 'setting.ignored.viewers' } },
  'capture.killendedstream': { group: 'Capture', fate: { na: 'setting.ignored.ended-streams' } },
  'capture.fallbackcapture': { group: 'Capture', fate: { na: 'setting.ignored.fallback-capture' } },
  'capture.twitch-api-header': { group: 'Capture', fate: { na: 'setting.ignored.playback-token' } },
  'capture.twitch-access-token-param': { group: 'Capture', fate: { na: 'setting.ignored.playback-token' } },
  'capture.twitch-client-id': { group: 'Capture', fate: { na: 'setting.ignored.playback-token' } },
  'capture.twitch-ttv-lol-plugin': { group: 'Capture', fate: { replaced: 'capture.http_proxy' } },
  'capture.twitch-proxy-playlist': { group: 'Capture', fate: { replaced: 'capture.http_proxy' } },
  'capture.twitch-proxy-playlist-exclude': { group: 'Capture', fate: { na: 'setting.ignored.proxy' } },
  'api_client_id': { group: 'Twitch', fate: { replaced: 'PUT /api/v0/sites/twitch/app' } },
  'api_secret': { group: 'Twitch', secret: true, fate: { replaced: 'PUT /api/v0/sites/twitch/app' } },
  'twitchapi.auth_type': { group: 'Twitch', fate: { replaced: 'POST /api/v0/sites/twitch/sign-in' } },
  'twitchapi.eventsub_type': { group: 'Twitch', fate: { replaced: 'push.transport' } },
  'twitchapi.eventsub_unsub_on_start': {
    group: 'Twitch',
    fate: { na: 'setting.ignored.dead-sockets' },
  },
  'twitch.voddownload.auth_enabled': { group: 'Twitch', fate: { replaced: 'PUT /api/v0/sites/twitch/playback' } },
  'twitchapi.enable_gql': { group: 'Twitch', fate: { na: 'setting.ignored.gql' } },
  'checkmute_method': {
    group: 'Twitch',
    fate: { na: 'setting.ignored.muted-parts' },
  },
  'api_metadata': { group: 'Twitch', fate: { na: 'setting.ignored.viewers' } },
  'app_verbose': { group: 'Developer', fate: { replaced: 'VODKEEP_LOG_LEVEL' } },
  'dump_payloads': { group: 'Developer', fate: { na: 'setting.ignored.payloads' } },
  'debug.catch_global_exceptions': {
    group: 'Developer',
    fate: { na: 'setting.ignored.supervised' },
  },
  'debug.catch_global_rejections': {
    group: 'Developer',
    fate: { na: 'setting.ignored.supervised' },
  },
  'playlist_dump': { group: 'Advanced', fate: { na: 'setting.ignored.no-effect' } },
  'eventsub_secret': { group: 'Advanced', secret: true, fate: { na: 'setting.ignored.keyring' } },
  'file_permissions': { group: 'Advanced', fate: { na: 'setting.ignored.file-owner' } },
  'file_chmod': {
    group: 'Advanced',
    fate: { na: 'setting.ignored.file-mode' },
  },
  'file_chown_uid': { group: 'Advanced', fate: { na: 'setting.ignored.file-owner' } },
  'file_chown_gid': { group: 'Advanced', fate: { na: 'setting.ignored.file-owner' } },
};
