import { type Container } from '#libs/contracts';
import { ffmpeg } from '../ffmpeg/ffmpeg.js';
import { LISTED_MEDIA_ONLY } from '../ffmpeg/media-only.js';
import { type Track } from './media-shape.js';
import { type MeasuredRun, spanOf, widestOf } from './measure-runs.js';
import { addMeasured, addSample, containerLanguage } from './mux-renditions.js';
import { SegmentServer } from './segment-server.js';
import { type OpenPiece, type SourceAudio } from './source-run.js';

export interface WriteContainer {
  /** Runs of one format ({@link groupRuns}). */
  readonly runs: readonly MeasuredRun[];
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly container: Container;
  /** An existing file is overwritten. */
  readonly outPath: string;
  readonly chapters: readonly ChapterMark[];
  /** Position of the file in the VOD, in ms of media time. */
  readonly startMs: number;
  /** Called with the bytes read from storage so far, about twice per second. */
  readonly onProgress?: (sentBytes: number) => void;
}

/**
 * Writes the container file of the given runs: every frame once, in order, without the gaps between the runs. Decodes
 * nothing; memory use is bounded, except for the index of the file.
 * @returns ffmpeg's warnings
 * @throws OutsideError `ffmpeg-failed`, `segment-unreadable`; the file at `outPath` is then unusable
 */
export async function writeContainer(m: WriteContainer): Promise<readonly string[]> {
  await using server = await SegmentServer.start(m.open);
  const urls = m.runs.map((run) => addMeasured(server, run));
  const lengthSeconds = spanOf(m.runs);
  const chapters = chapterMetadata(m.chapters, { startMs: m.startMs, endMs: m.startMs + lengthSeconds * 1000 });
  const { tracks, named, sample } = tracksOf(m.runs);
  const declareUrl = sample && addSample(server, sample);
  const args = containerArgs({
    listUrl: server.addText(ffconcat(m.runs, urls, declareUrl), 'ffconcat'),
    chaptersUrl: chapters === null ? null : server.addText(chapters, 'ffmeta'),
    outPath: m.outPath,
    container: m.container,
    lengthSeconds,
    joins: m.runs.length > 1,
    named,
    tracks: m.container === 'm4a' ? tracks.filter((t) => t.type === 'audio') : tracks,
  });
  const warnings = await ffmpeg({ args, signal: m.signal, onProgress: () => m.onProgress?.(server.sentBytes) }).catch(
    (thrown: unknown) => {
      throw m.signal.aborted ? thrown : (server.failure ?? thrown);
    },
  );
  if (server.failure !== null) throw server.failure;
  return warnings;
}

/**
 * The tracks of the file. The first segment declares them; if it lacks one, a sample of another run declares them before
 * it.
 */
function tracksOf(runs: readonly MeasuredRun[]): Required<Pick<ContainerArgs, 'tracks' | 'named'>> & {
  readonly sample: MeasuredRun | null;
} {
  const widest = widestOf(runs);
  if (!widest) return { tracks: [], named: [], sample: null };
  const { shape, audio = [] } = widest;
  const isDeclared = (runs[0]?.firstTracks ?? 0) >= shape.tracks.length;
  return { tracks: shape.tracks, named: audio.map(({ source }) => source), sample: isDeclared ? null : widest };
}

export interface ContainerArgs {
  readonly listUrl: string;
  readonly chaptersUrl: string | null;
  readonly outPath: string;
  readonly container: Container;
  /** The tracks of the file. ffmpeg would fail for a track that is announced without any packet. */
  readonly tracks: readonly Pick<Track, 'index' | 'type' | 'codec'>[];
  /** Names of the last audio tracks. */
  readonly named?: readonly Pick<SourceAudio, 'name' | 'language' | 'isDefault'>[];
  /** True for several runs: audio that overlaps at a join is dropped. */
  readonly joins: boolean;
  readonly lengthSeconds: number;
}

