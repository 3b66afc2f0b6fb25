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
