import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Vod } from '#libs/contracts';
import { checkRecording, type RecordingReport } from '../../../tools/provider-sim/frames/index.js';
import { SILENCE_COUNT, TABLES_FROM } from '../../../tools/provider-sim/sources/index.js';
import { expect, test } from './testing/sources-test.js';

type Sources = Parameters<Parameters<typeof test>[2]>[0]['sources'];

/** Compares the only file of a VOD with the first `count` segments of its source (default: all). */
async function report(
  sources: Sources,
  name: string,
  count = Infinity,
): Promise<RecordingReport & { vod: Vod; file: string }> {
  const vod = await sources.finished(name);
  expect(vod.files).toHaveLength(1);
  const [made] = vod.files;
  const file = path.join(sources.folder, made!.basename);
  const { pathname } = new URL(made!.url, sources.api.url);
  await writeFile(file, Buffer.from(await (await sources.api.call(pathname)).arrayBuffer()));
  const offered = sources.of(name).offered();
  const segments = offered.segments.filter(({ seq }) => seq < count);
  return { vod, file, ...(await checkRecording([file], { ...offered, segments })) };
}

const WHOLE = { ok: true, lost: [], doubled: [], swapped: [], foreign: [], unreadable: [] };
const lengthOf = (spans: readonly { readonly fromMs: number; readonly toMs: number }[]): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

test('sources-14 a discontinuity before each segment changes nothing, also where each starts at 0', async ({
  sources,
}) => {
  await sources.expectWhole('14-discontinuities');
  await sources.expectWhole('14-restarts');
});

test('sources-15 audio that starts late and stops early is in the file', async ({ sources }) => {
  const { frames, tones } = await report(sources, '15-late-audio');
  expect(frames).toMatchObject(WHOLE);
  // The decoder of the first frame has no frame before it.
  expect(lengthOf(tones[0]!.wrong)).toBeLessThan(50);
  expect(Math.abs(lengthOf(tones[0]!.silent) - 2000)).toBeLessThan(250);
  expect(Math.abs(tones[0]!.missingAtEndMs - 2000)).toBeLessThan(250);
});

test('sources-17 a run without the audio that it announces is in the file', async ({ sources }) => {
  const { frames, tones } = await report(sources, '17-silent-run');
  expect(frames).toMatchObject(WHOLE);
  expect(tones[0]).toMatchObject({ wrong: [], silent: [] });
  expect(Math.abs(tones[0]!.missingAtEndMs - 8000)).toBeLessThan(250);
});

test('sources-20 segments of tables are no media, and the VOD claims no time for them', async ({ sources }) => {
  const { frames, tones, vod } = await report(sources, '20-tables', TABLES_FROM);
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  expect(Math.abs(vod.media_ms - TABLES_FROM * 2000)).toBeLessThan(100);
  expect(vod.missing_ms).toBe(0);
});

test('sources-24 rounded durations make no discontinuity, and the playlist is as long as the media', async ({
  sources,
}) => {
  const { frames, tones, vod } = await report(sources, '24-rounded');
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  const text = await (await sources.api.call(`/api/v0/vod/${vod.uuid}/index.m3u8`)).text();
  expect(text).not.toContain('#EXT-X-DISCONTINUITY');
  expect(Math.abs((await sources.api.listedMs(vod.uuid)) - 24_000)).toBeLessThan(550);
});

test('sources-27 silence of a source whose clock goes on is missing media, and a chapter mark', async ({ sources }) => {
  const { frames, tones, vod, file } = await report(sources, '27-silence', SILENCE_COUNT);
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  expect(vod.gaps.map(({ cause }) => cause)).toEqual(['source-silent']);
  expect(Math.abs(vod.missing_ms - 4000)).toBeLessThan(1500);
  const { chapters } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_chapters', '-of', 'json', file]).toString(),
  ) as { chapters: { start_time: string; tags: { title: string } }[] };
  expect(chapters.map((c) => Number(c.start_time))).toEqual([0, 12]);
  expect(chapters[1]!.tags.title).toContain('s of missing media');
});
