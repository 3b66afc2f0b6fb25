import type { ChannelSpec } from '../scenario.js';
import { ivOf, keyIndex } from './encryption.js';
import type { LiveSegment } from './live-window.js';
import type { Rendition } from './rendition.js';

/** Master playlist of the offered renditions, best first (RFC 8216 4.3.4). */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  const lines = renditions.flatMap(({ name, media: { spec }, peakBandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${String(peakBandwidth)},RESOLUTION=${String(spec.width)}x${String(spec.height)},FRAME-RATE=${spec.fps.toFixed(3)},CODECS="${codecs}",NAME="${name}"`,
    `${name}/index.m3u8`,
  ]);
  return ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

/** Input of a media playlist. `prefix` is the relative path from the playlist's folder to the rendition's. */
export interface PlaylistView {
  readonly spec: ChannelSpec;
  readonly listed: readonly LiveSegment[];
  /** Number of the first listed segment, or of the next one if none is listed. */
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly ended: boolean;
  readonly prefix: string;
  readonly rendition: string;
  readonly initBytes: number;
  bytesOf(segment: LiveSegment): number;
}

export const segmentName = (spec: ChannelSpec, seq: number): string =>
  `${String(seq)}.${spec.container === 'ts' ? 'ts' : 'm4s'}`;
export const wholeFileName = (spec: ChannelSpec): string => `all.${spec.container === 'ts' ? 'ts' : 'mp4'}`;

function version({ container, byteRange, aes }: ChannelSpec): number {
  if (container === 'fmp4') return 6;
  if (byteRange === true) return 4;
  return aes ? 5 : 3;
}

function mapTag({ spec, prefix, initBytes }: PlaylistView): string {
  if (spec.byteRange === true)
    return `#EXT-X-MAP:URI="${prefix}${wholeFileName(spec)}",BYTERANGE="${String(initBytes)}@0"`;
  return `#EXT-X-MAP:URI="${prefix}init.mp4"`;
}

function keyTag(spec: ChannelSpec, prefix: string, seq: number): string {
  const folder = prefix === '' ? '../' : '';
  const iv = spec.aes?.explicitIv === true ? `,IV=0x${ivOf(spec, seq).toString('hex')}` : '';
  return `#EXT-X-KEY:METHOD=AES-128,URI="${folder}key/${String(keyIndex(spec, seq))}"${iv}`;
}

function needsKey(spec: ChannelSpec, segment: LiveSegment, before: LiveSegment | undefined): boolean {
  if (!spec.aes) return false;
  return spec.aes.explicitIv || !before || keyIndex(spec, before.seq) !== keyIndex(spec, segment.seq);
}

/** Tags that apply from this segment on. MAP comes before KEY, since init sections are not encrypted. */
function contextLines(view: PlaylistView, segment: LiveSegment, before: LiveSegment | undefined): string[] {
  const { spec, prefix } = view;
  const lines: string[] = [];
  if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY');
  if (spec.container === 'fmp4' && (segment.discontinuity || !before)) lines.push(mapTag(view));
  if (needsKey(spec, segment, before)) lines.push(keyTag(spec, prefix, segment.seq));
  return lines;
}

function segmentLines(view: PlaylistView, segment: LiveSegment): string[] {
  const { spec, prefix } = view;
  const lines: string[] = [];
  if (spec.programDateTime !== false)
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAt).toISOString()}`);
  if (segment.gap) lines.push('#EXT-X-GAP');
  lines.push(`#EXTINF:${(segment.durationMs / 1000).toFixed(3)},`);
  if (spec.byteRange === true)
    lines.push(`#EXT-X-BYTERANGE:${String(view.bytesOf(segment))}@${String(segment.offsets.get(view.rendition) ?? 0)}`);
  lines.push(prefix + (spec.byteRange === true ? wholeFileName(spec) : segmentName(spec, segment.seq)));
  return lines;
}

/** The current media playlist (RFC 8216 4.3.2, 4.3.3). */
export function mediaPlaylist(view: PlaylistView): string {
  const { spec, listed } = view;
  const head = [
    '#EXTM3U',
    `#EXT-X-VERSION:${String(version(spec))}`,
    `#EXT-X-TARGETDURATION:${String(Math.ceil(spec.segmentS))}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(view.mediaSequence)}`,
    ...(view.discontinuitySequence > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${String(view.discontinuitySequence)}`] : []),
  ];
  const body = listed.flatMap((segment, i) => [
    ...contextLines(view, segment, listed[i - 1]),
    ...segmentLines(view, segment),
  ]);
  return [...head, ...body, ...(view.ended ? ['#EXT-X-ENDLIST'] : []), ''].join('\n');
}
