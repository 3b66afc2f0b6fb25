import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LiveChannel } from '../../channel/live-channel.js';
import { sendContent, sendFault, sendStatus } from '../../http/answer.js';
import { cachedFolder } from '../../media/cached-folder.js';
import { encodeSource } from '../../media/encode-source.js';
import type { MediaSpec } from '../../media/media-spec.js';
import { runFfmpeg } from '../../media/run-ffmpeg.js';
import type { PlaybackPorts } from '../media/playback-ports.js';
import type { Site, SiteExchange } from '../site.js';
import { type PastClip, CLIP_HOST } from './past-clip.js';

const PATH = /^\/v2\/media\/([\w-]+)\/[0-9a-f-]{36}\/video-(\d+)\.mp4$/;

function mayHave({ url: { searchParams } }: SiteExchange, ports: PlaybackPorts, slug: string): boolean {
  const token = ports.playbackTokens.readClip(searchParams.get('token') ?? '', searchParams.get('sig') ?? '');
  return typeof token !== 'string' && token.clip_slug === slug;
}

interface Found {
  readonly clip: PastClip;
  readonly channel: LiveChannel;
  readonly media: MediaSpec;
}

function find({ past, channels }: PlaybackPorts, slug: string, lines: string): Found | null {
  const [clip] = past.clips(({ id }) => id === slug);
  const channel = clip && channels.get(clip.channel.userId);
  const media = channel?.renditions
    .map((rendition) => rendition.media.spec)
    .find(({ height }) => String(height) === lines);
  return clip && channel && media ? { clip, channel, media } : null;
}

/** Files of clips, for clients with the clip's own token. */
export function clipCdnSite(ports: PlaybackPorts): Site {
  return {
    hosts: [CLIP_HOST],
    async handle(exchange) {
      const [, slug = '', lines = ''] = PATH.exec(exchange.url.pathname) ?? [];
      const found = find(ports, slug, lines);
      if (!found) {
        sendStatus(exchange, 404);
        return;
      }
      const { clip, channel, media } = found;
      if (!mayHave(exchange, ports, slug)) {
        sendStatus(exchange, 403);
        return;
      }
      const content = { type: 'video/mp4', body: await clipFile(await ports.mediaDir(), media, clip) };
      const rule = channel.faults.match({ kind: 'segment', seq: null }, Date.now());
      const { status, bytes } = rule ? sendFault(exchange, rule, content) : sendContent(exchange, content);
      ports.record(channel.spec.name, {
        at: Date.now(),
        path: exchange.url.pathname,
        kind: 'clip',
        seq: null,
        status,
        bytes,
        fault: rule?.mode ?? null,
      });
    },
  };
}

/** The file of a clip in one size: a part of the source, encoded again as on Twitch; created once. */
async function clipFile(
  mediaDir: string,
  media: MediaSpec,
  { fromS, seconds }: Pick<PastClip, 'fromS' | 'seconds'>,
): Promise<Buffer> {
  const key = createHash('sha256')
    .update(JSON.stringify([1, media, fromS, seconds]))
    .digest('hex')
    .slice(0, 16);
  const source = await encodeSource(mediaDir, media);
  const folder = await cachedFolder(path.join(mediaDir, `clip-${key}`), (work) =>
    runFfmpeg([
      '-ss',
      String(fromS),
      '-i',
      path.join(source, 'source.mp4'),
      '-t',
      String(seconds),
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-pix_fmt',
      'yuv420p',
      '-b:v',
      `${String(media.videoKbps)}k`,
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-movflags',
      '+faststart',
      path.join(work, 'clip.mp4'),
    ]),
  );
  return readFile(path.join(folder, 'clip.mp4'));
}
