import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Container,
  type ConvertTimeline,
  type MadeFile,
  mediaPlaceOf,
  objectKeys,
  type convertJob,
  type JobInput,
} from '#libs/contracts';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message, verbatim } from '#libs/messages';
import {
  type FileInfo,
  groupRuns,
  makeFile,
  type MeasuredRun,
  measureRuns,
  type OpenPiece,
  probeFile,
  spanOf,
  thumbnail,
} from '#libs/media';
import { type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';
import { THUMB_TYPE } from '../core/thumb-type.js';
import { WorkFolder } from '../core/work-folder.js';
import { watchFile } from './watch-file.js';
import { bytesOf, sourceRun } from './source-runs.js';
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
export type Report = (doneBytes: number, note: Message) => void;
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
interface MadeOne {
  readonly file: MadeFile;
  readonly warnings: Message[];
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

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly work: WorkFolder,
  ) {}

  /** @throws OutsideError from storage, ffmpeg or the verification; published files stay unchanged */
  async make(making: FileRequest): Promise<ConvertedFiles> {
    const { command, timeline, signal, report } = making;
    const runs = timeline.runs.map((run) => sourceRun(mediaPlaceOf(command), run));
    const made: ConvertedFiles = { files: [], warnings: [] };
    const failures: unknown[] = [];
    const measured = await measureRuns({
      runs,
      open: this.open,
      signal,
      onMeasured: () => {
        report(0, message('job.measuring'));
      },
      onUnreadable: (run, why) => {
        made.warnings.push(message('job.run-without-media', { n: String(run.pieces.length), why: localizedOf(why) }));
      },
    });
    let startMs = 0;
    let doneBytes = 0;
    for (const [index, group] of groupRuns(measured).entries()) {
      try {
        const one = await this.makeOne({ ...making, runs: group, index, startMs, doneBytes });
        made.files.push(one.file);
        made.warnings.push(...one.warnings);
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isOfMedia(thrown)) throw thrown;
        failures.push(thrown);
        made.warnings.push(message('job.file-not-made', { n: String(index + 1), why: localizedOf(thrown) }));
      }
      startMs += spanOf(group) * 1000;
      doneBytes += 2 * bytesOf(group.map(({ run }) => run));
    }
    if (made.files.length === 0) throw failures[0];
    return { ...made, isPartial: failures.length > 0 };
  }

  /** Uses Matroska, which holds every codec, for media that ffmpeg does not write into the chosen container. */
  private async makeOne(one: OneFile): Promise<MadeOne> {
    const container: Container = one.runs[0]?.shape.videoCodec === null ? 'm4a' : one.command.container;
    try {
      return await this.makeIn(one, container);
    } catch (thrown) {
      one.signal.throwIfAborted();
      if (container === 'mkv' || !isOfMedia(thrown) || thrown.code !== 'ffmpeg-failed') throw thrown;
      const made = await this.makeIn(one, 'mkv').catch((again: unknown) => {
        throw isOfMedia(again) ? thrown : again;
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
      warnings.push(...verifyFile(info, one.runs));
      return { file: await this.store(one, { path, info, container }, warnings), warnings };
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
    const warnings = await makeFile({
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
    const { size } = await stat(path);
    const body = Readable.from(this.readWithProgress(one, path), { objectMode: true, highWaterMark: 1 });
    await this.storage.put(key, body, { contentType: CONTENT_TYPE[container], sizeBytes: size, signal });
    const thumbKey = await this.storePicture(one, { path, info, container }, warnings);
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
      sizeBytes: size,
      startMs,
      endMs: startMs + spanOf(one.runs) * 1000,
      videoMs: info.trackMs,
      metadata: info.metadata,
      thumbKey,
      keyframesKey,
    };
  }

  private async *readWithProgress(one: OneFile, path: string): AsyncGenerator<Buffer> {
    let done = one.doneBytes + bytesOf(one.runs.map(({ run }) => run));
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      const bytes = chunk as Buffer;
      done += bytes.length;
      one.report(done, message('job.storing'));
      yield bytes;
    }
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

/** Failures that the media of one file causes; another try fails too, and the other files do not. */
const OF_MEDIA: readonly string[] = ['ffmpeg-failed', 'file-wrong-length', 'file-without-media', 'command-failed'];

function isOfMedia(thrown: unknown): thrown is OutsideError {
  if (!(thrown instanceof OutsideError) || !OF_MEDIA.includes(thrown.code)) return false;
  const isKilled = typeof thrown.data['killedBy'] === 'string';
  return !isKilled && !/No space left on device/.test(JSON.stringify(thrown.data['stderr'] ?? ''));
}

const fileIdOf = ({ index }: { readonly index: number }): string => `f${String(index)}`;
