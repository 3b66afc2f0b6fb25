import { hexOf } from '../seeded.js';
import type { SiteExchange } from '../site.js';
import type { Variant } from '../media/variant.js';
import type { PastVideo } from './past-video.js';

export const VIDEO_HOST = 'd2nvs31859zcd8.cloudfront.net';

/** The folder of a video on the CDN: 20 hex digits, login, broadcast id and start time in s. */
export const folderOf = ({ id, channel, streamId, createdAt }: PastVideo): string =>
  `${hexOf(id, 20)}_${channel.login}_${streamId ?? id}_${String(Math.floor(createdAt / 1000))}`;

/** The folder of a rendition inside the video's folder. */
export const renditionFolder = ({ kind, stableId }: Variant): string => (kind === 'source' ? 'chunked' : stableId);

const MUTED_MARK = 'muted-';

/**
 * File name of the video's playlist. A video with muted segments has a different name
 * (docs/reference/twitch.md#videos).
 */
export function listName({ id, kind, state }: PastVideo): string {
  if (kind === 'highlight') return `highlight-${id}.m3u8`;
  return state.muted.length > 0 && state.mutedNames === 'muted'
    ? `index-${MUTED_MARK}${hexOf(`muted ${id}`, 10).toUpperCase()}.m3u8`
    : 'index-dvr.m3u8';
}

export const listAddress = ({ base }: Pick<SiteExchange, 'base'>, video: PastVideo, variant: Variant): string =>
  `${base(VIDEO_HOST)}/${folderOf(video)}/${renditionFolder(variant)}/${listName(video)}`;
