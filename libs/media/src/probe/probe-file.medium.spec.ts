import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readFileBytes } from './byte-reader.js';
import { FileServer } from './file-server.js';
import { writeLargeIndex } from './large-index.fixture.js';
import { type Mp4Index, readMp4Index } from './mp4-index.js';
import { scanPackets } from './packet-scan.js';
import { probeFile } from './probe-file.js';
import { thumbnail } from '../thumbs/thumbnail.js';

const signal = new AbortController().signal;
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'probe-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function indexOf(file: string): Promise<Mp4Index | null> {
  await using bytes = await readFileBytes(file);
  return await readMp4Index(bytes);
}

function make(name: string, ...args: string[]): string {
  const file = path.join(dir, name);
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=25:d=4',
    '-f',
    'lavfi',
    '-i',
    'sine=r=44100:d=4',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '50',
    '-c:a',
    'aac',
    '-ac',
    '2',
    ...args,
    file,
  ]);
  return file;
}

it('tells all of video_metadata of an mp4, whole numbers where v0 has them', async () => {
  const { metadata, trackMs, frames, keyframes } = await probeFile({ file: make('a.mp4'), signal });
  expect(metadata).toMatchObject({
    type: 'video',
    container: 'MPEG-4',
    duration: 4,
    full_duration: 4,
    width: 320,
    height: 180,
    fps: 25,
    fps_mode: 'CFR',
    video_codec: 'AVC',
    audio_codec: 'AAC',
    audio_sample_rate: 44_100,
    audio_channels: 2,
  });
  for (const key of ['size', 'bitrate', 'video_bitrate', 'audio_bitrate'] as const)
    expect(Number.isInteger(metadata[key]) && Number(metadata[key]) > 0).toBe(true);
  expect({ trackMs, frames }).toEqual({ trackMs: 4000, frames: 100 });
  expect(keyframes?.keyframes.map((pts) => pts / keyframes.ticksPerSecond)).toEqual([0, 2]);
});

describe.each([
  ['B-frames', 'i1.mp4', ['-bf', '2']],
  ['its index in front', 'i2.mp4', ['-movflags', '+faststart']],
  ['audio that starts late', 'i3.mp4', ['-af', 'adelay=0', '-bsf:a', 'setts=ts=TS+22050']],
  ['video that starts late', 'i4.mp4', ['-bsf:v', 'setts=ts=TS+10000']],
  ['a variable rate', 'i5.mp4', ['-vf', "select='not(mod(n,3))+gt(n,50)'", '-fps_mode', 'vfr']],
  ['another brand', 'i6.mov', []],
  ['sound only', 'i7.m4a', ['-vn']],
] as const)('an mp4 with %s', (_name, name, args) => {
  it('says the same by its index as by its packets', async () => {
    const file = make(name, ...args);
    const index = await indexOf(file);
    const [video, audio] = [await scanPackets('v:0', { file, signal }), await scanPackets('a:0', { file, signal })];
    // The index cuts the last audio frame to the length reported for it; ffprobe gives it whole.
    expect(index).toEqual({ video, audio: { ...audio, endTicks: expect.any(Number) } });
    expect(Math.abs((index?.audio?.endTicks ?? 0) - (audio?.endTicks ?? 0))).toBeLessThan(1024);
  });
});

it('has no index to read in a fragmented mp4, nor in one that was cut off', async () => {
  expect(await indexOf(make('frag.mp4', '-movflags', '+frag_keyframe+empty_moov'))).toBeNull();
  const cut = path.join(dir, 'cut.mp4');
  await writeFile(cut, (await readFile(make('whole.mp4'))).subarray(0, 20_000));
  expect(await indexOf(cut)).toBeNull();
});

