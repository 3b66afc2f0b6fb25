import type { Broadcast, Category, TwitchChannel } from '../world.js';
import type { SegmentRange, VideoAccess, VideoChatSpec, VideoState } from './past-spec.js';

/** A segment of the channel's media within a video. */
export interface VideoPiece {
  /** Index in the source; continues over loops. */
  readonly position: number;
  readonly shiftS: number;
  readonly discontinuity: boolean;
}

export interface VideoChapter {
  readonly atMs: number;
  readonly category: Category | null;
}

/** A video on the simulated Twitch. */
export interface PastVideo {
  readonly id: string;
  readonly channel: TwitchChannel;
  readonly kind: 'archive' | 'highlight' | 'upload';
  readonly streamId: string | null;
  /** Its broadcast, which may still be live; null for a video that existed at the simulator's start. */
  readonly broadcast: Broadcast | null;
  readonly title: string;
  readonly description: string;
  readonly createdAt: number;
  readonly viewCount: number;
  readonly container: 'ts' | 'fmp4';
  readonly chapters: readonly VideoChapter[];
  readonly chat: VideoChatSpec;
  readonly state: Readonly<{
    access: VideoAccess;
    muted: readonly SegmentRange[];
    mutedNames: 'muted' | 'unmuted';
    hasPlainSound: boolean;
  }>;
  /** In order; only the pieces that exist so far. */
  pieces(): readonly VideoPiece[];
}

export const stateOf = ({
  access = 'public',
  muted = [],
  mutedNames = 'muted',
  hasPlainSound = false,
}: VideoState): PastVideo['state'] => ({ access, muted, mutedNames, hasPlainSound });

export const isGrowing = ({ broadcast }: PastVideo): boolean => broadcast !== null && broadcast.endedAt === null;
export const isMutedAt = ({ state }: PastVideo, n: number): boolean =>
  state.muted.some(({ from, count }) => n >= from && n < from + count);
