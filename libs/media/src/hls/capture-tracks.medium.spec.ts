import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { makeNumberedEpoch, type NumberedEpoch, tempDir } from '#libs/testkit';
import { type CaptureFixture, openCaptureFixture } from './capture-recording.fixture.js';

const PACKET = 188;
/** PID that ffmpeg gives the video. */
const VIDEO_PID = 0x100;
const FPS = 30;
/** The segment whose video is not whole. */
const FAULTY = 4;

let dir: ReturnType<typeof tempDir>;
let rec: CaptureFixture;
beforeEach(async () => {
  dir = tempDir('capture-tracks');
  rec = await openCaptureFixture({ window: 20 });
});
afterEach(async () => {
  await rec.close();
  dir.remove();
});

/** The TS segment with these pictures of its video only, numbered from 0. */
function withPictures(body: Buffer, hasPicture: (picture: number) => boolean): Buffer {
  const copy = Buffer.from(body);
  let picture = -1;
  for (let at = 0; at + PACKET <= copy.length; at += PACKET) {
    if ((copy.readUInt16BE(at + 1) & 0x1fff) !== VIDEO_PID) continue;
    if ((copy.readUInt8(at + 1) & 0x40) !== 0) picture += 1;
    if (!hasPicture(picture)) copy.writeUInt16BE(0x1fff, at + 1);
  }
  return copy;
}

/** Records segments of 2 s, with the clock starting at 10 s. */
async function recorded(made: Partial<NumberedEpoch>, change = (body: Buffer): Buffer => body): Promise<void> {
  const { live, got } = rec;
  const { init, segments } = await makeNumberedEpoch({
    ...{ dir: dir.path, firstFrame: 0, frames: FPS * 16, fps: `${FPS}`, clockSeconds: 10, kind: 'ts' },
    segmentSeconds: 2,
    ...made,
    encoder: ['-g', '1000', '-force_key_frames', 'expr:gte(t,n_forced*2)', ...(made.encoder ?? [])],
  });
  if (init) live.files.set('/init.mp4', await readFile(init));
  for (const [n, file] of segments.entries()) {
    const body = await readFile(file);
    live.publish({
      ...{ name: `s${n}`, body: n === FAULTY ? change(body) : body, durMs: 2000 },
      tags: init && n === 0 ? ['#EXT-X-MAP:URI="/init.mp4"'] : [],
    });
  }
  live.ended = true;
  await got.begin(live.url);
  await got.end;
}

/** The border of a track is known to some frames. */
const NEAR_MS = 150;

/** Checks the only time in which video is missing, ms after the start of the segment that lacks it. */
function expectMissing(fromMs: number, toMs: number): void {
  const { segments, notices } = rec.got;
  const startMs = segments[0]!.ptsMs + FAULTY * 2000;
  const missing = segments.flatMap((segment) => segment.missing ?? []);
  expect(missing).toMatchObject([{ kind: 'video', number: 1, cause: 'not-sent' }]);
  expect(Math.abs(missing[0]!.fromMs - startMs - fromMs)).toBeLessThan(NEAR_MS);
  expect(Math.abs(missing[0]!.toMs - startMs - toMs)).toBeLessThan(NEAR_MS);
  expect(notices).toContain('video-stopped');
}

it.each<[string, (picture: number) => boolean, readonly [number, number]]>([
  ['stops after 0.3 s', (picture) => picture < 9, [300, 2000]],
  ['stops after 1 s', (picture) => picture < 30, [1000, 2000]],
  ['starts after 1.5 s', (picture) => picture >= 45, [0, 1500]],
])('integrity-1 reports video that %s and is back in the next segment', async (_what, hasPicture, [fromMs, toMs]) => {
  await recorded({}, (body) => withPictures(body, hasPicture));
  expectMissing(fromMs, toMs);
  const { segments, notices, gaps, epochs } = rec.got;
  expect([notices, gaps, epochs.length]).toEqual([['video-stopped'], [], 1]);
  for (const [n, { ptsMs, durMs }] of segments.entries()) {
    expect(Math.abs(ptsMs - segments[0]!.ptsMs - n * 2000)).toBeLessThan(NEAR_MS);
    expect(Math.abs(durMs - 2000)).toBeLessThan(NEAR_MS);
  }
});

it('integrity-1 reports pictures of fMP4 that the encoder did not send, although a sample lasts until the next one', async () => {
  const lost = [FAULTY * 2 * FPS + 9, (FAULTY + 1) * 2 * FPS - 1];
  await recorded({
    kind: 'fmp4',
    encoder: ['-vf', String.raw`select=not(between(n\,${lost.join(String.raw`\,`)}))`, '-fps_mode', 'vfr'],
  });
  expectMissing(300, 2000);
});
