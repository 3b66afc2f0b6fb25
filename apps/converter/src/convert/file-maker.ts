import { crc32 } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Container,
  type ConvertTimeline,
  crcText,
  type MadeFile,
  mediaPlaceOf,
  objectKeys,
  type convertJob,
  type JobInput,
  renditionName,
} from '#libs/contracts';
import { missingAudioMs } from '#libs/domain';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message, verbatim } from '#libs/messages';
import {
  type FileInfo,
  groupRuns,
  writeContainer,
  type MeasuredRun,
  measureRuns,
  type OpenPiece,
  probeFile,
  spanOf,
  thumbnail,
  withoutRenditions,
} from '#libs/media';
import { type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';
import { THUMB_TYPE } from '../core/thumb-type.js';
import { WorkFolder } from '../core/work-folder.js';
import { watchFile } from './watch-file.js';
import { bytesOf, sourceRun } from './source-runs.js';
import { type LeaveOut, StoredAudio } from './stored-audio.js';
import { SubtitlesMaker, type VodSubtitles } from './subtitles-maker.js';
import { withoutTruncated } from './truncated-segments.js';
import { verifyFile } from './verify-file.js';

type Command = JobInput<typeof convertJob> & { readonly attempt: string };
export interface FileRequest {
  readonly command: Command;
  readonly timeline: ConvertTimeline;
  readonly signal: AbortSignal;
  readonly report: Report;
}
/**
 * @param doneBytes bytes read and written so far, of twice the media (segments in, file out). Called at every real
 *   progress.
 */
type Report = (doneBytes: number, note: Message) => void;
export interface ConvertedFiles {
  readonly files: MadeFile[];
  readonly warnings: Message[];
  /** Not every file could be made, so the segments are the only copy of some media. */
  readonly isPartial?: boolean;
}

interface OneFile extends FileRequest {
  readonly runs: readonly MeasuredRun[];
  readonly index: number;
  readonly startMs: number;
  readonly doneBytes: number;
}
interface FailedFile {
  readonly thrown: unknown;
  readonly leaveOut: LeaveOut;
  /** Whether some media are not in the files. */
  readonly left: { isOut: boolean };
}
interface MadeOne {
  readonly file: MadeFile;
  readonly warnings: Message[];
  readonly isPartial: boolean;
}
interface WorkFile {
  readonly path: string;
  readonly info: FileInfo;
  readonly container: Container;
}

const CONTENT_TYPE = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  m4a: 'audio/mp4',
} as const satisfies Record<Container, string>;

/**
 * Makes the container files of one VOD from its stored segments, verifies and stores them. Never changes the segments.
 */
@Injectable()
export class FileMaker {
  private readonly open: OpenPiece = async (key, start, signal) =>
    (await this.storage.get(key, start > 0 ? { start } : undefined, signal)).stream;

