import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Vod } from '#libs/contracts';
import { checkAudioRecording, checkRecording } from '#tools/provider-sim/frames/index.js';
import { DAMAGED, NO_VIDEO } from '#tools/provider-sim/sources/index.js';
import { PlayerDriver } from './testing/player-driver.js';
import { expect, test } from './testing/sources-test.js';

type Sources = Parameters<Parameters<typeof test>[2]>[0]['sources'];

const SEGMENT_MS = 2000;
/** The border of a track is known to some frames. */
const NEAR_MS = 150;

/** Downloads the only file of a VOD. @returns its path */
async function downloaded({ api, folder }: Sources, { files }: Vod): Promise<string> {
  expect(files).toHaveLength(1);
  const file = path.join(folder, files[0]!.basename);
  await writeFile(file, Buffer.from(await (await api.call(new URL(files[0]!.url, api.url).pathname)).arrayBuffer()));
  return file;
}

/** `[from, to]` of the gaps of a track, ms of the VOD. */
const placesOf = (vod: Vod): [number, number][] =>
  vod.track_gaps.map(({ at, durMs }) => [at - vod.media_started_at!, at - vod.media_started_at! + durMs]);

test('integrity-1 a VOD whose video stops keeps its length, and says when the video is missing', async ({
  sources,
  page,
}) => {
  for (const [name, blind] of Object.entries(NO_VIDEO)) {
    const vod = await sources.finished(name);
    const offered = sources.of(name).offered();
    const first = offered.segments[0]!.seq;
    const file = await downloaded(sources, vod);
    expect(Math.abs(vod.media_ms - offered.segments.length * SEGMENT_MS), name).toBeLessThan(NEAR_MS);
    expect(vod.missing_ms, name).toBe(0);
    expect(vod.track_gaps, name).toMatchObject([
      { kind: 'video', cause: 'not-sent', text: 'no video: the source sent none' },
    ]);
    const expected = [(blind[0]! - first) * SEGMENT_MS, (blind.at(-1)! + 1 - first) * SEGMENT_MS];
    for (const [i, ms] of placesOf(vod)[0]!.entries())
      expect(Math.abs(ms - expected[i]!), `${name} ${JSON.stringify(placesOf(vod))}`).toBeLessThan(NEAR_MS);
    expect(
      vod.parts[0]!.notices.map(({ code }) => code),
      name,
    ).toEqual(['video-stopped']);
    const seen = { ...offered, segments: offered.segments.filter(({ seq }) => !blind.includes(seq)) };
    const { frames } = await checkRecording([file], seen);
    expect(frames, name).toMatchObject({ lost: [], doubled: [], swapped: [], foreign: [] });
    expect(await checkAudioRecording(file, offered), name).toMatchObject({ ok: true, silent: [], wrong: [] });
  }

  await test.step('the page says it, and plays through', async () => {
    const { uuid, media_ms: mediaMs } = await sources.finished('i1-not-announced');
    const video = new PlayerDriver(page);
    await page.goto(`${sources.api.url}/vod/${uuid}`);
    await expect(page.getByRole('cell', { name: 'no video: the source sent none' })).toBeVisible();
    await video.play();
    await video.seek(mediaMs / 1000 - 3);
    await expect.poll(async () => (await video.status()).ended, { message: 'played to the end' }).toBe(true);
    expect(await video.status()).toMatchObject({ error: '' });
  });
});

test('integrity-3 damaged frames of packed audio are lost time with its cause', async ({ sources }) => {
  const vod = await sources.finished('i3-damaged');
  const { segments } = sources.of('i3-damaged').offered();
  const lostMs = (DAMAGED.to - DAMAGED.from) * SEGMENT_MS;
  expect(vod.track_gaps).toMatchObject([{ kind: 'audio', cause: 'damaged', text: 'damaged audio' }]);
  const [gap] = vod.track_gaps;
  expect(Math.abs(gap!.durMs - lostMs)).toBeLessThan(NEAR_MS);
  const at = (DAMAGED.segment - segments[0]!.seq + DAMAGED.from) * SEGMENT_MS;
  expect(Math.abs(placesOf(vod)[0]![0] - at)).toBeLessThan(NEAR_MS);
  expect(Math.abs(vod.media_ms + gap!.durMs - segments.length * SEGMENT_MS)).toBeLessThan(NEAR_MS);
  expect(vod.parts[0]!.notices.map(({ code }) => code)).toEqual(['audio-damaged']);
  expect(vod.files).toHaveLength(1);
});
