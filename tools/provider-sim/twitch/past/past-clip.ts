import { uuidOf } from '../seeded.js';
import type { SiteExchange } from '../site.js';
import type { TwitchChannel } from '../world.js';

/** A clip of a channel. Times in ms since the Unix epoch, lengths in s. */
export interface PastClip {
  readonly id: string;
  readonly channel: TwitchChannel;
  readonly title: string;
  readonly creator: { readonly id: string; readonly login: string; readonly displayName: string };
  readonly createdAt: number;
  readonly seconds: number;
  /** Start of the clip in the source. */
  readonly fromS: number;
  readonly viewCount: number;
  /** Null: the video was deleted. */
  readonly videoId: string | null;
  readonly offsetS: number | null;
}

export const CLIP_HOST = 'production.assets.clips.twitchcdn.net';

/** Address of the file of a clip in one size, without its signature. @param quality image height in lines */
export const clipAddress = ({ base }: Pick<SiteExchange, 'base'>, { id }: PastClip, quality: string): string =>
  `${base(CLIP_HOST)}/v2/media/${id}/${uuidOf(id)}/video-${quality}.mp4`;

/** Address of a clip's page. */
export const clipPage = ({ id }: PastClip): string => `https://clips.twitch.tv/${id}`;
