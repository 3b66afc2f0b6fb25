import { LISTED_MEDIA_ONLY, mediaOnly } from '../ffmpeg/media-only.js';
import { type MeasuredAudio, type MeasuredRun, ROUNDING_S } from './measure-runs.js';
import { type Track } from './media-shape.js';
import { type SegmentServer } from './segment-server.js';
import { isPacked, muxFormatOf, type SourceAudio, type SourcePiece } from './source-run.js';

/** Segments that show the format of a track. */
const SAMPLE_PIECES = 4;

/**
 * Adds a run to the server. ffmpeg joins the run and its audio renditions while the address is read: no copy of the media
 * is on disk.
 * @returns the address
 */
export function addMeasured(server: SegmentServer, measured: MeasuredRun): string {
  const { run, audio, startSeconds, spanSeconds } = measured;
  if (!audio) return server.addRun(run);
  const inputs = audio.map((one) => ({
    codec: one.codec,
    startSeconds: one.startSeconds,
    earlyPackets: one.earlyPackets,
    listUrl: addAudio(server, one.source, startSeconds + spanSeconds - one.startSeconds + one.readSeconds),
  }));
  return addMux(server, measured, { url: server.addRun(run), audio: inputs });
}

/** Adds some segments of a run that contain all its tracks. Audio that starts late is moved to their start. */
export function addSample(server: SegmentServer, measured: MeasuredRun): string {
  const { run, sample, audio } = measured;
  if (!audio) return server.addRun(sample);
  const aheadMs = (sample.pieces[0]?.time?.ptsMs ?? 0) - (run.pieces[0]?.time?.ptsMs ?? 0);
  const startSeconds = measured.startSeconds + aheadMs / 1000;
  const inputs = audio.map(({ source, codec }) => ({
    ...{ codec, startSeconds, earlyPackets: 0 },
    listUrl: addAudio(server, { ...source, pieces: source.pieces.slice(0, SAMPLE_PIECES) }, null),
  }));
  return addMux(server, measured, { url: server.addRun(sample), audio: inputs });
}

function addMux(server: SegmentServer, { run, shape }: MeasuredRun, inputs: Pick<MuxRun, 'url' | 'audio'>): string {
  const format = muxFormatOf(run);
  const tracks = shape.tracks.flatMap(({ muxedFrom }) => (muxedFrom === undefined ? [] : [{ index: muxedFrom }]));
  return server.addMux(muxArgs({ ...inputs, tracks, format }), format === 'mp4' ? 'mp4' : 'ts');
}

/** Audio that misses less than this has no gap: time stamps are rounded. */
const JOIN_MS = 100;

/**
 * Adds a list of the audio that ends with its run. Packed audio has a place for each stretch, because ffmpeg counts its
 * frames.
 * @param endSeconds end of the run as ffmpeg reads the audio, s; null: all of it
 */
function addAudio(server: SegmentServer, source: SourceAudio, endSeconds: number | null): string {
  const stretches = isPacked(source) ? stretchesOf(source.pieces) : [source.pieces];
  const startOf = (i: number): number => (stretches[i]?.[0]?.time?.ptsMs ?? 0) / 1000;
  const lines = stretches.flatMap((pieces, i) => {
    const isLast = i === stretches.length - 1;
    const file = `file '${server.addRun({ ...source, pieces, durMs: 0 })}'`;
    if (!isLast) return [file, `duration ${(startOf(i + 1) - startOf(i)).toFixed(6)}`];
    const end = endSeconds === null ? null : endSeconds - ROUNDING_S - (startOf(i) - startOf(0));
    return end === null ? [file] : [file, `outpoint ${end.toFixed(6)}`];
  });
  return server.addText(`${['ffconcat version 1.0', ...lines].join('\n')}\n`, 'ffconcat');
}

