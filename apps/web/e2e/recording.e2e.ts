import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { addressOf, SPINE } from './testing/live-channels.js';
import { expect, test } from './testing/test.js';
import { PlayerDriver } from './testing/player-driver.js';
import { expectWholeRecording } from './testing/whole-recording.js';

/** Of a drop: a busy machine takes its time to show it, to see the stream again and to store of it. */
const GRACE_S = 60;
/** Three segments, and what came since. */
const LIVE_BEHIND_S = 8;
const BEFORE_DROP_MS = 14_000;
const AFTER_DROP_MS = 26_000;

async function addOnThePage(page: Page, url: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await dialog.getByLabel('Link or name').fill(url);
  await dialog.getByLabel('Folder name').fill(SPINE);
  await dialog.getByRole('button', { name: 'More options' }).click();
  await dialog.getByLabel('Wait for a dropped stream').fill(String(GRACE_S));
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(dialog).toBeHidden();
}

test('a channel added on the page goes live, is watched while it grows, drops and returns, ends, and is an mp4 with every frame', async ({
  page,
  open,
  sim,
  folder,
}) => {
  test.setTimeout(200_000);
  const { api, installation } = open;
  const video = new PlayerDriver(page);

  await test.step('the channel is added, goes live, and its tile appears by itself', async () => {
    await page.goto(installation.url);
    await addOnThePage(page, addressOf(sim, SPINE));
    await expect(page.getByRole('region', { name: SPINE }).getByText('No VODs')).toBeVisible();
    sim.act(SPINE, { do: 'start' });
    const tile = page
      .getByRole('article')
      .filter({ hasText: /\bREC\b/ })
      .filter({ hasText: SPINE });
    await expect(tile).toBeVisible();
    await expect
      .poll(() => tile.locator('img').evaluate((img) => Number(Reflect.get(img, 'naturalWidth'))), {
        timeout: 60_000,
        message: 'a picture out of the running recording',
      })
      .toBeGreaterThan(0);
    await tile.getByRole('link', { name: 'Watch from the start' }).click();
  });

  await test.step('it plays from its start while it grows, and goes to live', async () => {
    await video.play();
    expect((await video.status()).time).toBeLessThan(6);
    await video.expectMoving();
    await video.expectGrowing();
    await api.grown(SPINE, BEFORE_DROP_MS);
    await video.seek(0);
    await page.getByRole('button', { name: 'Go to live' }).click();
    await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible();
    expect((await video.status()).time).toBeGreaterThan(BEFORE_DROP_MS / 1000 - LIVE_BEHIND_S);
  });

  await test.step('the source drops, the page says so, and it goes on in the same VOD when it returns', async () => {
    sim.act(SPINE, { do: 'drop', answer: '404' });
    await expect(page.locator('.watch-head')).toContainText('dropped', { timeout: 30_000 });
    sim.act(SPINE, { do: 'resume' });
    await expect(page.locator('.watch-head')).toContainText('capturing');
    await api.grown(SPINE, AFTER_DROP_MS);
    await video.expectGrowing();
    await api.setGrace(SPINE);
  });

  await test.step('the player survives the end of the recording: the length is final, and it plays to it (P63)', async () => {
    sim.act(SPINE, { do: 'end', how: 'endlist' });
    const vod = await api.finished(SPINE);
    await expect(page.locator('.player-live')).toBeHidden();
    await expect
      .poll(async () => Math.abs((await video.status()).duration - vod.media_ms / 1000), {
        message: 'length played against length stored',
      })
      .toBeLessThan(0.2);
    await expect
      .poll(async () => (await video.status()).ended, { message: 'played to the end', timeout: 30_000 })
      .toBe(true);
    await expect(page.locator('.player [role=alert]')).toBeHidden();
  });

  await test.step('the file holds every frame once, in order, with its sound', async () => {
    const vod = await api.finished(SPINE);
    expect(vod.parts).toHaveLength(2);
    expect(vod.gaps.map(({ cause }) => cause)).toEqual(['source-silent']);
    await expectWholeRecording(vod, sim.log().channels[SPINE]!, { api, folder });
    expect(vod.files[0]!.basename).toMatch(/\.mp4$/);
    const retained = path.join(
      installation.env['VODKEEP_STORAGE_DIR']!,
      'library',
      SPINE,
      vod.basename,
      vod.files[0]!.basename,
    );
    expect((await stat(retained)).size).toBe(vod.files[0]!.size);
  });
});
