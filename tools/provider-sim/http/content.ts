import type { LiveChannel } from '../channel/live-channel.js';
import { encrypt, keyOf } from '../channel/encryption.js';
import type { LiveSegment } from '../channel/live-segment.js';
import { masterPlaylist } from '../channel/master-playlist.js';
import { mediaPlaylist } from '../channel/media-playlist.js';
import type { Rendition } from '../channel/rendition.js';
import type { Target } from './request-target.js';

/** An answer before faults. `start`/`total` are of a range of the whole file. */
export interface Content { readonly type: string; readonly body: Buffer; readonly range?: { readonly start: number; readonly total: number } }

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const text = (body: string): Content => ({ type: PLAYLIST_TYPE, body: Buffer.from(body) });
const mediaType = (channel: LiveChannel): string => (channel.spec.container === 'ts' ? 'video/mp2t' : 'video/mp4');

async function segmentBody(channel: LiveChannel, rendition: Rendition, segment: LiveSegment): Promise<Buffer> {
  const body = await rendition.body(segment.position, segment.shiftS);
  return channel.spec.aes ? encrypt(channel.spec, segment.seq, body) : body;
}

function playlist(channel: LiveChannel, { rendition, prefix }: Extract<Target, { kind: 'playlist' }>): Content | null {
  const { window, spec, state } = channel;
  const isOffered = channel.qualities.includes(rendition.name);
  if (state === 'offline' || !isOffered) return null;
  return text(mediaPlaylist({
    spec, listed: window.listed, mediaSequence: window.listed[0]?.seq ?? channel.nextSeq, discontinuitySequence: window.discontinuitySequence, ended: state === 'ended',
    prefix, rendition: rendition.name, initBytes: rendition.media.init?.length ?? 0, bytesOf: (segment) => channel.bytesOf(rendition, segment),
  }));
}

/** The growing file: what can still be fetched of it, or a range of that. */
async function wholeFile(channel: LiveChannel, rendition: Rendition, range: string | undefined): Promise<Content | null> {
  const newest = channel.offered.at(-1);
  if (!newest) return null;
  const total = (newest.offsets.get(rendition.name) ?? 0) + channel.bytesOf(rendition, newest);
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  const start = asked ? Number(asked[1]) : 0;
  const end = asked?.[2] ? Math.min(Number(asked[2]) + 1, total) : total;
  const body = Buffer.alloc(Math.max(0, end - start));
  const init = rendition.media.init ?? Buffer.alloc(0);
  init.copy(body, Math.max(0, -start), Math.min(start, init.length));
  for (const segment of channel.offered) {
    const at = segment.offsets.get(rendition.name) ?? 0;
    const isOfThisFile = channel.fetchable(segment.seq) === segment;
    if (!isOfThisFile || at >= end || at + channel.bytesOf(rendition, segment) <= start) continue;
    const bytes = await segmentBody(channel, rendition, segment);
    bytes.copy(body, Math.max(0, at - start), Math.max(0, start - at));
  }
  return { type: mediaType(channel), body, ...(asked ? { range: { start, total } } : {}) };
}

/** @returns null for what is not there: 404 */
export async function contentOf(channel: LiveChannel, target: Target, range: string | undefined): Promise<Content | null> {
  switch (target.kind) {
    case 'master': return channel.state === 'offline' ? null : text(masterPlaylist(channel.renditions.filter(({ name }) => channel.qualities.includes(name))));
    case 'playlist': return playlist(channel, target);
    case 'key': return { type: 'application/octet-stream', body: keyOf(channel.spec.name, target.index) };
    case 'init': return target.rendition.media.init && { type: 'video/mp4', body: target.rendition.media.init };
    case 'whole': return wholeFile(channel, target.rendition, range);
    case 'segment': {
      const segment = channel.fetchable(target.seq);
      return segment && !segment.gap ? { type: mediaType(channel), body: await segmentBody(channel, target.rendition, segment) } : null;
    }
  }
}
