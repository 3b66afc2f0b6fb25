import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Job, Vod } from '#libs/contracts';
import { checkAudioRecording, checkRecording, type RecordingReport } from '#tools/provider-sim/frames/index.js';
import { AUDIO_GAP, SILENCE_COUNT, SUBTITLES, TABLES_FROM } from '#tools/provider-sim/sources/index.js';
import { PlayerDriver } from './testing/player-driver.js';
import { expect, test } from './testing/sources-test.js';

type Sources = Parameters<Parameters<typeof test>[2]>[0]['sources'];

const SEGMENT_MS = 2000;

/** Downloads the only file of a VOD. @returns its path */
async function downloaded({ api, folder }: Sources, { files }: Vod): Promise<string> {
  expect(files).toHaveLength(1);
  const [made] = files;
  const file = path.join(folder, made!.basename);
  const { pathname } = new URL(made!.url, api.url);
  await writeFile(file, Buffer.from(await (await api.call(pathname)).arrayBuffer()));
  return file;
}

/** Extensions of the segments in a playlist of a VOD. A gap has none. */
async function listedExtensions({ api }: Sources, { uuid }: Vod, playlist: string): Promise<string[]> {
  const text = await (await api.call(`/api/v0/vod/${uuid}/${playlist}`)).text();
  const uris = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return uris.map((uri) => path.extname(uri.split('?')[0]!).slice(1));
}

/** Compares the only file of a VOD with the first `count` segments of its source (default: all). */
async function report(
  sources: Sources,
  name: string,
  count = Infinity,
): Promise<RecordingReport & { vod: Vod; file: string; firstSeq: number; offeredMs: number }> {
  const vod = await sources.finished(name);
  const file = await downloaded(sources, vod);
  const offered = sources.of(name).offered();
  const segments = offered.segments.filter(({ seq }) => seq < count);
  // A recorder that starts late, on a busy machine, does not see the first segments.
  const place = { firstSeq: segments[0]?.seq ?? 0, offeredMs: segments.length * SEGMENT_MS };
  return { vod, file, ...place, ...(await checkRecording([file], { ...offered, segments })) };
}

/** Compares what ffmpeg reads of a file or playlist of a VOD with its source. */
async function played(
  sources: Sources,
  name: string,
  { from, options = [] }: { readonly from: string; readonly options?: readonly string[] },
): Promise<RecordingReport> {
  const file = path.join(sources.folder, `played-${name}.mkv`);
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', from, ...options, '-c', 'copy', file]);
  return checkRecording([file], sources.of(name).offered(), { endToleranceMs: 250 });
}

/** The used properties of a `<track>`; these files have no DOM types. */
interface Track {
  readonly track: { readonly cues: { readonly length: number } | null };
}

/** ms of `hh:mm:ss.mmm`. */
const clockMs = (text: string): number => Date.parse(`1970-01-01T${text}Z`);

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

test('sources-16 audio with a playlist of its own is in the file, at its time', async ({ sources }) => {
  await sources.expectWhole('16-audio-ts');
  await sources.expectWhole('16-audio-fmp4');
});

test('sources-16 several audio tracks are tracks of the file, with their languages', async ({ sources }) => {
  await sources.expectWhole('16-two-tracks');
  const { file } = await report(sources, '16-two-tracks');
  const { streams } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-select_streams', 'a', '-show_streams', '-of', 'json', file]).toString(),
  ) as { streams: { tags: { language: string }; disposition: { default: number } }[] };
  expect(streams.map(({ tags, disposition }) => [tags.language, disposition.default])).toEqual([
    ['eng', 1],
    ['deu', 0],
  ]);
  const second = await played(sources, '16-two-tracks', { from: file, options: ['-map', '0:v', '-map', '0:a:1'] });
  expect(second).toMatchObject({ frames: WHOLE, tones: [{ ok: true }] });
});

test('sources-16 a player gets video and audio from the playlist of the VOD', async ({ sources }) => {
  for (const name of ['16-audio-ts', '16-audio-fmp4', '16-two-tracks']) {
    const vod = await sources.finished(name);
    const got = await played(sources, name, { from: await sources.api.share(vod.uuid) });
    expect(got, name).toMatchObject({ frames: WHOLE, tones: [{ ok: true }] });
  }
});

test('sources-16 Chromium plays the video of the VOD with its audio', async ({ sources, page }) => {
  const { uuid } = await sources.finished('16-two-tracks');
  const video = new PlayerDriver(page);
  await page.goto(`${sources.api.url}/vod/${uuid}`);
  await video.play();
  await video.expectMoving();
  await expect.poll(async () => (await video.status()).audioBytes, { message: 'decoded audio' }).toBeGreaterThan(1000);
});

test('sources-16 audio that lacks segments does not move, and the video is whole', async ({ sources }) => {
  const { frames, tones, vod } = await report(sources, '16-audio-gap');
  expect(frames).toMatchObject(WHOLE);
  expect(tones[0]).toMatchObject({ missingAtEndMs: expect.any(Number) });
  expect(Math.abs(lengthOf(tones[0]!.silent) - AUDIO_GAP.length * 2000)).toBeLessThan(250);
  expect(vod.missing_ms).toBe(0);
});

