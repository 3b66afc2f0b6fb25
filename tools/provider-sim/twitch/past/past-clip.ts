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
  /** Where it begins in the source. */
  readonly fromS: number;
  readonly viewCount: number;
  /** Null: the video is gone. */
  readonly videoId: string | null;
  readonly offsetS: number | null;
}

export const CLIP_HOST = 'production.assets.clips.twitchcdn.net';

/** Where the file of a clip in one size is, without its signature. @param quality lines of the picture */
export const clipAddress = ({ base }: Pick<SiteExchange, 'base'>, { id }: PastClip, quality: string): string =>
  `${base(CLIP_HOST)}/v2/media/${id}/${uuidOf(id)}/video-${quality}.mp4`;

/** The page of a clip. */
export const clipPage = ({ id }: PastClip): string => `https://clips.twitch.tv/${id}`;
