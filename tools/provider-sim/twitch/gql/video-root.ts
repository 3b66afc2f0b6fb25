import { OutsideError, untranslated } from '#libs/errors';
import { timeOf } from '../helix/helix-call.js';
import { pastPreview } from '../helix/pictures.js';
import { commentPage } from '../past/comment-pages.js';
import { isGrowing, isMutedAt, type PastVideo } from '../past/past-video.js';
import { videoSeconds, videoSegments } from '../past/video-segments.js';
import type { GqlContext } from './gql-context.js';
import { gameOf, sized, type SizeArgs } from './game-object.js';

const PREVIEW = { width: 320, height: 180 };
const pieceS = (video: PastVideo, { ports }: GqlContext): number => ports.videoMedia.channelOf(video).spec.segmentS;

interface CommentArgs {
  readonly contentOffsetSeconds?: number | null;
  readonly after?: string | null;
}

function comments(
  video: PastVideo,
  { contentOffsetSeconds, after }: CommentArgs,
  { ports }: GqlContext,
): object | null {
  if (ports.pastComments.isBusy(video)) return null;
  if (typeof after === 'string' && video.chat.refusesCursor === true)
    throw new OutsideError(untranslated('sim-integrity', 'failed integrity check'));
  return commentPage(video, ports.pastComments.chats.of(video), {
    contentOffsetSeconds: contentOffsetSeconds ?? null,
    cursor: after ?? null,
  });
}

/** Category changes; empty if the video has a single category. */
function moments(video: PastVideo, context: GqlContext): object {
  const totalMs = videoSeconds(video, pieceS(video, context)) * 1000;
  const nodes =
    video.chapters.length < 2
      ? []
      : video.chapters.map(({ atMs, category }, i) => ({
          id: `${video.id}-${String(i)}`,
          type: 'GAME_CHANGE',
          positionMilliseconds: atMs,
          durationMilliseconds: (video.chapters[i + 1]?.atMs ?? (isGrowing(video) ? atMs : totalMs)) - atMs,
          description: category?.name ?? '',
          subDescription: '',
          thumbnailURL: '',
          details: { __typename: 'GameChangeMomentDetails', game: () => gameOf(category, context) },
        }));
  return { edges: nodes.map((node) => ({ node, cursor: null })) };
}

function mutedRanges(video: PastVideo, context: GqlContext): readonly object[] | null {
  const muted = videoSegments(video, pieceS(video, context)).filter(({ n }) => isMutedAt(video, n));
  return muted.length === 0 ? null : muted.map(({ startS, durationS }) => ({ offset: startS, duration: durationS }));
}

function preview(video: PastVideo, { exchange }: GqlContext, size: SizeArgs): string {
  const template = isGrowing(video)
    ? 'https://vod-secure.twitch.tv/_404/404_processing_{width}x{height}.png'
    : pastPreview(exchange, video.id).replaceAll('%{', '{');
  return sized(template, size, PREVIEW);
}

/** A video with all fields that the video documents request. @param owner returns its account */
export function videoObject(video: PastVideo, context: GqlContext, owner: () => object | null): object {
  const { id, title, description, createdAt, viewCount, channel, kind, chapters } = video;
  return {
    id,
    title,
    description,
    createdAt: timeOf(createdAt),
    publishedAt: timeOf(createdAt),
    recordedAt: timeOf(createdAt),
    lengthSeconds: Math.floor(videoSeconds(video, pieceS(video, context))),
    viewCount,
    language: channel.language.toUpperCase(),
    broadcastType: kind.toUpperCase(),
    status: isGrowing(video) ? 'RECORDING' : 'RECORDED',
    owner,
    creator: owner,
    game: () => gameOf(chapters[0]?.category ?? null, context),
    seekPreviewsURL: null,
    animatedPreviewURL: null,
    isDeleted: false,
    previewThumbnailURL: (size: SizeArgs) => preview(video, context, size),
    thumbnailURLs: (size: SizeArgs) => [preview(video, context, size)],
    muteInfo: () => ({ mutedSegmentConnection: wrapped(mutedRanges(video, context)) }),
    moments: () => moments(video, context),
    comments: (args: CommentArgs) => comments(video, args, context),
  };
}

const wrapped = (nodes: readonly object[] | null): object | null => (nodes === null ? null : { nodes });
