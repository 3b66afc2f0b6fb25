import path from 'node:path';
import { allFrames, checkFrames, expectedFrames } from '#tools/provider-sim/frames/index.js';
import { BRIEF, HARBOUR } from './testing/live-channels.js';
import { PLAYERS, runPlayer } from './testing/run-player.js';
import { expect, recordingTest as test } from './testing/test.js';
import { PlayerDriver } from './testing/player-driver.js';

const TAKE_S = 8;
/** Players cut at a packet; the last few frames may lack one that is shown before them. */
const SURE_FRAMES = (TAKE_S - 1) * 30;

test.beforeAll(async ({ open, recordings }) => {
  await open.api.grown(HARBOUR, TAKE_S * 1000);
  await recordings.briefEnded;
});

for (const [player, take] of Object.entries(PLAYERS)) {
  test(`${player} plays a growing VOD from its first frame, by a signed address without a cookie`, async ({
    open,
    folder,
  }) => {
    const to = path.join(folder, `growing-${player}.ts`);
    await take({ url: await open.api.share((await open.api.vodOf(HARBOUR)).uuid), to, seconds: TAKE_S });
    expect((await open.api.vodOf(HARBOUR)).state).toBe('capturing');
    const numbers = (await allFrames(to)).map(({ number }) => number);
    expect(numbers.slice(0, SURE_FRAMES)).toEqual(Array.from({ length: SURE_FRAMES }, (_, at) => at));
  });

  for (const name of Object.values(BRIEF)) {
    test(`${player} plays all of a finished VOD (${name})`, async ({ open, folder, sim }) => {
      const to = path.join(folder, `${name}-${player}.${name === BRIEF.ts ? 'ts' : 'mp4'}`);
      await take({ url: await open.api.share((await open.api.finished(name)).uuid), to });
      const offered = sim.log().channels[name]!;
      expect(
        checkFrames({ ranges: expectedFrames(offered), sourceFrames: offered.sourceFrames }, await allFrames(to)),
      ).toMatchObject({ ok: true, lost: [], doubled: [], swapped: [] });
    });
  }
}

for (const name of Object.values(BRIEF)) {
  test(`ffprobe reads the length of a finished VOD (${name}) off its playlist`, async ({ open }) => {
    const vod = await open.api.finished(name);
    const length = await runPlayer('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      await open.api.share(vod.uuid),
    ]);
    expect(Math.abs(Number(length) * 1000 - vod.media_ms)).toBeLessThan(100);
  });

  test(`Chromium plays a finished VOD (${name}) to its end`, async ({ open, page }) => {
    const vod = await open.api.finished(name);
    const video = new PlayerDriver(page);
    await page.goto(`${open.installation.url}/vod/${vod.uuid}`);
    await video.play();
    await video.expectMoving();
    expect(Math.abs((await video.status()).duration * 1000 - vod.media_ms)).toBeLessThan(200);
    await video.seek(vod.media_ms / 1000 - 3);
    await expect.poll(async () => (await video.status()).ended, { message: 'played to the end' }).toBe(true);
  });
}

test('integrity-9 at double speed the player returns to normal speed at the live edge', async ({ open, page }) => {
  const { uuid } = await open.api.vodOf(HARBOUR);
  const video = new PlayerDriver(page);
  await page.goto(`${open.installation.url}/vod/${uuid}`);
  await video.play();
  await video.seek(0);
  await video.setRate(2);
  await video.expectMoving();
  expect((await video.status()).rate).toBe(2);
  await video.seek((await video.status()).seekableEnd - 1);
  await expect.poll(async () => (await video.status()).rate, { message: 'speed at the live edge' }).toBe(1);
  await video.expectMoving();
});

test('Chromium plays a growing VOD and sees it grow', async ({ open, page }) => {
  const { uuid } = await open.api.vodOf(HARBOUR);
  const video = new PlayerDriver(page);
  await page.goto(`${open.installation.url}/vod/${uuid}`);
  await video.play();
  await video.expectMoving();
  await video.expectGrowing();
});
