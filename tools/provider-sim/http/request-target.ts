import type { LiveChannel } from '../channel/live-channel.js';
import { wholeFileName } from '../channel/playlists.js';
import type { Rendition } from '../channel/rendition.js';

/** Target of a path under `/live/<channel>/`. */
export type Target =
  | { readonly kind: 'master' }
  | { readonly kind: 'playlist'; readonly rendition: Rendition; readonly prefix: string }
  | { readonly kind: 'init' | 'whole'; readonly rendition: Rendition }
  | { readonly kind: 'segment'; readonly rendition: Rendition; readonly seq: number }
  | { readonly kind: 'key'; readonly index: number };

/** Whether the channel's address returns a master playlist. */
const hasMaster = (channel: LiveChannel): boolean => channel.spec.master ?? channel.spec.renditions.length > 1;

function fileTarget(channel: LiveChannel, rendition: Rendition, file: string): Target | null {
  if (file === 'index.m3u8') return { kind: 'playlist', rendition, prefix: '' };
  if (file === 'init.mp4' && rendition.media.init) return { kind: 'init', rendition };
  if (channel.spec.byteRange === true)
    return file === wholeFileName(channel.spec) ? { kind: 'whole', rendition } : null;
  const seq = /^(\d+)\.(?:ts|m4s)$/.exec(file)?.[1];
  return seq === undefined ? null : { kind: 'segment', rendition, seq: Number(seq) };
}

/** @param path below the channel's folder: `index.m3u8`, `source/12.ts`, `key/0` */
export function targetOf(channel: LiveChannel, path: string): Target | null {
  const [best] = channel.renditions;
  if (!best) return null;
  if (path === 'index.m3u8')
    return hasMaster(channel) ? { kind: 'master' } : { kind: 'playlist', rendition: best, prefix: `${best.name}/` };
  const [folder = '', file = ''] = path.split('/');
  if (folder === 'key') return { kind: 'key', index: Number(file) };
  const rendition = channel.renditions.find(({ name }) => name === folder);
  return rendition ? fileTarget(channel, rendition, file) : null;
}