  private readonly subtitles: SubtitlesMaker;

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly work: WorkFolder,
  ) {
    this.subtitles = new SubtitlesMaker(storage);
  }

  /** @throws OutsideError from storage, ffmpeg or the verification; published files stay unchanged */
  async make(request: FileRequest): Promise<ConvertedFiles> {
    const { timeline, signal } = request;
    const made: ConvertedFiles = { files: [], warnings: missingAudio(timeline) };
    const failures: unknown[] = [];
    const left = { isOut: false };
    const leaveOut: LeaveOut = (audio, why) => {
      left.isOut = true;
      const values = { n: String(audio.pieces.length), name: renditionName(audio), why: localizedOf(why) };
      made.warnings.push(message('job.audio-left-out', values));
    };
    const groups = groupRuns(await this.measure(request, { made, leaveOut }));
    const subtitles = await this.readSubtitles(request, groups);
    made.warnings.push(...subtitles.warnings);
    let startMs = 0;
    let doneBytes = 0;
    for (const [index, group] of groups.entries()) {
      try {
        const place = { ...request, runs: group, index, startMs, doneBytes };
        const one = await this.makeGroup(place, leaveOut).catch((thrown: unknown) =>
          this.makeWithoutTruncated(place, { thrown, leaveOut, left }),
        );
        const beside = await this.storeSubtitles(request, subtitles, index);
        left.isOut ||= beside.faults.length > 0 || one.isPartial;
        made.files.push(beside.made.length === 0 ? one.file : { ...one.file, subtitles: beside.made });
        made.warnings.push(...one.warnings, ...beside.faults);
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isMediaFault(thrown)) throw thrown;
        failures.push(thrown);
        made.warnings.push(message('job.file-not-made', { n: String(index + 1), why: localizedOf(thrown) }));
      }
      startMs += spanOf(group) * 1000;
      doneBytes += 2 * bytesOf(group.map(({ run }) => run));
    }
    if (made.files.length === 0) throw failures[0];
    return { ...made, isPartial: left.isOut || subtitles.isPartial || failures.length > 0 };
  }

  private async measure(
    { command, timeline, signal, report }: FileRequest,
    { made, leaveOut }: { readonly made: ConvertedFiles; readonly leaveOut: LeaveOut },
  ): Promise<MeasuredRun[]> {
    const place = mediaPlaceOf(command);
    const runs = timeline.runs.map((run) => sourceRun(place, run, timeline.audio));
    return measureRuns({
      runs: await new StoredAudio(this.storage).select(runs, leaveOut),
      open: this.open,
      signal,
      onMeasured: () => {
        report(0, message('job.measuring'));
      },
      onUnreadable: (run, why) => {
        made.warnings.push(message('job.run-without-media', { n: String(run.pieces.length), why: localizedOf(why) }));
      },
      onAudioUnreadable: leaveOut,
    });
  }

  private readSubtitles(
    { command, timeline, signal, report }: FileRequest,
    groups: readonly (readonly MeasuredRun[])[],
  ): Promise<VodSubtitles> {
    return this.subtitles.read({
      place: mediaPlaceOf(command),
      timeline,
      groups,
      signal,
      onProgress: () => {
        report(0, message('job.measuring'));
      },
    });
  }

  private storeSubtitles({ command, signal }: FileRequest, subtitles: VodSubtitles, index: number) {
    const { vodUuid, attempt } = command;
    return this.subtitles.store(subtitles, {
      file: index,
      keyOf: (ending) => objectKeys.file(vodUuid, fileIdOf({ index }), `${attempt}.${ending.slice(1)}`),
      signal,
    });
  }

  /**
   * Makes the file without segments of fMP4 that lack their end.
   * @throws the failure of the attempt before, if there are none
   */
  private async makeWithoutTruncated(one: OneFile, failed: FailedFile): Promise<MadeOne> {
    const { signal } = one;
    signal.throwIfAborted();
    if (!isMediaFault(failed.thrown)) throw failed.thrown;
    const sources = one.runs.map(({ run }) => run);
    const { runs, truncated } = await withoutTruncated(sources, this.open, signal);
    if (truncated.length === 0 || runs.length === 0) throw failed.thrown;
    const measured = await measureRuns({ runs, open: this.open, signal, onAudioUnreadable: failed.leaveOut });
    const made = await this.makeGroup({ ...one, runs: measured }, failed.leaveOut);
    const why = message('error.segment-truncated');
    made.warnings.push(message('job.run-without-media', { n: String(truncated.length), why }));
    failed.left.isOut = true;
    return made;
  }

  /** Leaves out the audio renditions if ffmpeg makes a file only without them. */
  private async makeGroup(one: OneFile, leaveOut: LeaveOut): Promise<MadeOne> {
    const audio = one.runs.flatMap((run) => run.audio ?? []);
    try {
      return await this.makeOne(one);
    } catch (thrown) {
      one.signal.throwIfAborted();
      if (audio.length === 0 || !isMediaFault(thrown)) throw thrown;
      const made = await this.makeOne({ ...one, runs: one.runs.map(withoutRenditions) }).catch((again: unknown) => {
        throw isMediaFault(again) ? thrown : again;
      });
      for (const { source } of audio) leaveOut(source, thrown);
      return made;
    }
  }

  /** Uses Matroska, which holds every codec, for media that ffmpeg does not write into the chosen container. */
  private async makeOne(one: OneFile): Promise<MadeOne> {
    const container: Container = one.runs.every(({ shape }) => shape.videoCodec === null)
      ? 'm4a'
      : one.command.container;
    try {
      return await this.makeIn(one, container);
    } catch (thrown) {
      one.signal.throwIfAborted();
      if (container === 'mkv' || !isMediaFault(thrown) || thrown.code !== 'ffmpeg-failed') throw thrown;
      const made = await this.makeIn(one, 'mkv').catch((again: unknown) => {
        throw isMediaFault(again) ? thrown : again;
      });
      made.warnings.push(message('job.made-mkv', { container, why: localizedOf(thrown) }));
      return made;
    }
  }

  private async makeIn(one: OneFile, container: Container): Promise<MadeOne> {
    const name = `${one.command.attempt}-${fileIdOf(one)}.${container}`;
    const path = this.work.file(name);
    try {
      const warnings = await this.write(one, path, container);
      const info = await probeFile({
        file: path,
        signal: one.signal,
        onProgress: () => {
          one.report(one.doneBytes, message('job.verifying'));
        },
      });
      const verified = verifyFile(info, one.runs);
      warnings.push(...verified.warnings);
      const file = await this.store(one, { path, info, container }, warnings);
      return { file, warnings, isPartial: verified.isPartial };
    } finally {
      await this.work.remove(name);
    }
  }

  private async write(one: OneFile, outPath: string, container: Container): Promise<Message[]> {
    const { runs, signal, timeline, startMs, report, doneBytes } = one;
    let sent = 0;
    const move = (): void => {
      report(doneBytes + sent, message('job.writing'));
    };
    using _ = watchFile(outPath, move);
    const warnings = await writeContainer({
      runs,
      open: this.open,
      signal,
      container,
      outPath,
      startMs,
      chapters: timeline.chapters,
      onProgress: (bytes) => {
        if (bytes > sent) {
          sent = bytes;
          move();
        }
      },
    });
    return warnings.map(verbatim);
  }

  private async store(one: OneFile, { path, info, container }: WorkFile, warnings: Message[]): Promise<MadeFile> {
    const { command, signal, startMs, index } = one;
    const fileId = fileIdOf(one);
    const key = objectKeys.file(command.vodUuid, fileId, `${command.attempt}.${container}`);
    const startBytes = one.doneBytes + bytesOf(one.runs.map(({ run }) => run));
    const read = { bytes: 0, crc: 0 };
    const stored = this.storage.putFile(key, path, {
      contentType: CONTENT_TYPE[container],
      signal,
      onProgress: (bytes, chunk) => {
        Object.assign(read, { bytes, crc: crc32(chunk, read.crc) });
        one.report(startBytes + bytes, message('job.storing'));
      },
    });
    const picture = this.storePicture(one, { path, info, container }, warnings);
    // The caller removes the file that both read.
    await Promise.allSettled([stored, picture]);
    const { sizeBytes } = await stored;
    const thumbKey = await picture;
    const keyframesKey =
      info.keyframes === null ? null : objectKeys.file(command.vodUuid, fileId, `${command.attempt}.keyframes.json`);
    if (keyframesKey !== null)
      await this.storage.put(keyframesKey, Buffer.from(JSON.stringify(info.keyframes)), {
        contentType: 'application/json',
        signal,
      });
    return {
      fileId,
      attempt: command.attempt,
      key,
      basename: `${command.basename}${index === 0 ? '' : `-${String(index + 1)}`}.${container}`,
      sizeBytes,
      // A linked file is not read here: the first verification learns its checksum.
      ...(read.bytes === sizeBytes && { crc32: crcText(read.crc) }),
      startMs,
      endMs: startMs + spanOf(one.runs) * 1000,
      videoMs: info.lengthMs,
      metadata: info.metadata,
      thumbKey,
      keyframesKey,
    };
  }

  /** A failure is only a warning: a file without a thumbnail is valid. @returns the key of the thumbnail */
  private async storePicture(
    one: OneFile,
    { path, info, container }: WorkFile,
    warnings: Message[],
  ): Promise<string | null> {
    if (info.metadata.type === 'audio' || container === 'm4a') return null;
    const { command, signal } = one;
    const name = `${fileIdOf(one)}-${command.attempt}`;
    const format = command.thumbFormat ?? 'jpg';
    const scratch = `${name}.${format}`;
    const key = objectKeys.thumb(command.vodUuid, scratch);
    const picture = { file: path, outPath: this.work.file(scratch), videoMs: info.trackMs, signal, format };
    try {
      await thumbnail(picture);
      await this.storage.put(key, await readFile(picture.outPath), { contentType: THUMB_TYPE[format], signal });
      return key;
    } catch (thrown) {
      signal.throwIfAborted();
      warnings.push(message('job.no-thumbnail', { why: localizedOf(thrown) }));
      return null;
    } finally {
      await this.work.remove(scratch);
    }
  }
}

/** Warnings about audio renditions that lack segments. */
function missingAudio({ runs, audio = [] }: ConvertTimeline): Message[] {
  const missing = missingAudioMs({ runs, audio });
  return audio.flatMap((one, track) => {
    const seconds = (missing[track] ?? 0) / 1000;
    return seconds > 0 ? [message('job.audio-missing', { name: renditionName(one), n: seconds.toFixed(1) })] : [];
  });
}

/** Failures that the media of one file causes; another try fails too, and the other files do not. */
const MEDIA_FAULTS: readonly string[] = ['ffmpeg-failed', 'file-wrong-length', 'file-without-media', 'command-failed'];

function isMediaFault(thrown: unknown): thrown is OutsideError {
  if (!(thrown instanceof OutsideError) || !MEDIA_FAULTS.includes(thrown.code)) return false;
  const isKilled = typeof thrown.data['killedBy'] === 'string';
  return !isKilled && !/No space left on device/.test(JSON.stringify(thrown.data['stderr'] ?? ''));
}

const fileIdOf = ({ index }: { readonly index: number }): string => `f${String(index)}`;
