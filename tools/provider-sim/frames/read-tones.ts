import { spawn } from 'node:child_process';
import { OutsideError, untranslated } from '#libs/errors';
import { countFromBoth } from './read-frames.js';
import { toneOf } from './tone-code.js';

const RATE = 8000;
/** Two tones can be distinguished in 30 ms; a step of 10 ms locates a change within that. */
const WINDOW = 240;
const STEP = 80;
const FULL_SCALE = 32_768;
export const TONE_STEP_MS = (STEP * 1000) / RATE;
const WINDOW_MS = (WINDOW * 1000) / RATE;

/** Gaps longer than 10 ms become silence, so that a sample's position gives its time from the file's start. */
const FILTER = `aresample=${String(RATE)}:async=1:min_hard_comp=0.01:first_pts=0`;

async function samplesOf(source: string): Promise<Float32Array> {
  const child = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-nostdin',
      '-i',
      source,
      '-map',
      '0:a:0',
      '-af',
      FILTER,
      '-ac',
      '1',
      '-f',
      's16le',
      '-',
      ...countFromBoth('v'),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const closed = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  closed.catch(() => undefined);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-1000);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
  const code = await closed;
  if (code !== 0)
    throw new OutsideError(
      untranslated('tones-unreadable', `ffmpeg ended with ${String(code)} on ${source}: ${output}`),
    );
  const bytes = Buffer.concat(chunks);
  return Float32Array.from({ length: Math.floor(bytes.length / 2) }, (_, i) => bytes.readInt16LE(i * 2) / FULL_SCALE);
}

/** The tone every 10 ms; null: silence. `atMs` is the middle of the analysed window. */
export interface ReadTone {
  readonly atMs: number;
  readonly tone: number | null;
}

/** @throws OutsideError `tones-unreadable`: when there is no audio to decode */
export async function readTones(source: string): Promise<ReadTone[]> {
  const samples = await samplesOf(source);
  const count = Math.max(0, Math.floor((samples.length - WINDOW) / STEP) + 1);
  let last: number | null = null;
  return Array.from({ length: count }, (_, i) => {
    const tone = toneOf(samples.subarray(i * STEP, i * STEP + WINDOW), RATE, last);
    last = tone ?? last;
    return { atMs: i * TONE_STEP_MS + WINDOW_MS / 2, tone };
  });
}
