import type { SourceSpec } from './source-spec.js';

const SECONDS = 24;
const SEGMENT_S = 2;
const TICKS = 90_000;

/** A text of the source, s after the first frame of the stream. */
export interface SourceCue {
  readonly text: string;
  readonly fromS: number;
  readonly toS: number;
}

/** One cue each 1.5 s; those that cross the border of a segment are in both. */
export const SUBTITLES: readonly SourceCue[] = Array.from({ length: Math.floor(SECONDS / 1.5) }, (_, i) => ({
  text: `cue ${String(i)} <i>ä ö</i>`,
  fromS: i * 1.5 + 0.2,
  toS: i * 1.5 + 1.4,
}));

/** Added to all time stamps, s: the 33-bit clock of the video restarts during the stream. */
const SHIFT_S = 2 ** 33 / TICKS - 11;
/** The local times of the subtitles begin here. */
const LOCAL_S = 3600;
/** Time stamp of the first frame as ffmpeg's muxer writes it, s: two frames after 1.4. */
const FIRST_PTS_S = 1.4 + 2 / 30;

const MASTER = [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en/index.m3u8"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",LANGUAGE="de",URI="de/index.m3u8"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="other",NAME="Suomi",LANGUAGE="fi",URI="fi/index.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180,CODECS="avc1.64001e,mp4a.40.2",SUBTITLES="subs"',
  'index.m3u8',
  '',
].join('\n');

const clock = (s: number): string => new Date(Math.round(s * 1000)).toISOString().slice(11, 23);

/** Segment `n`, with a time map of its own that follows the clock of the video. */
function segmentOf(n: number): string {
  const [from, to] = [n * SEGMENT_S, (n + 1) * SEGMENT_S];
  const ticks = Math.round((FIRST_PTS_S + SHIFT_S + from) * TICKS) % 2 ** 33;
  const cues = SUBTITLES.filter(({ fromS, toS }) => fromS < to && toS > from);
  return [
    'WEBVTT',
    `X-TIMESTAMP-MAP=LOCAL:${clock(LOCAL_S + from)},MPEGTS:${String(ticks)}`,
    '',
    ...cues.map(
      ({ text, fromS, toS }) => `${clock(LOCAL_S + fromS)} --> ${clock(LOCAL_S + toS)} align:start\n${text}\n`,
    ),
  ].join('\n');
}

/** Video with two subtitles renditions: one is whole, the other answers 404. */
export const subtitles = (): SourceSpec => ({
  name: '16-subtitles',
  seconds: SECONDS,
  segmentS: SEGMENT_S,
  address: 'master.m3u8',
  shiftOf: () => SHIFT_S,
  answer: async ({ path }, usual) => {
    if (path === 'master.m3u8') return { body: MASTER };
    if (path === 'en/index.m3u8') {
      const list = await usual('index.m3u8');
      return { ...list, body: String(list.body ?? '').replaceAll('.ts', '.vtt') };
    }
    const n = /^en\/c(\d+)\.vtt$/.exec(path)?.[1];
    if (n !== undefined) return { headers: { 'content-type': 'text/vtt' }, body: segmentOf(Number(n)) };
    return /^(de|fi)\//.test(path) ? { status: 404 } : usual();
  },
});
