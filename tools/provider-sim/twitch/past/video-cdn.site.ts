import { sendContent, sendFault, sendStatus } from '../../http/answer.js';
import type { Content } from '../../http/content.js';
import type { Rendition } from '../../channel/rendition.js';
import type { PlaybackPorts } from '../media/playback-ports.js';
import type { Variant } from '../media/variant.js';
import type { Site, SiteExchange } from '../site.js';
import { isMutedAt, type PastVideo } from './past-video.js';
import { folderOf, listName, renditionFolder, VIDEO_HOST } from './video-address.js';
import { videoPlaylist } from './video-playlist.js';
import { videoSegments, type VideoSegment } from './video-segments.js';

const LIST_TYPE = 'application/vnd.apple.mpegurl';
const PATH = /^\/([^/]+)\/([\w-]+)\/([\w.-]+)$/;
const SEGMENT = /^(\d+)(-muted|-unmuted)?\.(?:ts|mp4)$/;

type File =
  | { readonly kind: 'playlist'; readonly names: 'muted' | 'unmuted' }
  | { readonly kind: 'init' }
  | { readonly kind: 'segment'; readonly n: number; readonly mark: '' | '-muted' | '-unmuted' };

function fileOf(name: string, video: PastVideo): File | null {
  if (name === 'index-dvr.m3u8') return { kind: 'playlist', names: 'unmuted' };
  if (name === listName(video)) return { kind: 'playlist', names: video.state.mutedNames };
  if (name === 'init-0.mp4') return { kind: 'init' };
  const [, n, mark = ''] = SEGMENT.exec(name) ?? [];
  return n === undefined ? null : { kind: 'segment', n: Number(n), mark: mark as '' | '-muted' | '-unmuted' };
}

/** The audio that a segment name provides. Null: the bucket denies this name. */
function soundOf(video: PastVideo, { n, mark }: Extract<File, { kind: 'segment' }>): 'own' | 'none' | null {
  if (!isMutedAt(video, n)) return mark === '' ? 'own' : null;
  if (mark === '-muted') return 'none';
  return mark === '' && video.state.hasPlainSound ? 'own' : null;
}

const bodyOf = async (rendition: Rendition, { pieces }: VideoSegment): Promise<Buffer> =>
  Buffer.concat(await Promise.all(pieces.map(({ position, shiftS }) => rendition.body(position, shiftS))));

interface VideoRequest {
  readonly video: PastVideo;
  readonly variant: Variant;
  readonly file: File;
}

async function contentOf(
  { videoMedia }: PlaybackPorts,
  { video, variant, file }: VideoRequest,
): Promise<Content | null> {
  const pieceS = videoMedia.channelOf(video).spec.segmentS;
  const { media } = variant.rendition;
  const isFmp4 = media.cut.container === 'fmp4';
  if (file.kind === 'playlist')
    return { type: LIST_TYPE, body: Buffer.from(videoPlaylist(video, { pieceS, isFmp4, names: file.names })) };
  if (file.kind === 'init') return media.init && { type: 'video/mp4', body: media.init };
  const segment = videoSegments(video, pieceS)[file.n];
  const sound = soundOf(video, file);
  if (!segment || sound === null) return null;
  const rendition = sound === 'own' ? variant.rendition : await videoMedia.muted(variant);
  return { type: isFmp4 ? 'video/mp4' : 'video/mp2t', body: await bodyOf(rendition, segment) };
}

async function find({ url: { pathname } }: SiteExchange, ports: PlaybackPorts): Promise<VideoRequest | null> {
  const [, folder, rendition, name = ''] = PATH.exec(decodeURIComponent(pathname)) ?? [];
  const video = ports.past.all().find((retained) => folderOf(retained) === folder);
  if (!video || video.state.access === 'deleted') return null;
  const variant = (await ports.videoMedia.variants(video)).find((offered) => renditionFolder(offered) === rendition);
  const file = fileOf(name, video);
  return variant && file ? { video, variant, file } : null;
}

/**
 * CloudFront in front of the videos: it requires no token, and responds with 403 to a missing file, like a bucket
 * without list permission.
 */
export function videoCdnSite(ports: PlaybackPorts): Site {
  return {
    hosts: [VIDEO_HOST, /^d[0-9a-z]+\.cloudfront\.net$/],
    async handle(exchange) {
      const request = await find(exchange, ports);
      if (!request) {
        sendStatus(exchange, 403);
        return;
      }
      const { spec, faults } = ports.videoMedia.channelOf(request.video);
      const [kind, seq] = [request.file.kind, request.file.kind === 'segment' ? request.file.n : null];
      const content = await contentOf(ports, request);
      const rule = faults.match({ kind, seq }, Date.now());
      const { status, bytes } = rule
        ? sendFault(exchange, rule, content)
        : content
          ? sendContent(exchange, content)
          : sendStatus(exchange, 403);
      ports.record(spec.name, {
        at: Date.now(),
        path: exchange.url.pathname,
        kind,
        seq,
        status,
        bytes,
        fault: rule?.mode ?? null,
      });
    },
  };
}
