import type { LiveChannel } from '../channel/live-channel.js';
import { encrypt, keyOf } from '../channel/encryption.js';
import type { LiveSegment } from '../channel/live-window.js';
import { masterPlaylist, mediaPlaylist } from '../channel/playlists.js';
import type { Rendition } from '../channel/rendition.js';
import type { Target } from './request-target.js';

/** A response before faults. `start` and `total` belong to a range of the complete file. */
export interface Content {
  readonly type: string;
  readonly body: Buffer;
  readonly range?: { readonly start: number; readonly total: number };
}

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
  return text(
    mediaPlaylist({
      spec,
      listed: window.listed,
      mediaSequence: window.listed[0]?.seq ?? channel.nextSeq,
      discontinuitySequence: window.discontinuitySequence,
      ended: state === 'ended',
      prefix,
      rendition: rendition.name,
      initBytes: rendition.media.init?.length ?? 0,
      bytesOf: (segment) => channel.bytesOf(rendition, segment),
    }),
  );
}

/** The requested range of a file of this size; the complete file if the request has no range. */
function rangeOf(
  header: string | undefined,
  total: number,
): { readonly start: number; readonly end: number; readonly isRequested: boolean } {
  const rangeMatch = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!rangeMatch) return { start: 0, end: total, isRequested: false };
  return {
    start: Number(rangeMatch[1]),
    end: rangeMatch[2] ? Math.min(Number(rangeMatch[2]) + 1, total) : total,
    isRequested: true,
  };
}

/** The growing file, or a range of it. Parts that are no longer available are zeros. */
async function wholeFile(
  channel: LiveChannel,
  rendition: Rendition,
  header: string | undefined,
): Promise<Content | null> {
  const newest = channel.offered.at(-1);
  if (!newest) return null;
  const startOf = (segment: LiveSegment): number => segment.offsets.get(rendition.name) ?? 0;
  const total = startOf(newest) + channel.bytesOf(rendition, newest);
  const { start, end, isRequested } = rangeOf(header, total);
  const body = Buffer.alloc(Math.max(0, end - start));
  rendition.media.init?.copy(body, 0, Math.min(start, rendition.media.init.length));
  const touches = (segment: LiveSegment): boolean =>
    startOf(segment) < end && startOf(segment) + channel.bytesOf(rendition, segment) > start;
  for (const segment of channel.offered.filter(
    (offered) => touches(offered) && channel.fetchable(offered.seq) === offered,
  )) {
    const bytes = await segmentBody(channel, rendition, segment);
    bytes.copy(body, Math.max(0, startOf(segment) - start), Math.max(0, start - startOf(segment)));
  }
  return { type: mediaType(channel), body, ...(isRequested ? { range: { start, total } } : {}) };
}

async function segment(
  channel: LiveChannel,
  { rendition, seq }: Extract<Target, { kind: 'segment' }>,
): Promise<Content | null> {
  const found = channel.fetchable(seq);
  return found && !found.gap ? { type: mediaType(channel), body: await segmentBody(channel, rendition, found) } : null;
}

const master = ({ state, renditions, qualities }: LiveChannel): Content | null =>
  state === 'offline' ? null : text(masterPlaylist(renditions.filter(({ name }) => qualities.includes(name))));

/** @returns null if the target does not exist (404) */
export async function contentOf(
  channel: LiveChannel,
  target: Target,
  range: string | undefined,
): Promise<Content | null> {
  switch (target.kind) {
    case 'master':
      return master(channel);
    case 'playlist':
      return playlist(channel, target);
    case 'key':
      return { type: 'application/octet-stream', body: keyOf(channel.spec.name, target.index) };
    case 'init':
      return target.rendition.media.init && { type: 'video/mp4', body: target.rendition.media.init };
    case 'whole':
      return wholeFile(channel, target.rendition, range);
    case 'segment':
      return segment(channel, target);
  }
}
