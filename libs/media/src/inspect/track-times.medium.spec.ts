import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNumberedEpoch, tempDir } from '#libs/testkit';
import { inspectSegment } from './inspect-segment.js';
import { readMp4Init } from './mp4-time.js';
import { type TrackTimes } from './track-times.js';

const VIDEO_TRACK = 1;
let dir: ReturnType<typeof tempDir>;
beforeAll(() => {
  dir = tempDir('track-times');
});
afterAll(() => {
  dir.remove();
});

/** A box of another type is passed by; the offsets of the others stay right. */
function withoutTraf(body: Buffer, track: number): Buffer {
  const copy = Buffer.from(body);
  for (let at = copy.indexOf('traf'); at >= 0; at = copy.indexOf('traf', at + 4)) {
    const header = copy.indexOf('tfhd', at);
    if (copy.readUInt32BE(header + 8) === track) copy.write('free', at, 'latin1');
  }
  return copy;
}

const lengthOf = (tracks: readonly TrackTimes[] | undefined, of: TrackTimes['kind']): number =>
  (tracks?.find(({ kind }) => kind === of)?.spans ?? []).reduce(
    (sum, { fromMs, toMs }) => sum + (toMs ?? 0) - fromMs,
    0,
  );

it.each(['ts', 'fmp4'] as const)('integrity-1 measures both tracks of a segment of %s', async (kind) => {
  const made = await makeNumberedEpoch({
    ...{ dir: path.join(dir.path, kind), firstFrame: 0, frames: 60, fps: '30', clockSeconds: 10, kind },
  });
  const init = made.init === null ? null : await readMp4Init(await readFile(made.init));
  for (const file of made.segments) {
    const tracks = (await inspectSegment(await readFile(file), init))?.tracks;
    expect(Math.abs(lengthOf(tracks, 'video') - 1000)).toBeLessThan(50);
    expect(tracks?.map(({ mayStandStill = false }) => mayStandStill)).toEqual([kind === 'ts', false]);
    expect(Math.abs(lengthOf(tracks, 'audio') - 1000)).toBeLessThan(400);
  }
});

it('integrity-1 finds no video in a fragment of fMP4 that lacks its box', async () => {
  const { init, segments } = await makeNumberedEpoch({
    ...{ dir: path.join(dir.path, 'no-traf'), firstFrame: 0, frames: 60, fps: '30', clockSeconds: 10, kind: 'fmp4' },
  });
  const body = withoutTraf(await readFile(segments[1] ?? ''), VIDEO_TRACK);
  const inspected = await inspectSegment(body, await readMp4Init(await readFile(init ?? '')));
  expect(inspected?.tracks?.find(({ kind }) => kind === 'video')).toMatchObject({ spans: [] });
  expect(lengthOf(inspected?.tracks, 'audio')).toBeGreaterThan(600);
  // The clock of ffmpeg's fragments starts at 0.
  expect(Math.abs((inspected?.firstPtsMs ?? 0) - 1000)).toBeLessThan(50);
});
