import type { Rendition } from './rendition.js';

/** The master playlist of the renditions on offer, best first (RFC 8216 4.3.4). */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  const lines = renditions.flatMap(({ name, media: { spec }, peakBandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${String(peakBandwidth)},RESOLUTION=${String(spec.width)}x${String(spec.height)},FRAME-RATE=${spec.fps.toFixed(3)},CODECS="${codecs}",NAME="${name}"`,
    `${name}/index.m3u8`,
  ]);
  return ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}
