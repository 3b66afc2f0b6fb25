import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { BugError, OutsideError, untranslated } from '#libs/errors';
import { CELLS, STRIP_HEIGHT_FRACTION, decodeCells } from './digit-code.js';

/** A decoded image: its time from the file's start and the number read from it (null: not readable). */
export interface ReadFrame {
  readonly ptsMs: number;
  readonly number: number | null;
}

/** The strip is scaled to 5x5 samples per cell. Only the inner 3x3 count, because edges have ringing artefacts. */
const SAMPLES = 5;
const ROW = CELLS * SAMPLES;
const PICTURE_BYTES = ROW * SAMPLES;
const INNER = [1, 2, 3] as const;
const STRIP = `crop=iw:ih/${String(STRIP_HEIGHT_FRACTION)}:0:ih-ih/${String(STRIP_HEIGHT_FRACTION)},scale=${String(ROW)}:${String(SAMPLES)}:flags=area,format=gray,showinfo=checksum=0`;
const PTS = /\bpts_time:\s*(-?[\d.]+|NOPTS)/;

function cellsOf(picture: Buffer): number[] {
  return Array.from({ length: CELLS }, (_, cell) => {
    const samples = INNER.flatMap((y) => INNER.map((x) => picture[y * ROW + cell * SAMPLES + x] ?? 0));
    return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  });
}

async function* pictures(stdout: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stdout) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= PICTURE_BYTES) {
      yield rest.subarray(0, PICTURE_BYTES);
      rest = rest.subarray(PICTURE_BYTES);
    }
  }
}

/** Reads ffmpeg's stderr: each image's time is on its own line, in the order of the images; other lines are errors. */
function listen(stderr: NodeJS.ReadableStream): { readonly times: AsyncIterator<number>; readonly lines: string[] } {
  const lines: string[] = [];
  async function* times(): AsyncGenerator<number> {
    for await (const line of createInterface({ input: stderr })) {
      const at = PTS.exec(line)?.[1];
      if (at !== undefined) yield at === 'NOPTS' ? Number.NaN : Math.round(Number(at) * 1e6) / 1e3;
      else if (/error|invalid|failed|no such|refused/i.test(line)) lines.push(line);
    }
  }
  return { times: times(), lines };
}

/**
 * Reads the frame numbers from the decoded images of a file or URL, in presentation order.
 * @throws OutsideError `frames-unreadable`: when ffmpeg cannot decode it to its end
 */
async function* readFrames(source: string): AsyncGenerator<ReadFrame> {
  const child = spawn('ffmpeg', [
    '-hide_banner',
    '-nostats',
    '-nostdin',
    '-i',
    source,
    '-map',
    '0:v:0',
    '-vf',
    STRIP,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-',
    ...countFromBoth('a'),
  ]);
  const closed = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  closed.catch(() => undefined);
  const { times, lines } = listen(child.stderr);
  try {
    for await (const picture of pictures(child.stdout)) {
      const time = await times.next();
      if (time.done === true) throw new BugError('frames-untimed', 'a picture without its time');
      yield { ptsMs: time.value, number: decodeCells(cellsOf(picture)) };
    }
    /* Reads the rest of stderr, so that the child can end. */
    while ((await times.next()).done !== true);
    const code = await closed;
    if (code !== 0)
      throw new OutsideError(
        untranslated(
          'frames-unreadable',
          `ffmpeg ended with ${String(code)} on ${source}: ${lines.slice(-3).join(' | ')}`,
        ),
      );
  } finally {
    child.kill('SIGKILL');
  }
}

/** All frames of a file at once. */
export async function allFrames(source: string): Promise<ReadFrame[]> {
  const frames: ReadFrame[] = [];
  for await (const frame of readFrames(source)) frames.push(frame);
  return frames;
}

/**
 * ffmpeg counts a transport stream's time from the first sample of the streams that are *used*. So a reader of the
 * video also maps the audio (to a null output), and vice versa: both then count from the same moment.
 */
export const countFromBoth = (other: 'a' | 'v'): string[] => ['-map', `0:${other}:0?`, '-c', 'copy', '-f', 'null', '-'];
