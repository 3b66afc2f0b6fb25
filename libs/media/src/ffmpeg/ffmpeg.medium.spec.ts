import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ffmpeg } from './ffmpeg.js';
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
