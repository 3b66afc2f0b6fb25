import { randomBytes, randomInt } from 'node:crypto';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type PlaybackToken } from './playback-token.wire.js';

const HOST = 'usher.ttvnw.net';
/** The web player and streamlink use v2 since Feb 2026 (streamlink#6840); v1 still answers. */
const PATHS = { v2: '/api/v2/channel/hls/', v1: '/api/channel/hls/' } as const;
export type UsherVersion = keyof typeof PATHS;

/**
 * Whole segments are taken, so none are announced early (`fast_bread`). Without `allow_source` the best row is missing,
 * and other codecs come only when asked for.
 */
export const USHER_QUERY = {
  platform: 'web',
  player: 'twitchweb',
  player_backend: 'mediaplayer',
  allow_source: 'true',
  allow_audio_only: 'true',
  playlist_include_framerate: 'true',
  reassignments_supported: 'true',
  supported_codecs: 'av1,h265,h264',
  include_unavailable: 'true',
};

/** A viewer of a live channel: each playback session is a new one. */
export interface Viewing {
  readonly login: string;
  readonly token: PlaybackToken;
  readonly sessionId: string;
}
export const newSessionId = (): string => randomBytes(16).toString('hex');

/** Where the master playlist is. */
export function usherAddress(
  sites: SiteAddresses,
  { login, token, sessionId }: Viewing,
  version: UsherVersion,
): string {
  const query = {
    ...USHER_QUERY,
    p: String(randomInt(1_000_000)),
    play_session_id: sessionId,
    sig: token.signature,
    token: token.value,
  };
  const encoded = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return sites.http(HOST, `${PATHS[version]}${encodeURIComponent(login)}.m3u8?${encoded}`);
}