test('sources-16 subtitles are kept as a file next to the VOD', async ({ sources, page }) => {
  await sources.expectWhole('16-subtitles');
  const { vod, firstSeq } = await report(sources, '16-subtitles');
  const [made] = vod.files;
  expect(made!.subtitles).toMatchObject([
    { language: 'en', name: 'English', basename: made!.basename.replace(/\.mp4$/, '.en.vtt') },
  ]);
  const { pathname } = new URL(made!.subtitles![0]!.url, sources.api.url);
  const text = await (await sources.api.call(pathname)).text();
  const cues = [...text.matchAll(/^(\S+) --> (\S+) align:start\n(.*)$/gm)];
  const expected = SUBTITLES.filter(({ toS }) => toS * 1000 > firstSeq * SEGMENT_MS);
  expect(cues.map(([, , , line]) => line)).toEqual(expected.map((cue) => cue.text));
  for (const [i, { fromS, toS }] of expected.entries()) {
    const [, from = '', to = ''] = cues[i]!;
    const offsetMs = firstSeq * SEGMENT_MS;
    expect(Math.abs(clockMs(from) - Math.max(0, fromS * 1000 - offsetMs)), `start of ${i}`).toBeLessThan(100);
    expect(Math.abs(clockMs(to) - (toS * 1000 - offsetMs)), `end of ${i}`).toBeLessThan(100);
  }
  await page.goto(`${sources.api.url}/vod/${vod.uuid}`);
  await page.getByRole('combobox', { name: 'Subtitles' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  const track = page.locator('.player video track');
  const shown = () => track.evaluate((element) => (element as unknown as Track).track.cues?.length ?? 0);
  await expect.poll(shown, { message: 'cues of the player' }).toBe(expected.length);
});

test('sources-17 a run without the audio that it announces is in the file', async ({ sources }) => {
  const { frames, tones } = await report(sources, '17-silent-run');
  expect(frames).toMatchObject(WHOLE);
  expect(tones[0]).toMatchObject({ wrong: [], silent: [] });
  expect(Math.abs(tones[0]!.missingAtEndMs - 8000)).toBeLessThan(250);
});

test('sources-18 a file has the chosen container if it holds the codec, else it is mkv with the reason', async ({
  sources,
}) => {
  const flac = await sources.expectWhole('18-flac');
  expect(flac.files[0]).toMatchObject({ basename: expect.stringMatching(/\.mp4$/) });
  expect(flac.video_metadata).toMatchObject({ audio_codec: 'FLAC' });
  const { frames, tones, file, vod } = await report(sources, '18-mulaw');
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  expect(file).toMatch(/\.mkv$/);
  const jobs = await sources.api.get<Job[]>('/api/v0/jobs');
  const { note } = jobs.find(({ vod_uuid, kind }) => vod_uuid === vod.uuid && kind === 'convert')!;
  expect(note).toMatch(/^the file is mkv, because mp4 was refused: .*pcm_mulaw/);
});

test('sources-20 segments of tables are no media, and the VOD claims no time for them', async ({ sources }) => {
  const { frames, tones, vod, offeredMs } = await report(sources, '20-tables', TABLES_FROM);
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  expect(Math.abs(vod.media_ms - offeredMs)).toBeLessThan(100);
  expect(vod.missing_ms).toBe(0);
});

test('sources-24 rounded durations make no discontinuity, and the playlist is as long as the media', async ({
  sources,
}) => {
  const { frames, tones, vod, offeredMs } = await report(sources, '24-rounded');
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  const text = await (await sources.api.call(`/api/v0/vod/${vod.uuid}/index.m3u8`)).text();
  expect(text).not.toContain('#EXT-X-DISCONTINUITY');
  expect(Math.abs((await sources.api.listedMs(vod.uuid)) - offeredMs)).toBeLessThan(550);
});

test('sources-25 packed audio without time stamps is in the file, and a player gets it under its own extension', async ({
  sources,
}) => {
  for (const kind of ['mp3', 'ac3', 'eac3']) {
    const name = `25-${kind}`;
    const vod = await sources.finished(name);
    expect(new Set(await listedExtensions(sources, vod, 'index.m3u8'))).toEqual(new Set([kind]));
    const file = await downloaded(sources, vod);
    expect(file).toMatch(/\.m4a$/);
    const offered = sources.of(name).offered();
    expect(Math.abs(vod.media_ms - offered.segments.length * SEGMENT_MS)).toBeLessThan(100);
    for (const from of [file, await sources.api.share(vod.uuid)]) {
      const tones = await checkAudioRecording(from, offered);
      expect(tones, from).toMatchObject({ ok: true, silent: [], wrong: [] });
    }
  }
});

test('sources-25 packed audio without time stamps beside a video is placed by the wall clock', async ({ sources }) => {
  const vod = await sources.expectWhole('25-rendition');
  const master = await (await sources.api.call(`/api/v0/vod/${vod.uuid}/index.m3u8`)).text();
  const [, uri] = /TYPE=AUDIO.*URI="([^"]+)"/.exec(master) ?? [];
  expect(new Set(await listedExtensions(sources, vod, uri!))).toEqual(new Set(['mp3']));
});

test('sources-27 silence of a source whose clock goes on is missing media, and a chapter mark', async ({ sources }) => {
  const { frames, tones, vod, file, firstSeq } = await report(sources, '27-silence', SILENCE_COUNT);
  expect(frames).toMatchObject(WHOLE);
  expect(tones).toMatchObject([{ ok: true }]);
  expect(vod.gaps.map(({ cause }) => cause)).toEqual(['source-silent']);
  expect(Math.abs(vod.missing_ms - 4000)).toBeLessThan(1500);
  const { chapters } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_chapters', '-of', 'json', file]).toString(),
  ) as { chapters: { start_time: string; tags: { title: string } }[] };
  expect(chapters.map((c) => Number(c.start_time))).toEqual([0, 12 - (firstSeq * SEGMENT_MS) / 1000]);
  expect(chapters[1]!.tags.title).toContain('s of missing media');
});