/**
 * The chapters are a second input. ffmpeg then reads each one in a thread, and sleeps 10 ms whenever a queue is empty,
 * which takes four times as long as the work. ffmpeg 5 needs no thread with a queue of 0. Version 6 always has one, but
 * waits for a packet instead of sleeping if the input can seek; nothing seeks in a list.
 */
const BESIDE_CHAPTERS = ['-thread_queue_size', '0', '-seekable', '1'] as const;

/** `m4a` is mp4 under another name; ffmpeg's own `ipod` muxer supports fewer codecs. */
const FORMAT = { mp4: 'mp4', m4a: 'mp4', mov: 'mov', mkv: 'matroska' } as const satisfies Record<Container, string>;

/**
 * The second pass of `+faststart` holds the index of the file in memory twice: 1.2 GB at 24 h. Above this length, the
 * index stays at the end.
 */
const FASTSTART_MAX_SECONDS = 8 * 3600;

/**
 * Matches an audio packet that starts before the end of the previous one by more than half its own length: the tail of
 * one run and the head of the next overlap.
 */
const LAPS = String.raw`gt(N\,0)*not(eq(PTS\,NOPTS))*not(eq(PREV_OUTPTS\,NOPTS))*lt(PTS\,PREV_OUTPTS+DURATION/2)`;
/**
 * Marks overlapping packets with a length of one tick and drops them. Otherwise ffmpeg shortens each to one tick but
 * still decodes it, which adds 21 ms of drift per packet.
 */
const DROP_LAPS = String.raw`setts=ts=if(${LAPS}\,PREV_OUTPTS\,PTS):duration=if(${LAPS}\,1\,DURATION),noise=amount=0:drop=eq(d\,1)`;

/**
 * Builds the arguments that write one container file from a list of runs, without decoding. Pure, so that a test can
 * read the whole command.
 */
export function containerArgs(c: ContainerArgs): string[] {
  const video = c.tracks.find((t) => t.type === 'video');
  const audio = c.tracks.filter((t) => t.type === 'audio');
  return [
    ...LISTED_MEDIA_ONLY,
    ...(c.chaptersUrl === null ? [] : BESIDE_CHAPTERS),
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    c.listUrl,
    ...(c.chaptersUrl === null ? [] : ['-protocol_whitelist', 'http,tcp', '-f', 'ffmetadata', '-i', c.chaptersUrl]),
    ...[...(video ? [video] : []), ...audio].flatMap((t) => ['-map', `0:${String(t.index)}`]),
    // Keeps the languages of the tracks, but not the packager's metadata about itself.
    '-map_metadata:g',
    '-1',
    '-map_chapters',
    c.chaptersUrl === null ? '-1' : '1',
    '-c',
    'copy',
    // Keeps a first segment whole even if it does not start with a keyframe: the file contains everything that was
    // recorded.
    '-copyinkf',
    ...audio.flatMap(({ codec }, i) => audioFilters(codec, i, c.joins)),
    ...nameArgs(c.named ?? [], audio.length),
    ...(c.container === 'mkv' ? [] : isoOptions(c.lengthSeconds, video?.codec)),
    '-f',
    FORMAT[c.container],
    '-y',
    c.outPath,
  ];
}

/** Title and language of the tracks of renditions, and the default among them. */
function nameArgs(named: NonNullable<ContainerArgs['named']>, audioTracks: number): string[] {
  return named.flatMap(({ name, language, isDefault }, i) => {
    const stream = `a:${String(audioTracks - named.length + i)}`;
    return [
      `-metadata:s:${stream}`,
      `language=${containerLanguage(language)}`,
      ...(name === ''
        ? []
        : [`-metadata:s:${stream}`, `title=${name}`, `-metadata:s:${stream}`, `handler_name=${name}`]),
      `-disposition:${stream}`,
      isDefault || audioTracks === 1 ? 'default' : '0',
    ];
  });
}

