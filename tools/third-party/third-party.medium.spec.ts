import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allFrames, checkFrames, checkTones, expectedFrames, readTones } from '../provider-sim/frames/index.js';
import type { ThirdPartySource } from './third-party-source.js';
import { startFfmpegHls } from './start-ffmpeg-hls.js';
import { startNginxRtmp } from './start-nginx-rtmp.js';

const SECONDS = 16;
/** nginx-rtmp drops up to 0.2 s of buffered sound when its publisher goes. */
const END_TOLERANCE_MS = 250;
const STREAM_MS = 120_000;

const bytesOf = async (url: string | URL): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Everything the source listed, as one file; it keeps removed segments for longer than the stream is. */
async function collect(source: ThirdPartySource, folder: string): Promise<string> {
  await source.ended;
  const playlist = (await bytesOf(source.url)).toString();
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1];
  const bodies = init === undefined ? [] : [await bytesOf(new URL(init, source.url))];
  for (const { url } of source.log().segments) bodies.push(await bytesOf(new URL(url, source.url)));
  const file = path.join(folder, `${source.name}.${init === undefined ? 'ts' : 'mp4'}`);
  await writeFile(file, Buffer.concat(bodies));
  return file;
}

describe('live HLS that is not ours', () => {
  let folder = '';
  let sources: ThirdPartySource[] = [];
  let files: string[] = [];

  /* Side by side: each takes as long as its stream. */
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-foreign-'));
    sources = await Promise.all([
      startFfmpegHls({ fmp4: false, seconds: SECONDS }),
      startFfmpegHls({ fmp4: true, seconds: SECONDS }),
      startNginxRtmp({ seconds: SECONDS }),
    ]);
    files = await Promise.all(sources.map((source) => collect(source, folder)));
  }, STREAM_MS);
  afterAll(async () => {
    await Promise.all(sources.map((source) => source.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['ffmpeg-ts', 0],
    ['ffmpeg-fmp4', 1],
    ['nginx-rtmp', 2],
  ] as const)('lists every numbered frame of %s once, with its sound', async (name, at) => {
    const [source, file] = [sources[at], files[at]];
    if (!source || file === undefined) throw new TypeError(`${name} did not start`);
    const frames = await allFrames(file);
    expect(checkFrames({ ranges: expectedFrames(source.log(), { minReachMs: 0 }) }, frames)).toMatchObject({
      ok: true,
      got: SECONDS * 30,
    });
    expect(checkTones(frames, await readTones(file), { endToleranceMs: END_TOLERANCE_MS })).toMatchObject({ ok: true });
  });
});
