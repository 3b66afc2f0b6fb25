/**
 * What becomes of a key of v0 that is no setting here: `replaced` names what does it, `na` tells why nothing needs to.
 */
export type V0Fate = { readonly replaced: string } | { readonly na: string };

/**
 * A key of v0 that is known and has no effect: taken from a v0 client or config without a fault, never kept, never
 * shown.
 */
export interface V0OnlyKey {
  readonly group: string;
  readonly fate: V0Fate;
  /** It holds a secret; nothing repeats its value. */
  readonly secret?: boolean;
}

const TOOLS = 'tools are looked for on the PATH and in the install itself; About says where each was found';
const TOKEN = 'the playback token comes from the account that is signed in under Sites';

/** Source: server-behaviour 1.4 (R25) and reference-run.md (R23, marked below). */
export const V0_ONLY: Readonly<Record<string, V0OnlyKey>> = {
  'bin_dir': { group: 'Binaries', fate: { na: TOOLS } },
  'ffmpeg_path': { group: 'Binaries', fate: { na: TOOLS } },
  'mediainfo_path': { group: 'Binaries', fate: { na: 'ffprobe reads all that mediainfo told' } },
  'twitchdownloader_path': { group: 'Binaries', fate: { na: 'chat is fetched and drawn by our own code' } },
  'node_path': { group: 'Binaries', fate: { na: 'chat is written by the recorder itself' } },
  'bin_path.python': { group: 'Binaries', fate: { na: TOOLS } },
  /** R23 only. */
  'bin_path.python3': { group: 'Binaries', fate: { na: TOOLS } },
  'python.enable_pipenv': { group: 'Python', fate: { na: 'nothing of ours runs in Python' } },
  'python.virtualenv_path': { group: 'Python', fate: { na: 'nothing of ours runs in Python' } },
  'instance_id': {
    group: 'Basic',
    fate: { na: 'each instance signs its webhooks with a secret of its own, so that several can share one app' },
  },
  'trust_proxy': { group: 'Basic', fate: { replaced: 'VODKEEP_TRUST_PROXY' } },
  'isolated_mode': { group: 'Basic', fate: { replaced: 'push.transport' } },
  /** R23's name of it. */
  'date_format': { group: 'Basic', fate: { replaced: 'locale.date-format' } },
  'chatdump_notext': { group: 'Basic', fate: { na: 'it had no effect in v0 either' } },
  'password': { group: 'Interface', secret: true, fate: { replaced: 'POST /api/v0/auth/password' } },
  /** R23 only. */
  'telegram_enabled': { group: 'Notifications', fate: { replaced: 'telegram_token' } },
  /** R23 only. */
  'discord_enabled': { group: 'Notifications', fate: { replaced: 'discord_webhook' } },
  /** R23 only. */
  'notifications.pushover.enabled': { group: 'Notifications', fate: { replaced: 'notifications.pushover.token' } },
  'storage.clean_empty_vod_folders': { group: 'Storage', fate: { na: 'empty folders are always removed' } },
  'storage.no_watch_files': { group: 'Storage', fate: { na: 'no file watchers are used' } },
  'hls_timeout': { group: 'Capture', fate: { replaced: 'capture.stale_targets' } },
  'download_retries': { group: 'Capture', fate: { na: 'a capture is tried again for as long as the stream is live' } },
  'low_latency': { group: 'Capture', fate: { na: 'a segment is fetched as soon as a playlist names it' } },
  'disable_ads': { group: 'Capture', fate: { na: 'advertisements are never fetched (ADR 0011)' } },
  'capture.hls_segment_queue_threshold': {
    group: 'Capture',
    fate: { na: 'segments are fetched by our own code, which has no such threshold' },
  },
  'capture.loglevel': { group: 'Capture', fate: { replaced: 'VODKEEP_LOG_LEVEL' } },
  'capture.use_cache': {
    group: 'Capture',
    fate: { na: 'segments are stored as they come; a spool takes them while storage is away' },
  },
  'capture.retry_on_error': {
    group: 'Capture',
    fate: { na: 'each delivery of a site is taken once, however often it comes' },
  },
  'capture.viewercount': { group: 'Capture', fate: { na: 'viewers are always kept' } },
  'capture.killendedstream': { group: 'Capture', fate: { na: 'a capture ends when the end of its stream is proved' } },
  'capture.fallbackcapture': { group: 'Capture', fate: { na: 'another recorder takes a capture over when one fails' } },
  'capture.twitch-api-header': { group: 'Capture', fate: { na: TOKEN } },
  'capture.twitch-access-token-param': { group: 'Capture', fate: { na: TOKEN } },
  'capture.twitch-client-id': { group: 'Capture', fate: { na: TOKEN } },
  'capture.twitch-ttv-lol-plugin': { group: 'Capture', fate: { replaced: 'capture.http_proxy' } },
  'capture.twitch-proxy-playlist': { group: 'Capture', fate: { replaced: 'capture.http_proxy' } },
  'capture.twitch-proxy-playlist-exclude': { group: 'Capture', fate: { na: 'the proxy is for all channels' } },
  'api_client_id': { group: 'Twitch', fate: { replaced: 'PUT /api/v0/sites/twitch/app' } },
  'api_secret': { group: 'Twitch', secret: true, fate: { replaced: 'PUT /api/v0/sites/twitch/app' } },
  'twitchapi.auth_type': { group: 'Twitch', fate: { replaced: 'POST /api/v0/sites/twitch/sign-in' } },
  'twitchapi.eventsub_type': { group: 'Twitch', fate: { replaced: 'push.transport' } },
  'twitchapi.eventsub_unsub_on_start': {
    group: 'Twitch',
    fate: { na: 'subscriptions of a dead socket are always dropped' },
  },
  'twitch.voddownload.auth_enabled': { group: 'Twitch', fate: { replaced: 'PUT /api/v0/sites/twitch/playback' } },
  'twitchapi.enable_gql': { group: 'Twitch', fate: { na: 'it is used where the public interface tells nothing' } },
  'checkmute_method': {
    group: 'Twitch',
    fate: { na: 'the site is asked; its answer names the muted parts. v0 ignored this one too' },
  },
  'api_metadata': { group: 'Twitch', fate: { na: 'viewers are always kept' } },
  'app_verbose': { group: 'Developer', fate: { replaced: 'VODKEEP_LOG_LEVEL' } },
  'dump_payloads': { group: 'Developer', fate: { na: 'what of a webhook is refused is counted and told under Sites' } },
  'debug.catch_global_exceptions': {
    group: 'Developer',
    fate: { na: 'a service that fails is started again, and recordings go on' },
  },
  'debug.catch_global_rejections': {
    group: 'Developer',
    fate: { na: 'a service that fails is started again, and recordings go on' },
  },
  'playlist_dump': { group: 'Advanced', fate: { na: 'it had no effect in v0 either' } },
  'eventsub_secret': { group: 'Advanced', secret: true, fate: { na: 'webhook secrets are made from the keyring' } },
  'file_permissions': { group: 'Advanced', fate: { na: 'files belong to the user that Vodkeep runs as' } },
  'file_chmod': {
    group: 'Advanced',
    fate: { na: 'files belong to the user that Vodkeep runs as; its umask decides their mode' },
  },
  'file_chown_uid': { group: 'Advanced', fate: { na: 'files belong to the user that Vodkeep runs as' } },
  'file_chown_gid': { group: 'Advanced', fate: { na: 'files belong to the user that Vodkeep runs as' } },
};
