import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Vod } from '#libs/contracts';
import { checkRecording, type RecordingReport } from '#tools/provider-sim/frames/index.js';
import { TRUNCATED } from '#tools/provider-sim/sources/index.js';
import { expect, test } from './testing/sources-test.js';

type Sources = Parameters<Parameters<typeof test>[2]>[0]['sources'];

const FRAMES = 60;
const HALF_MS = 1000;
const WHOLE = { lost: [], doubled: [], swapped: [], foreign: [], unreadable: [] };

/** Compares all files of a VOD with its source. */
async function report({ api, folder, of }: Sources, { files }: Vod, name: string): Promise<RecordingReport> {
  const paths: string[] = [];
  for (const { basename, url } of files) {
    const file = path.join(folder, basename);
    await writeFile(file, Buffer.from(await (await api.call(new URL(url, api.url).pathname)).arrayBuffer()));
    paths.push(file);
  }
  return checkRecording(paths, of(name).offered(), { endToleranceMs: 250 });
}

/** What the playlist of a VOD lists: each init section with the segments behind it. */
async function playedByMap({ api }: Sources, { uuid }: Vod): Promise<Buffer[][]> {
  const base = `/api/v0/vod/${uuid}/`;
  const played: Buffer[][] = [];
  for (const line of (await (await api.call(`${base}index.m3u8`)).text()).split('\n')) {
    const [, init] = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line) ?? [];
    if (init !== undefined) played.push([]);
    const uri = init ?? (line.startsWith('#') || line === '' ? null : line);
    if (uri !== null) played.at(-1)?.push(Buffer.from(await (await api.call(base + uri)).arrayBuffer()));
  }
  return played;
}

/**
 * Nothing but the second halves of these segments may be missing. The last frame that was received of each may lack its
 * end, so that its picture is that of another one.
 */
function expectLostEnds({ frames }: RecordingReport, segments: readonly number[]): void {
  expect(frames).toMatchObject({ swapped: [], foreign: [] });
  for (const { first, count } of [...frames.lost, ...frames.doubled]) {
    const n = Math.floor(first / FRAMES);
    expect(segments, `frames ${String(first)} to ${String(first + count - 1)}`).toContain(n);
    expect(first - n * FRAMES).toBeGreaterThan(FRAMES / 4);
    expect(first + count).toBeLessThanOrEqual((n + 1) * FRAMES);
  }
  expect(frames.lost.length).toBeGreaterThan(0);
  expect(frames.doubled.length).toBeLessThanOrEqual(segments.length);
}

/** Each gap of `truncated` is about as long as the missing half of a segment. */
function expectTruncated({ gaps, missing_ms: missing, parts }: Vod, count: number): void {
  expect(gaps.map(({ cause }) => cause)).toEqual(Array.from({ length: count }, () => 'truncated'));
  for (const { durMs } of gaps) expect(Math.abs(durMs - HALF_MS)).toBeLessThan(HALF_MS / 2);
  expect(missing).toBe(gaps.reduce((sum, { durMs }) => sum + durMs, 0));
  expect(parts[0]?.notices).toMatchObject([{ code: 'segment-truncated', count }]);
}

test('integrity-2 a segment without its end is fetched again, else what was received is kept, and the rest is a gap', async ({
  sources,
  page,
}) => {
  const vod = await sources.finished('i2-ts');
  expectTruncated(vod, 2);
  expectLostEnds(await report(sources, vod, 'i2-ts'), [TRUNCATED.kept, TRUNCATED.last]);
  const playlist = await (await sources.api.call(`/api/v0/vod/${vod.uuid}/index.m3u8`)).text();
  expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  await page.goto(`${sources.api.url}/vod/${vod.uuid}`);
  await expect(page.getByText('A segment came without its end.').first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'incomplete when received' }).first()).toBeVisible();
});

test('integrity-2 a truncated segment of fMP4 costs the VOD only its missing end', async ({ sources }) => {
  const vod = await sources.finished('i2-fmp4');
  expectTruncated(vod, 1);
  expectLostEnds(await report(sources, vod, 'i2-fmp4'), [TRUNCATED.kept]);
});

test('integrity-4 another init section at the same address is recorded as one, and both decode', async ({
  sources,
}) => {
  for (const name of ['i4-marked', 'i4-unmarked']) {
    const vod = await sources.finished(name);
    expect(vod.files, name).toHaveLength(2);
    expect((await report(sources, vod, name)).frames, name).toMatchObject({ ok: true, ...WHOLE });
    const inits = sources.of(name).calls.filter((call) => call.path.endsWith('/init.mp4'));
    expect(inits.length, `requests for the init section of ${name}`).toBeLessThanOrEqual(6);

    const played = await playedByMap(sources, vod);
    expect(played, name).toHaveLength(2);
    const files = played.map((_, i) => path.join(sources.folder, `played-${name}-${String(i)}.mp4`));
    for (const [i, file] of files.entries()) await writeFile(file, Buffer.concat(played[i]!));
    const got = await checkRecording(files, sources.of(name).offered(), { endToleranceMs: 250 });
    expect(got.frames, name).toMatchObject({ ok: true, ...WHOLE });
  }
});
