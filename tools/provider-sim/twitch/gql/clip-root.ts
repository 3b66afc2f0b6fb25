import { clipAddress, clipPage, type PastClip } from '../past/past-clip.js';
import { timeOf } from '../helix/helix-call.js';
import { pastPreview } from '../helix/pictures.js';
import { CATEGORIES } from '../world.js';
import type { GqlContext } from './gql-context.js';
import { gameOf } from './game-object.js';

const PREVIEW = { width: 480, height: 272 };
const thumbnail = ({ exchange }: GqlContext, { id }: PastClip): string =>
  pastPreview(exchange, id).replace('%{width}', String(PREVIEW.width)).replace('%{height}', String(PREVIEW.height));

function qualities(clip: PastClip, { ports, exchange }: GqlContext): readonly object[] {
  const specs = ports.channels.get(clip.channel.userId)?.renditions.map(({ media }) => media.spec) ?? [];
  return specs.map(({ height, fps }) => ({
    quality: String(height),
    frameRate: fps,
    sourceURL: clipAddress(exchange, clip, String(height)),
  }));
}

/**
 * A clip with all fields that the clip documents request.
 * @param broadcaster returns the account of its channel
 * @param video returns the video that it comes from
 */
export function clipObject(
  clip: PastClip,
  context: GqlContext,
  { broadcaster, video }: { readonly broadcaster: () => object | null; readonly video: () => object | null },
): object {
  const { id, channel, title, creator, createdAt, seconds, viewCount, videoId, offsetS } = clip;
  const category = channel.category ?? CATEGORIES[0] ?? null;
  const videoQualities = (): readonly object[] => qualities(clip, context);
  return {
    id: String(Buffer.from(id).readUInt32BE(0)),
    slug: id,
    title,
    url: clipPage(clip),
    embedURL: `https://clips.twitch.tv/embed?clip=${id}`,
    createdAt: timeOf(createdAt),
    durationSeconds: Math.round(seconds),
    viewCount,
    language: channel.language.toUpperCase(),
    curator: { id: creator.id, login: creator.login, displayName: creator.displayName },
    broadcaster,
    game: () => gameOf(category, context),
    video: videoId === null ? null : video,
    videoOffsetSeconds: videoId === null ? null : offsetS,
    thumbnailURL: thumbnail(context, clip),
    playbackAccessToken: () => context.ports.playbackTokens.issueClip(id),
    videoQualities,
    assets: () => [
      { id: `${id}-0`, aspectRatio: 1.778, thumbnailURL: thumbnail(context, clip), videoQualities: videoQualities() },
    ],
  };
}