function stretchesOf(pieces: readonly SourcePiece[]): SourcePiece[][] {
  const stretches: SourcePiece[][] = [];
  let endMs: number | null = null;
  for (const piece of pieces) {
    const { ptsMs, durMs } = piece.time ?? { ptsMs: 0, durMs: 0 };
    if (endMs !== null && ptsMs - endMs < JOIN_MS) stretches.at(-1)?.push(piece);
    else stretches.push([piece]);
    const isShort = piece.missing?.some(({ cause }) => cause === 'damaged') === true;
    endMs = isShort ? null : ptsMs + durMs;
  }
  return stretches;
}

export interface MuxRun {
  /** Address and tracks of the segments of the run. */
  readonly url: string;
  readonly tracks: readonly Pick<Track, 'index'>[];
  readonly audio: readonly MuxAudio[];
  readonly format: 'mpegts' | 'mp4';
}

interface MuxAudio extends Pick<MeasuredAudio, 'codec' | 'startSeconds' | 'earlyPackets'> {
  /** Address of an ffconcat list. */
  readonly listUrl: string;
}

/**
 * With two inputs, ffmpeg reads each in a thread with a queue of 8 packets, and warns at each packet that has to wait.
 */
const QUEUE = ['-thread_queue_size', '256'] as const;
const FORMAT = {
  mpegts: ['-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', '-mpegts_copyts', '1'],
  mp4: [
    '-strict',
    'experimental',
    '-movflags',
    'frag_keyframe+delay_moov+default_base_moof+frag_discont',
    '-use_editlist',
    '0',
    '-f',
    'mp4',
  ],
} as const;

/**
 * Builds the arguments that join a run and its audio renditions into one stream on stdout, by their time stamps. The
 * tracks of the run come first, then the renditions. Pure, so that a test can read the whole command.
 */
export function muxArgs({ url, tracks, audio, format }: MuxRun): string[] {
  return [
    '-copyts',
    ...[...QUEUE, ...mediaOnly(url), '-i', url],
    // A list starts at 0.
    ...audio.flatMap(({ listUrl, startSeconds }) => [
      ...['-itsoffset', startSeconds.toFixed(6), ...QUEUE, ...LISTED_MEDIA_ONLY],
      ...['-f', 'concat', '-safe', '0', '-i', listUrl],
    ]),
    ...tracks.flatMap(({ index }) => ['-map', `0:${String(index)}`]),
    ...audio.flatMap((_, i) => ['-map', `${String(i + 1)}:a:0`]),
    '-c',
    'copy',
    '-copyinkf',
    '-avoid_negative_ts',
    'disabled',
    ...audio.flatMap((one, i) => filterOf(one, tracks.length + i, format)),
    ...FORMAT[format],
    'pipe:1',
  ];
}

/** `pts` and `tb` of the filter have different units in some versions of ffmpeg, so it counts packets. */
function filterOf({ codec, earlyPackets }: MuxAudio, stream: number, format: MuxRun['format']): string[] {
  const chain = [
    ...(earlyPackets === 0 ? [] : [String.raw`noise=amount=0:drop=lt(n\,${earlyPackets})`]),
    ...(codec === 'aac' && format === 'mp4' ? ['aac_adtstoasc'] : []),
  ];
  return chain.length === 0 ? [] : [`-bsf:${String(stream)}`, chain.join(',')];
}

/** Languages of subtags with two letters as ISO 639-2 codes, which containers hold. */
const ISO_639_2: Readonly<Record<string, string>> = Object.fromEntries(
  'ar:ara bg:bul ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est fa:fas fi:fin fr:fra he:heb hi:hin hr:hrv hu:hun id:ind it:ita ja:jpn ko:kor lt:lit lv:lav ms:msa nb:nob nl:nld nn:nno no:nor pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sr:srp sv:swe th:tha tr:tur uk:ukr vi:vie zh:zho'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** The language of an RFC 5646 tag for a container; `und` if it has none. */
export function containerLanguage(tag: string): string {
  const primary = tag.toLowerCase().split('-')[0] ?? '';
  return /^[a-z]{3}$/.test(primary) ? primary : (ISO_639_2[primary] ?? 'und');
}