it.each([
  ['junk.mp4', 'no media', 'error.file-without-media.damaged'],
  ['list.m3u8', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n', 'error.file-without-media.list'],
])('refuses %s with the meaning of what ffprobe writes', async (name, content, key) => {
  const file = path.join(dir, name);
  await writeFile(file, content);
  await expect(probeFile({ file, signal })).rejects.toMatchObject({ code: 'file-without-media', localized: { key } });
});

it('reads a day of video whose index has 80 MB', async () => {
  const file = path.join(dir, 'day.mp4');
  const [frames, packets] = [24 * 3600 * 60, 24 * 3600 * 46];
  await writeLargeIndex({ path: file, frames, packets, mediaBytes: 20_000_000_000, isFull: true });
  const { metadata, trackMs, keyframes } = await probeFile({ file, signal });
  expect(metadata).toMatchObject({ container: 'MPEG-4', width: 320, height: 240, fps: 60 });
  expect(trackMs).toBeCloseTo(86_400_000, -2);
  expect(keyframes?.keyframes).toHaveLength(frames / 120);
}, 120_000);

it('refuses a file of 3 kB whose index stands for 40,000,000 frames', async () => {
  const file = path.join(dir, 'bomb.mp4');
  await writeLargeIndex({ path: file, frames: 40_000_000, packets: 0, mediaBytes: 2048, isFull: false });
  expect((await stat(file)).size).toBeLessThan(3100);
  await expect(probeFile({ file, signal })).rejects.toMatchObject({
    code: 'file-without-media',
    localized: { key: 'error.file-without-media.index' },
  });
});

it('sees a variable rate', async () => {
  const file = make('vfr.mp4', '-vf', "select='not(mod(n,3))+gt(n,50)'", '-fps_mode', 'vfr');
  expect((await probeFile({ file, signal })).metadata.fps_mode).toBe('VFR');
});

it('W23 finds the length of media whose header tells none', async () => {
  const file = path.join(dir, 'piped.mkv');
  execFileSync('sh', ['-c', `ffmpeg -v error -i ${make('b.mp4')} -c copy -f matroska - > ${file}`]);
  const { metadata, trackMs } = await probeFile({ file, signal });
  expect(metadata).toMatchObject({ container: 'Matroska', duration: 4, full_duration: 4, fps_mode: 'CFR' });
  expect(trackMs).toBeCloseTo(4000, -1);
});

it('takes video without audio, and audio without video', async () => {
  expect((await probeFile({ file: make('silent.mp4', '-an'), signal })).metadata).toMatchObject({
    type: 'video',
    video_codec: 'AVC',
  });
  const { metadata, keyframes } = await probeFile({ file: make('sound.m4a', '-vn'), signal });
  expect(metadata).toMatchObject({ type: 'audio', duration: 4, audio_codec: 'AAC' });
  expect(metadata).not.toHaveProperty('width');
  expect(keyframes).toBeNull();
});

it.each(['far.mp4', 'far.mkv'])(
  'says the same of a file that lies elsewhere, and makes a picture of it (%s)',
  async (name) => {
    const file = make(name);
    const { size } = await stat(file);
    const requests: number[] = [];
    await using server = await FileServer.start({
      sizeBytes: size,
      extension: name.slice(4),
      open: ({ start, end }, stop) => {
        requests.push(end - start + 1);
        return Promise.resolve(createReadStream(file, { start, end, signal: stop }));
      },
    });
    expect(await probeFile({ file: server.url, bytes: server, signal })).toEqual(await probeFile({ file, signal }));
    await thumbnail({
      file: server.url,
      outPath: path.join(dir, `${name}.webp`),
      videoMs: 4000,
      signal,
      format: 'webp',
    });
    expect((await readFile(path.join(dir, `${name}.webp`))).toString('latin1', 8, 12)).toBe('WEBP');
    expect(server.failure).toBeNull();
    expect(Math.min(...requests)).toBeLessThan(size);
  },
);

it('tells that a file that lies elsewhere broke off', async () => {
  await using server = await FileServer.start({
    sizeBytes: 10_000,
    extension: 'mp4',
    open: () =>
      Promise.resolve(
        Readable.from(
          (function* () {
            yield Buffer.alloc(10);
            throw new TypeError('the disk is gone');
          })(),
        ),
      ),
  });
  await expect(probeFile({ file: server.url, bytes: server, signal })).rejects.toMatchObject({ fault: 'outside' });
  expect(server.failure?.message).toBe('the file cannot be read: the disk is gone');
});

it('takes a thumbnail with bars of a file shorter than 5 s', async () => {
  const file = make('short.mp4', '-t', '0.4');
  const out = path.join(dir, 'thumb.jpg');
  const size = (): string =>
    execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0', out])
      .toString()
      .trim();
  await thumbnail({ file, outPath: out, videoMs: 400, signal });
  expect(size()).toBe('mjpeg,320,240');
  expect((await readFile(out)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});