function isoOptions(lengthSeconds: number, videoCodec: string | undefined): string[] {
  return [
    ...(videoCodec === 'hevc' ? ['-tag:v', 'hvc1'] : []),
    // ffmpeg calls FLAC in mp4 experimental. Players support it
    // (https://github.com/xiph/flac/blob/master/doc/isoflac.txt).
    '-strict',
    'experimental',
    ...(lengthSeconds <= FASTSTART_MAX_SECONDS ? ['-movflags', '+faststart'] : []),
  ];
}

function audioFilters(codec: string, index: number, joins: boolean): string[] {
  const chain = [...(joins ? [DROP_LAPS] : []), ...(codec === 'aac' ? ['aac_adtstoasc'] : [])];
  return chain.length === 0 ? [] : [`-bsf:a:${String(index)}`, chain.join(',')];
}

/** In some recordings a track starts many segments late. */
const PROBE_FAR = ['option probesize 500000000', 'option analyzeduration 600000000'] as const;

/**
 * Builds the list for ffmpeg's concat demuxer (its documentation, "ffconcat syntax"). The first *video* frame of each
 * run follows the last one of the previous run. The demuxer aligns the start of the whole stream, so otherwise a run
 * whose audio starts 20 ms earlier would shift its video by as much. Offsets are summed exactly and each is rounded
 * once, so nothing drifts. See docs/adr/0002-concat.md.
 * @param urls one address per run
 * @param declareUrl media whose tracks the file has; the demuxer opens it first and takes no packet from it. Null: the
 *   first run has all tracks
 */
export function ffconcat(
  runs: readonly MeasuredRun[],
  urls: readonly string[],
  declareUrl: string | null = null,
): string {
  const lines = ['ffconcat version 1.0'];
  if (declareUrl !== null)
    lines.push(`file '${declareUrl}'`, ...PROBE_FAR, 'outpoint -100000', `duration ${(1 / 1e6).toFixed(6)}`);
  let videoMicros = 0;
  let placedMicros = 0;
  const firstLead = runs[0]?.leadSeconds ?? 0;
  for (const [i, run] of runs.entries()) {
    videoMicros += run.spanSeconds * 1e6;
    const nextLead = runs[i + 1]?.leadSeconds ?? run.leadSeconds;
    const end = Math.round(videoMicros + (firstLead - nextLead) * 1e6);
    const durationMicros = Math.max(end - placedMicros, 1);
    placedMicros += durationMicros;
    lines.push(`file '${urls[i] ?? ''}'`, `duration ${(durationMicros / 1e6).toFixed(6)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A chapter of a VOD, up to the next one. Offset in ms of media time (without gaps). */
export interface ChapterMark {
  readonly offsetMs: number;
  readonly title: string;
}

/**
 * Builds ffmpeg's metadata file with the chapters of one container file (ffmpeg-formats, "Metadata"). Cuts a chapter
 * that started before the file to the file's start.
 * @param file position of the file in the VOD, ms of media time
 * @returns null if the file contains no chapter
 */
export function chapterMetadata(
  chapters: readonly ChapterMark[],
  file: { readonly startMs: number; readonly endMs: number },
): string | null {
  const sorted = [...chapters].sort((a, b) => a.offsetMs - b.offsetMs);
  const cut = sorted
    .map((c, i) => ({
      title: c.title,
      start: Math.round(Math.max(c.offsetMs, file.startMs) - file.startMs),
      end: Math.round(Math.min(sorted[i + 1]?.offsetMs ?? file.endMs, file.endMs) - file.startMs),
    }))
    .filter((c) => c.end > c.start);
  if (cut.length === 0) return null;
  return [
    ';FFMETADATA1',
    ...cut.flatMap((c) => [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${String(c.start)}`,
      `END=${String(c.end)}`,
      `title=${escapeValue(c.title)}`,
    ]),
    '',
  ].join('\n');
}

const escapeValue = (text: string): string => text.replace(/[=;#\\\n]/g, '\\$&');
