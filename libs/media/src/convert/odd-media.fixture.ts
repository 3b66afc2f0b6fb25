import { execFile } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Container } from '#libs/contracts';
import { madeTables, type MadeEpoch, makeNumberedEpoch, type NumberedEpoch } from '#libs/testkit';
import { writeContainer } from './write-container.js';
import { groupRuns, type MeasuredRun, measureRuns, type MeasureRuns } from './measure-runs.js';
import { type OpenPiece, type SourceRun } from './source-run.js';

const execute = promisify(execFile);

export interface OddFile {
  readonly file: string;
  readonly runs: readonly MeasuredRun[];
  readonly warnings: readonly string[];
}

/** A folder with media of odd producers, made from numbered epochs, and the files that a conversion makes of them. */
export class OddMedia implements AsyncDisposable {
  private made = 0;

  private constructor(
    readonly dir: string,
    readonly signal = new AbortController().signal,
  ) {}

  static async open(): Promise<OddMedia> {
    return new OddMedia(await mkdtemp(path.join(tmpdir(), 'odd-media-')));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }

  epoch(e: Partial<NumberedEpoch> & Pick<NumberedEpoch, 'firstFrame' | 'frames'>): Promise<MadeEpoch> {
    return makeNumberedEpoch({ dir: this.path(''), fps: '30', clockSeconds: 10, kind: 'ts', ...e });
  }

  /** A TS segment without its audio track: the PMT announces it (`announced`) or not. */
  async mute(segment: string, { announced }: { readonly announced: boolean }): Promise<string> {
    const tracks = announced ? ['-map', '0', '-bsf:a', 'noise=amount=0:drop=1'] : ['-map', '0:v'];
    return this.remux(segment, tracks);
  }

  /** A TS segment without its video track, like {@link mute}. */
  async blind(segment: string, { announced }: { readonly announced: boolean }): Promise<string> {
    const tracks = announced ? ['-map', '0', '-bsf:v', 'noise=amount=0:drop=1'] : ['-map', '0:a', '-streamid', '0:257'];
    return this.remux(segment, tracks);
  }

  /** A TS segment without media. */
  async tables(): Promise<string> {
    const out = this.path('.ts');
    await writeFile(out, madeTables());
    return out;
  }

  /** Writes a TS segment again, with its own time stamps. */
  async remux(segment: string, options: readonly string[]): Promise<string> {
    const out = this.path('.ts');
    const clock = ['-copyts', '-i', segment, '-c', 'copy', '-muxdelay', '0', '-muxpreload', '0'];
    await execute('ffmpeg', ['-v', 'error', '-nostdin', ...clock, ...options, '-f', 'mpegts', out]);
    return out;
  }

  run(segments: readonly string[], over: Partial<SourceRun> = {}): SourceRun {
    const pieces = segments.map((key) => ({ key, bytes: statSync(key).size }));
    return { container: 'ts', init: null, pieces, durMs: segments.length * 1000, ...over };
  }

  async convert(
    runs: readonly SourceRun[],
    container: Container = 'mp4',
    onAudioUnreadable: MeasureRuns['onAudioUnreadable'] = () => undefined,
  ): Promise<OddFile[]> {
    const { signal } = this;
    const files: OddFile[] = [];
    for (const group of groupRuns(await measureRuns({ runs, open, signal, onAudioUnreadable }))) {
      const file = this.path(`.${container}`);
      const warnings = await writeContainer({
        runs: group,
        open,
        signal,
        container,
        outPath: file,
        chapters: [],
        startMs: 0,
      });
      files.push({ file, runs: group, warnings });
    }
    return files;
  }

  path(extension: string): string {
    this.made += 1;
    return path.join(this.dir, `${String(this.made)}${extension}`);
  }
}

const open: OpenPiece = (key, start) => Promise.resolve(createReadStream(key, { start }));

export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
