import { renditionName, type RenditionTrack } from '#libs/contracts';

/** Folder of the media playlists of a master, below the VOD. */
const FOLDER = 'r';
/** Name of the playlist of the video in that folder; audio has the id of its rendition. */
export const VIDEO = 'video';

const quoted = (text: string): string => `"${text.replace(/["\r\n]/g, "'")}"`;

/** The master playlist of a VOD whose audio has playlists of its own. */
export function masterText(audio: readonly RenditionTrack[], bandwidth: number): string {
  const hasDefault = audio.some(({ isDefault }) => isDefault);
  const rows = audio.map((track, n) =>
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio"',
      `NAME=${quoted(renditionName(track))}`,
      ...(track.language === '' ? [] : [`LANGUAGE=${quoted(track.language)}`]),
      `DEFAULT=${track.isDefault || (!hasDefault && n === 0) ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      `URI="${FOLDER}/${track.id}.m3u8"`,
    ].join(','),
  );
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...rows,
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AUDIO="audio"`,
    `${FOLDER}/${VIDEO}.m3u8`,
    '',
  ].join('\n');
}
