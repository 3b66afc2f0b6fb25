import type { SiteExchange } from '../site.js';
import { uuidOf } from '../seeded.js';
import type { PastClip } from './past-clip.js';

export const CLIP_HOST = 'production.assets.clips.twitchcdn.net';

/** Where the file of a clip in one size is, without its signature. @param quality lines of the picture */
export const clipAddress = ({ base }: Pick<SiteExchange, 'base'>, { id }: PastClip, quality: string): string =>
  `${base(CLIP_HOST)}/v2/media/${id}/${uuidOf(id)}/video-${quality}.mp4`;

/** The page of a clip. */
export const clipPage = ({ id }: PastClip): string => `https://clips.twitch.tv/${id}`;
