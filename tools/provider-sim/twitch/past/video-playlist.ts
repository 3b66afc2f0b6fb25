import { isGrowing, isMutedAt, type PastVideo } from './past-video.js';
import { videoSegments, type VideoSegment } from './video-segments.js';

const TARGET_S = 10;

/** Names of muted segments in a playlist: those of usher's playlist, or the old names of the plain `index-dvr.m3u8`. */
export type MutedNames = 'muted' | 'unmuted';

const extensionOf = (isFmp4: boolean): string => (isFmp4 ? 'mp4' : 'ts');

/**
 * The complete media playlist of a video (docs/reference/twitch.md#videos); without ENDLIST while the broadcast is
 * live.
 */
export function videoPlaylist(
  video: PastVideo,
  { pieceS, isFmp4, names }: { readonly pieceS: number; readonly isFmp4: boolean; readonly names: MutedNames },
): string {
  const segments = videoSegments(video, pieceS);
  const totalS = segments.reduce((sum, { durationS }) => sum + durationS, 0);
  const rows = segments.flatMap((segment) =>
    segmentRows(
      segment,
      `${String(segment.n)}${isMutedAt(video, segment.n) ? `-${names}` : ''}.${extensionOf(isFmp4)}`,
    ),
  );
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${isFmp4 ? '6' : '3'}`,
    `#EXT-X-TARGETDURATION:${String(Math.max(TARGET_S, Math.ceil(pieceS)))}`,
    `#ID3-EQUIV-TDTG:${new Date().toISOString().slice(0, 19)}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-TWITCH-ELAPSED-SECS:0.000',
    `#EXT-X-TWITCH-TOTAL-SECS:${totalS.toFixed(3)}`,
    ...(isFmp4 ? ['#EXT-X-MAP:URI="init-0.mp4"'] : []),
    ...rows,
    ...(isGrowing(video) ? [] : ['#EXT-X-ENDLIST']),
    '',
  ].join('\n');
}

const segmentRows = ({ durationS, discontinuity }: VideoSegment, name: string): string[] => [
  ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
  `#EXTINF:${durationS.toFixed(3)},`,
  name,
];
