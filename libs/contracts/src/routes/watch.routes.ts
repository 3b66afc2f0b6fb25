import { z } from 'zod';
import { defineRoute, Uuid } from './route.js';

const missing = { 'vod-missing': 404 };

/** Signature of a URL for an external player, and the link that it belongs to. */
const signature = {
  sig: z.string().max(128).optional(),
  exp: z.string().max(16).optional(),
  link: z.string().max(64).optional(),
};
const StoredPiece = z.strictObject({ uuid: z.uuid(), part: z.string().max(64), name: z.string().max(255) });

/**
 * HLS playlist of the stored segments; delta updates with `_HLS_skip=YES` (RFC 8216bis 6.2.5.1). After the segments are
 * deleted: 410 with the URL of the file, or, for a signed address, a redirect to the file or to the list of files.
 */
export const vodPlaylist = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/index.m3u8',
  level: 'guest',
  summary: 'HLS playlist of a growing or finished VOD',
  params: Uuid,
  query: z.object({ _HLS_skip: z.string().max(16).optional(), ...signature }),
  shape: 'raw',
  errors: { ...missing, 'segments-gone': 410 },
});
/**
 * A media playlist of a VOD whose audio has playlists of its own: `video.m3u8`, or audio by its id. The playlist of the
 * VOD is a master then, which names them.
 */
export const vodRendition = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/r/:name',
  level: 'guest',
  summary: 'HLS media playlist of the video or of one audio track',
  params: z.strictObject({ uuid: z.uuid(), name: z.string().regex(/^(video|a[0-9a-f]{8})\.m3u8$/) }),
  query: z.object({ _HLS_skip: z.string().max(16).optional(), ...signature }),
  shape: 'raw',
  errors: { ...missing, 'segments-gone': 410 },
});
/**
 * The finished files of a VOD as a list of signed addresses for external players, which play them one after the other. A
 * signed address of {@link vodPlaylist} leads here after the segments are deleted.
 */
export const vodFileList = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/files.m3u',
  level: 'guest',
  summary: 'Finished files of a VOD as an M3U list',
  params: Uuid,
  query: z.object(signature),
  shape: 'raw',
  errors: { ...missing, 'segments-gone': 410 },
});
/** A signed URL of the playlist, for external players, which send no cookie. */
export const vodShare = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/share',
  level: 'guest',
  summary: 'Signed playlist address for an external player',
  params: Uuid,
  data: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
  errors: { ...missing, 'segments-gone': 410 },
});
export const vodSegment = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/s/:part/:name',
  level: 'guest',
  summary: 'One stored segment',
  params: StoredPiece,
  query: z.object(signature),
  shape: 'raw',
  errors: { 'segment-missing': 404 },
});
export const vodInit = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/i/:part/:name',
  level: 'guest',
  summary: 'An init section',
  params: StoredPiece,
  query: z.object(signature),
  shape: 'raw',
  errors: { 'segment-missing': 404 },
});
