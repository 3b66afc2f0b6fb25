import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLargeIndex } from '../probe/large-index.fixture.js';
import { ffmpeg, ffmpegPipe } from './ffmpeg.js';
import { ffprobe, ffprobeLines } from './ffprobe.js';

const soon = (): AbortSignal => AbortSignal.timeout(30_000);
const wav = execFileSync('ffmpeg', [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'anullsrc=r=8000',
  '-t',
  '0.5',
  '-f',
  'wav',
  '-',
]);
const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=r=8000'];

it('reports the media time it has written', async () => {
  const seen: number[] = [];
  await ffmpeg({ args: [...SILENCE, '-t', '2', '-f', 'null', '-'], signal: soon(), onProgress: (ms) => seen.push(ms) });
  expect(seen.at(-1)).toBe(2000);
});

it('carries the last lines of stderr', async () => {
  await expect(ffmpeg({ args: ['-i', '/nowhere/at-all.ts', '-f', 'null', '-'], signal: soon() })).rejects.toMatchObject(
    { code: 'ffmpeg-failed', fault: 'outside', message: expect.stringContaining('No such file') },
  );
});

it('rejects with the reason when it is aborted half-way', async () => {
  const stop = new AbortController();
  const run = ffmpeg({
    args: ['-re', ...SILENCE, '-f', 'null', '-'],
    signal: stop.signal,
    onProgress: () => {
      stop.abort(new DOMException('the operator said stop'));
    },
  });
  await expect(run).rejects.toThrow('the operator said stop');
});

it('reads from this machine without the proxy of its environment', async () => {
  const before = process.env['http_proxy'];
  process.env['http_proxy'] = 'http://127.0.0.1:9';
  const server = createServer((_request, response) => response.end(wav));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/a.wav`;
  try {
    await ffmpeg({ args: ['-i', url, '-f', 'null', '-'], signal: soon() });
    expect(await ffprobe({ args: ['-show_entries', 'stream=sample_rate', url], signal: soon() })).toMatchObject({
      streams: [{ sample_rate: '8000' }],
    });
  } finally {
    server.close();
    if (before === undefined) delete process.env['http_proxy'];
    else process.env['http_proxy'] = before;
  }
});

it('limits the memory of each run, and of each allocation', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'limits-'));
  const file = path.join(dir, 'shows-limits');
  const seen = path.join(dir, 'seen');
  await writeFile(file, `#!/bin/sh\n(ulimit -d; echo "$@") >> ${seen}\necho '{}'\n`, { mode: 0o755 });
  const run = { args: ['x'], signal: soon(), file };
  await ffmpeg(run);
  for await (const _ of ffmpegPipe({ ...run, maxAllocBytes: 4096 }));
  await ffprobe(run);
  for await (const _ of ffprobeLines(run));
  const lines = (await readFile(seen, 'utf8')).split('\n');
  await rm(dir, { recursive: true });
  expect(lines.filter((line) => /^\d+$/.test(line))).toEqual(['4194304', '4194304', '1048576', '1048576']);
  expect(lines.flatMap((line) => /-max_alloc (\d+)/.exec(line)?.[1] ?? [])).toEqual([
    '1073741824',
    '4096',
    '268435456',
    '268435456',
  ]);
});

it('reads the index of a planted file no further than an allocation may be', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'planted-'));
  const file = path.join(dir, 'planted.mp4');
  await writeLargeIndex({ path: file, frames: 40_000_000, packets: 0, mediaBytes: 2048, isFull: false });
  const { streams } = (await ffprobe({ args: ['-show_entries', 'stream=nb_frames', file], signal: soon() })) as {
    streams: { nb_frames?: string }[];
  };
  // As it announces; the packets themselves are not there, because their index was not made.
  expect(streams).toHaveLength(1);
  const packets: string[] = [];
  const args = ['-show_entries', 'packet=pts', '-of', 'csv=p=0', file];
  for await (const line of ffprobeLines({ args, signal: soon() })) packets.push(line);
  await rm(dir, { recursive: true });
  expect(packets).toEqual([]);
});

it('names a program that is not there', async () => {
  await expect(ffmpeg({ args: ['-version'], signal: soon(), file: '/nowhere/ffmpeg' })).rejects.toMatchObject({
    code: 'ffmpeg-missing',
  });
});

it('probes as JSON and as lines', async () => {
  const input = ['-f', 'lavfi', 'anullsrc=r=8000:d=1'];
  expect(await ffprobe({ args: ['-show_entries', 'stream=sample_rate', ...input], signal: soon() })).toMatchObject({
    streams: [{ sample_rate: '8000' }],
  });
  const lines: string[] = [];
  for await (const line of ffprobeLines({
    args: ['-show_entries', 'packet=pts', '-of', 'csv=p=0', ...input],
    signal: soon(),
  }))
    lines.push(line);
  expect(lines.length).toBeGreaterThan(5);
  await expect(ffprobe({ args: ['/nowhere/at-all.ts'], signal: soon() })).rejects.toMatchObject({
    code: 'command-failed',
  });
});
