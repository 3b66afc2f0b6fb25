import type { SourceSpec } from './source-spec.js';

/** Lists all segments of the stream, so that a late recorder reads the first one. */
const ALL_SEGMENTS = 12;

/** Segments of the audio that the server does not have. */
export const AUDIO_GAP: readonly number[] = [4, 5];

const ENGLISH = 'NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="audio/index.m3u8"';
const GERMAN = 'NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de/index.m3u8"';

const masterOf = (...audio: readonly string[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    ...audio.map((attributes) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",${attributes}`),
    '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180,CODECS="avc1.64001e,mp4a.40.2",AUDIO="audio"',
    'index.m3u8',
    '',
  ].join('\n');
const MASTER = masterOf(ENGLISH);

/** Video beside audio with a playlist of its own. */
export const separate = (name: string, more: Partial<SourceSpec> = {}): SourceSpec => ({
  name,
  address: 'master.m3u8',
  separateAudio: true,
  answer: (request, usual) => (request.path === 'master.m3u8' ? { body: MASTER } : usual()),
  ...more,
});

export const audioTs = (): SourceSpec => separate('16-audio-ts');
export const audioFmp4 = (): SourceSpec => separate('16-audio-fmp4', { container: 'fmp4' });

/** Two audio tracks with the same tones. */
export const twoTracks = (): SourceSpec =>
  separate('16-two-tracks', {
    container: 'fmp4',
    answer: ({ path }, usual) => {
      if (path === 'master.m3u8') return { body: masterOf(GERMAN, ENGLISH) };
      return path.startsWith('de/') ? usual(path.replace('de/', 'audio/')) : usual();
    },
  });

/** The audio lacks two segments in its middle. */
export const audioGap = (): SourceSpec =>
  separate('16-audio-gap', {
    window: ALL_SEGMENTS,
    answer: ({ path }, usual) => {
      if (path === 'master.m3u8') return { body: MASTER };
      return AUDIO_GAP.some((n) => path === `audio/c${String(n)}.ts`) ? { status: 404 } : usual();
    },
  });
