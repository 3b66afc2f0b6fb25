import { randomBytes, randomInt } from 'node:crypto';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type PlaybackToken } from './playback-token.wire.js';

const HOST = 'usher.ttvnw.net';
/** The web player and streamlink have used v2 since Feb 2026 (streamlink#6840); v1 still works. */
const PATHS = { v2: '/api/v2/channel/hls/', v1: '/api/channel/hls/' } as const;
export type UsherVersion = keyof typeof PATHS;

/**
 * Without `fast_bread`, no segments are announced early, since the recorder loads whole segments. Without
 * `allow_source` the best rendition is missing, and other codecs are listed only on request.
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

/** A viewer of a live channel; each playback has a new session id. */
export interface Viewing {
  readonly login: string;
  readonly token: PlaybackToken;
  readonly sessionId: string;
}
export const newSessionId = (): string => randomBytes(16).toString('hex');

/** Builds the address of the master playlist. */
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
