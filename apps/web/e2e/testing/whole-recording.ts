import { open } from 'node:fs/promises';
import path from 'node:path';
import { VideoMetadata, type Vod } from '#libs/contracts';
import { expect } from '@playwright/test';
import { checkRecording } from '#tools/provider-sim/frames/index.js';
import type { ChannelLog } from '#tools/provider-sim/index.js';
import type { ApiClient } from './api-client.js';

type Offered = Pick<ChannelLog, 'segments' | 'fps' | 'sourceFrames'>;
interface Place {
  readonly api: ApiClient;
  readonly folder: string;
}

/** ms: an encoder that is stopped loses a little sound at the end. */
const END_TOLERANCE_MS = 250;
const HALF_A_MS = 0.5;

/**
 * Checks a finished VOD: every offered frame once, in order, with its sound; a video track as long as the timeline
 * within one frame; all metadata of v0. Downloads the file through the gateway by Range.
 */
export async function expectWholeRecording(vod: Vod, offered: Offered, { api, folder }: Place): Promise<void> {
  expect(vod.files, 'one file: the format never changed').toHaveLength(1);
  const [made] = vod.files;
  const file = path.join(folder, made!.basename);
  expect(
    await fetchByRange(
      api,
      new URL(made!.url, api.url).pathname.slice(new URL(api.url).pathname.replace(/\/$/, '').length),
      file,
    ),
  ).toBe(made!.size);
  const report = await checkRecording([file], offered, { endToleranceMs: END_TOLERANCE_MS });
  const stored = JSON.stringify({ gaps: vod.gaps, parts: vod.parts });
  expect(report.frames, stored).toMatchObject({
    ok: true,
    lost: [],
    doubled: [],
    swapped: [],
    foreign: [],
    unreadable: [],
  });
  expect(report.tones, 'sound').toMatchObject([{ ok: true }]);
  const frameMs = 1000 / offered.fps + HALF_A_MS;
  const timelineMs = (await api.listedMs(vod.uuid)) - soundAfterPictureMs(offered);
  expect(
    Math.abs(report.videoMs[0]! - timelineMs),
    `video of ${String(report.videoMs[0])} ms, timeline of ${String(timelineMs)} ms`,
  ).toBeLessThanOrEqual(frameMs);
  expect(Math.abs(report.videoMs[0]! - vod.media_ms), 'the length the API tells').toBeLessThanOrEqual(frameMs);
  expectAllMetadata(vod);
}

/**
 * nginx-rtmp lists its last segment with the length of its sound, which is longer than its video. The timeline uses the
 * listed length.
 */
function soundAfterPictureMs({ segments, fps }: Offered): number {
  const listedMs = segments.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const frames = segments.reduce((sum, { frameCount }) => sum + frameCount, 0);
  return Math.max(0, listedMs - (frames * 1000) / fps);
}

function expectAllMetadata(vod: Vod): void {
  expect(Object.keys(vod.video_metadata ?? {}).sort()).toEqual(Object.keys(VideoMetadata.shape).sort());
  expect(vod.video_metadata).toMatchObject({
    type: 'video',
    width: 320,
    height: 180,
    fps: 30,
    fps_mode: 'CFR',
    audio_sample_rate: 48_000,
    size: vod.files[0]!.size,
  });
}

const PIECE = 400_000;

/**
 * Downloads a file of the gateway in pieces, like a player that seeks, to `to`.
 * @returns bytes
 */
async function fetchByRange(api: ApiClient, from: string, to: string): Promise<number> {
  const file = await open(to, 'w');
  let size = Infinity;
  try {
    for (let at = 0; at < size; at += PIECE) {
      const answer = await api.call(from, { headers: { range: `bytes=${String(at)}-${String(at + PIECE - 1)}` } });
      const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '');
      expect(answer.status).toBe(206);
      expect(Number(range?.[1])).toBe(at);
      size = Number(range?.[3]);
      await file.write(Buffer.from(await answer.arrayBuffer()), 0, null, at);
    }
  } finally {
    await file.close();
  }
  return size;
}
