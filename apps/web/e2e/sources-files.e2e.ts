import path from 'node:path';
import { checkRecording } from '#tools/provider-sim/frames/index.js';
import { PlayerDriver } from './testing/player-driver.js';
import { runPlayer } from './testing/run-player.js';
import { runSql } from './testing/run-sql.js';
import { expect, test } from './testing/sources-test.js';

const WHOLE = { ok: true, lost: [], doubled: [], swapped: [], foreign: [], unreadable: [] };
const WIDTHS = [320, 640];

test('integrity-9 a VOD of several files plays from file to file after its segments are gone', async ({
  sources,
  page,
}) => {
  const { api, installation, folder } = sources;
  const { uuid, files, media_ms: mediaMs } = await sources.finished('i9-two-formats');
  expect(files.map(({ start_ms: start }) => start)).toEqual([0, files[0]?.end_ms]);
  const copied = await api.share(uuid);
  await runSql(installation, 'UPDATE vod SET segments_gone = true WHERE uuid = $1', [uuid]);

  await test.step('the copied player address lists files that play without a cookie, with every frame once', async () => {
    const list = await (await fetch(copied)).text();
    const addresses = list.split('\n').filter((line) => line.startsWith('http'));
    const played = addresses.map((_, at) => path.join(folder, `i9-${String(at)}.mkv`));
    for (const [at, file] of played.entries())
      await runPlayer('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', addresses[at]!, '-c', 'copy', file]);
    const report = await checkRecording(played, sources.of('i9-two-formats').offered(), { endToleranceMs: 250 });
    expect(report.frames).toMatchObject(WHOLE);
  });

  await test.step('the page plays them as one video, and seeks across them', async () => {
    const video = new PlayerDriver(page);
    const second = (files[1]?.start_ms ?? 0) / 1000;
    await page.goto(`${api.url}/vod/${uuid}`);
    await video.play();
    await expect.poll(async () => (await video.status()).width, { message: 'width' }).toBe(WIDTHS[0]);
    expect(await video.status()).toMatchObject({ duration: files[1]!.end_ms / 1000, error: '' });
    expect(Math.abs(files[1]!.end_ms - mediaMs)).toBeLessThan(100);
    await video.seek(second - 1);
    await expect.poll(async () => (await video.status()).time, { message: 'position' }).toBeGreaterThan(second + 1);
    await expect.poll(async () => (await video.status()).width, { message: 'width' }).toBe(WIDTHS[1]);
    expect(await video.status()).toMatchObject({ paused: false, error: '' });
    await video.seek(1);
    await expect.poll(async () => (await video.status()).width, { message: 'width' }).toBe(WIDTHS[0]);
    await expect.poll(async () => (await video.status()).time, { message: 'position' }).toBeGreaterThan(2);
    await video.seek(mediaMs / 1000 - 1);
    await expect.poll(async () => (await video.status()).ended, { message: 'played to the end' }).toBe(true);
  });
});

test('integrity-7 a stream without the chosen quality is recorded in the next lower one, or not, with the reason', async ({
  sources: { api, expectWhole },
}) => {
  const { uuid, stream_resolution: recorded } = await expectWhole('i7-next-lower');
  expect(recorded).toBe('720p');
  const day = new Date().toISOString().slice(0, 10);
  const { lines } = await api.get<{ readonly lines: readonly unknown[] }>(
    `/api/v0/log?dateFrom=${day}&q=${encodeURIComponent('i7-next-lower: records')}`,
  );
  expect(lines).toContainEqual(
    expect.objectContaining({
      message: 'i7-next-lower: records 720p (1280x720)',
      metadata: expect.objectContaining({ vod: uuid, wanted: ['1080p', '900p'], offered: ['360p', '720p'] }),
    }),
  );
  const { uuid: refused } = await api.vodOf('i7-not-recorded');
  await expect.poll(async () => (await api.vod(refused)).state, { timeout: 60_000 }).toBe('failed');
  expect(await api.vod(refused)).toMatchObject({
    media_ms: 0,
    state_reason: expect.stringMatching(/1080p.*900p.*720p.*360p/),
  });
});
