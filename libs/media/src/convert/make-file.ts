import { type Container } from '#libs/contracts';
import { type ChapterMark, chapterMetadata } from './chapters.js';
import { containerArgs } from './container-args.js';
import { ffconcat } from './ffconcat.js';
import { type MeasuredRun, spanOf } from './measured-run.js';
import { SegmentServer } from './segment-server.js';
import { type OpenPiece } from './source-run.js';
import { ffmpeg } from '../ffmpeg/ffmpeg.js';

export interface MakeFile {
  /** Of one format (groupRuns). */
  readonly runs: readonly MeasuredRun[];
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly container: Container;
  /** Overwritten when it exists. */
  readonly outPath: string;
  readonly chapters: readonly ChapterMark[];
  /** Where the file lies in the VOD, in ms of media time. */
  readonly startMs: number;
  /** Bytes read from storage so far, at most once a second. */
  readonly onProgress?: (sentBytes: number) => void;
}

/**
 * Writes the container file of some runs: every frame once, in order, the holes between the runs closed.
 * Nothing is decoded; memory is bounded but for the index of the file.
 * @returns ffmpeg's warnings
 * @throws OutsideError `ffmpeg-failed`, `segment-unreadable`; what lies at `outPath` is then worth nothing
 */
export async function makeFile(m: MakeFile): Promise<readonly string[]> {
  await using server = await SegmentServer.start(m.open);
  const urls = m.runs.map(({ run }) => server.addRun(run));
  const lengthSeconds = spanOf(m.runs);
  const chapters = chapterMetadata(m.chapters, { startMs: m.startMs, endMs: m.startMs + lengthSeconds * 1000 });
  const shape = m.runs[0]?.shape;
  const args = containerArgs({
    listUrl: server.addText(ffconcat(m.runs, urls), 'ffconcat'),
    chaptersUrl: chapters === null ? null : server.addText(chapters, 'ffmeta'),
    outPath: m.outPath,
    container: m.container,
    lengthSeconds,
    joins: m.runs.length > 1,
    videoCodec: m.container === 'm4a' ? null : (shape?.videoCodec ?? null),
    audioCodecs: shape?.audioCodecs ?? [],
  });
  const warnings = await ffmpeg({ args, signal: m.signal, onProgress: () => m.onProgress?.(server.sentBytes) }).catch(
    (thrown: unknown) => {
      throw m.signal.aborted ? thrown : (server.failure ?? thrown);
    },
  );
  if (server.failure !== null) throw server.failure;
  return warnings;
}
