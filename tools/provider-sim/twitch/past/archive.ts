import type { LiveChannel } from '../../channel/live-channel.js';
import { hexOf, seedOf } from '../seeded.js';
import { categoryOf, type TwitchChannel, type TwitchWorld } from '../world.js';
import type { PastClip } from './past-clip.js';
import type { PastClipSpec, PastVideoSpec, VideoState } from './past-spec.js';
import { stateOf, type PastVideo, type VideoChapter, type VideoPiece } from './past-video.js';

const FIRST_VIDEO_ID = 2_600_000_000;
const FIRST_STREAM_ID = 39_000_000_000;

type StoredVideo = { -readonly [K in keyof PastVideo]: PastVideo[K] } & { chapters: VideoChapter[] };

/**
 * Videos (newest first) and clips (by views) of all channels. A broadcast is a video from its first moment, with the
 * title that it started with; a resumed broadcast stays the same video.
 */
export class Archive {
  private videos: readonly StoredVideo[];
  private readonly retained: readonly PastClip[];
  private recorded = 0;

  /** @param channels media of accounts, by their `userId` */
  constructor(
    world: TwitchWorld,
    private readonly channels: ReadonlyMap<string, LiveChannel>,
    startedAt = Date.now(),
  ) {
    this.videos = world.channels
      .flatMap((channel) => (channel.spec.past?.videos ?? []).map((spec) => this.scripted(channel, spec, startedAt)))
      .sort((a, b) => b.createdAt - a.createdAt);
    this.retained = world.channels
      .flatMap((channel) => (channel.spec.past?.clips ?? []).map((spec) => clipOf(channel, spec, startedAt)))
      .sort((a, b) => b.viewCount - a.viewCount);
    world.on('online', (channel) => {
      this.record(channel);
    });
    world.on('update', (channel) => {
      this.recordCategory(channel);
    });
  }

  /** Excludes deleted videos, and those that the site does not show yet. */
  byIds(ids: readonly string[]): readonly PastVideo[] {
    return this.shown().filter(({ id }) => ids.includes(id));
  }
  byId(id: string): PastVideo | undefined {
    return this.byIds([id])[0];
  }
  of(isWanted: (channel: TwitchChannel) => boolean): readonly PastVideo[] {
    return this.shown().filter(({ channel }) => isWanted(channel));
  }
  clips(isWanted: (clip: PastClip) => boolean): readonly PastClip[] {
    return this.retained.filter(isWanted);
  }
  all(): readonly PastVideo[] {
    return this.videos;
  }

  /** @param id default: the channel's newest video */
  change(channel: TwitchChannel, id: string | undefined, state: VideoState): void {
    const video = this.videos.find(
      (retained) => retained.channel === channel && (id === undefined || retained.id === id),
    );
    if (video) video.state = stateOf({ ...video.state, ...state });
  }

  private shown(now = Date.now()): readonly PastVideo[] {
    return this.videos.filter((video) => video.state.access !== 'deleted' && now - video.createdAt >= lagMs(video));
  }

  private record(channel: TwitchChannel): void {
    const {
      broadcast,
      title,
      category,
      userId,
      spec: { past = {} },
    } = channel;
    const live = this.channels.get(userId);
    if (
      !live ||
      !broadcast ||
      past.keepsBroadcasts === false ||
      this.videos.some((video) => video.broadcast === broadcast)
    )
      return;
    const video: StoredVideo = {
      id: String(FIRST_VIDEO_ID + this.recorded++),
      channel,
      kind: 'archive',
      streamId: broadcast.id,
      broadcast,
      title,
      description: '',
      createdAt: broadcast.startedAt,
      viewCount: 0,
      container: live.spec.container,
      chapters: [{ atMs: 0, category }],
      chat: past.chat ?? {},
      state: stateOf({}),
      pieces: recorder(live),
    };
    this.videos = [video, ...this.videos];
  }

  private recordCategory(channel: TwitchChannel): void {
    const { broadcast, category } = channel;
    const video =
      broadcast && broadcast.endedAt === null
        ? this.videos.find((retained) => retained.broadcast === broadcast)
        : undefined;
    if (!video || video.chapters.at(-1)?.category?.id === category?.id) return;
    video.chapters = [...video.chapters, { atMs: Date.now() - video.createdAt, category }];
  }

  private scripted(channel: TwitchChannel, spec: PastVideoSpec, startedAt: number): StoredVideo {
    const { id, kind = 'archive', title, description = '', agoS, viewCount = 0, chat = {} } = spec;
    const { segmentS = 2, container = 'ts' } = this.channels.get(channel.userId)?.spec ?? {};
    const made = Array.from({ length: Math.ceil(spec.seconds / segmentS) }, (_, position): VideoPiece => ({
      position,
      shiftS: 0,
      discontinuity: false,
    }));
    return {
      id,
      channel,
      kind,
      streamId: streamIdOf(spec),
      broadcast: null,
      title,
      description,
      createdAt: startedAt - agoS * 1000,
      viewCount,
      container: spec.container ?? container,
      chat,
      state: stateOf(spec),
      pieces: () => made,
      chapters: chaptersOf(channel, spec),
    };
  }
}

const lagMs = ({
  broadcast,
  channel: {
    spec: { past = {} },
  },
}: PastVideo): number => (broadcast ? (past.lagS ?? 0) * 1000 : 0);

/** Returns the pieces that the channel offered between its latest start and the next one. */
function recorder(live: LiveChannel): () => readonly VideoPiece[] {
  const nth = live.starts.length - 1;
  return () => live.offered.slice(live.starts[nth] ?? 0, live.starts[nth + 1]).filter(({ gap }) => !gap);
}

function streamIdOf({ id, kind = 'archive', streamId }: PastVideoSpec): string | null {
  return kind === 'archive' ? (streamId ?? String(FIRST_STREAM_ID + (seedOf(id) % 1_000_000_000))) : null;
}

const chaptersOf = ({ category: usual }: TwitchChannel, { chapters = [] }: PastVideoSpec): VideoChapter[] =>
  chapters.length === 0
    ? [{ atMs: 0, category: usual }]
    : chapters.map(({ atS, category }) => ({ atMs: atS * 1000, category: categoryOf(category) }));

function clipOf(
  channel: TwitchChannel,
  { id, title, creator, agoS, seconds, fromS = 0, viewCount = 0, videoId, offsetS }: PastClipSpec,
  startedAt: number,
): PastClip {
  return {
    id,
    channel,
    title,
    creator: { id: String(80_000_000 + Number.parseInt(hexOf(creator, 5), 16)), login: creator, displayName: creator },
    createdAt: startedAt - agoS * 1000,
    seconds,
    fromS,
    viewCount,
    videoId: videoId ?? null,
    offsetS: offsetS ?? null,
  };
}
