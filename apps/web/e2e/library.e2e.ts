import { access } from 'node:fs/promises';
import path from 'node:path';
import type { CleanupPreview, Vod } from '#libs/contracts';
import type { Locator, Page } from '@playwright/test';
import type { Sim } from '#tools/provider-sim/index.js';
import type { ApiClient } from './testing/api-client.js';
import { addressOf, SHELF } from './testing/live-channels.js';
import { expect, recordingTest as test } from './testing/test.js';

const LONG_MS = 4000;

const vodsOf = (api: ApiClient, channel: string, more = ''): Promise<Vod[]> =>
  api.get<Vod[]>(`/api/v0/vod?channel=${channel}${more}`);

/**
 * Records a few seconds, and waits until the channel is off again, so that the next one is a stream of its own.
 * @returns the uuid of the VOD
 */
async function record(api: ApiClient, sim: Sim, channel: string): Promise<string> {
  const before = (await vodsOf(api, channel)).map((v) => v.uuid);
  sim.act(SHELF, { do: 'start' });
  const fresh = async (): Promise<Vod | undefined> =>
    (await vodsOf(api, channel)).find((v) => !before.includes(v.uuid));
  await expect
    .poll(async () => (await fresh())?.media_ms ?? 0, { timeout: 60_000, message: 'ms stored' })
    .toBeGreaterThan(LONG_MS);
  // Stopped by the operator: otherwise what comes next within minutes would go on in the same VOD.
  expect((await api.call(`/api/v0/jobs/capture_${SHELF}_*`, { method: 'DELETE' })).status).toBe(200);
  const { uuid } = (await fresh())!;
  await expect
    .poll(async () => (await api.vod(uuid)).is_capturing, { timeout: 60_000, message: 'being recorded' })
    .toBe(false);
  sim.act(SHELF, { do: 'end', how: 'vanish' });
  await expect.poll(async () => (await api.channel(SHELF)).is_live, { timeout: 60_000, message: 'live' }).toBe(false);
  return uuid;
}
const finished = (api: ApiClient, uuid: string) =>
  expect.poll(async () => (await api.vod(uuid)).state, { timeout: 60_000, message: 'state' }).toBe('finalized');
const missing = async (file: string): Promise<boolean> =>
  access(file).then(
    () => false,
    () => true,
  );

/** Opens a VOD's row in its channel's box. */
async function opened(page: Page, uuid: string): Promise<Locator> {
  const row = page.locator(`#vod_${uuid}`);
  const title = row.locator('.vod-row');
  // The page opens the row of its address by itself, at the same time.
  await expect(async () => {
    if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
    await expect(title).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  return row;
}
async function fromMenu(page: Page, row: Locator, entry: string): Promise<void> {
  await row.getByRole('button', { name: /^More actions for / }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('an operator edits, renames, bookmarks, archives, protects and deletes VODs, and cleans up after seeing what would go', async ({
  page,
  open,
  sim,
  folder,
}) => {
  test.setTimeout(240_000);
  const { api, installation } = open;
  const { uuid: channel } = await api.follow({ url: addressOf(sim, SHELF), name: SHELF, graceS: 1 });
  const older = await record(api, sim, channel);
  await finished(api, older);
  const second = record(api, sim, channel);
  const fileOf = async (uuid: string): Promise<string> =>
    path.join(
      folder,
      'open',
      'storage',
      'library',
      SHELF,
      (await api.vod(uuid)).files[0]!.url.split(`/${SHELF}/`)[1]!.split('/').map(decodeURIComponent).join('/'),
    );
  await page.goto(`${installation.url}/dashboard#vod_${older}`);
  const box = page.getByRole('region', { name: SHELF });
  const row = page.locator(`#vod_${older}`);

  await test.step('edit: comment, number, protection and a chapter', async () => {
    await row.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit this VOD' });
    await dialog.getByLabel('Number in season').fill('many');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('whole number');
    await dialog.getByLabel('Number in season').fill('7');
    await dialog.getByLabel('Comment').fill('The one with the heron');
    await dialog.getByRole('switch', { name: 'Protect from deletion' }).click();
    const rows = dialog.getByRole('group', { name: 'Chapters' }).getByRole('listitem');
    const before = await rows.count();
    await dialog.getByRole('button', { name: 'Add a chapter' }).click();
    await expect(rows).toHaveCount(before + 1);
    const last = rows.last();
    await last.getByPlaceholder('0:00:00').fill(before === 0 ? '0' : '0:02.5');
    await last.getByPlaceholder('Title').fill('The heron lands');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByText('The one with the heron')).toBeVisible();
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
    const vod = await api.vod(older);
    expect(vod).toMatchObject({ comment: 'The one with the heron', stream_number: 7, prevent_deletion: true });
    expect(vod.chapters.at(-1)).toMatchObject({ title: 'The heron lands' });
  });

  await test.step('bookmark: a moment by its time, and gone again', async () => {
    await row.getByLabel('Position', { exact: true }).fill('0:03.5');
    await row.getByLabel('Name', { exact: true }).fill('Wings');
    await row.getByRole('button', { name: 'Add bookmark', exact: true }).click();
    await expect(row.getByRole('link', { name: 'Watch from 0:00:03' })).toBeVisible();
    await expect.poll(async () => (await api.vod(older)).bookmarks).toMatchObject([{ name: 'Wings', offset: 3.5 }]);
    await row.getByRole('button', { name: 'Remove Wings' }).click();
    await expect(row.getByText('Wings')).toBeHidden();
    await expect.poll(async () => (await api.vod(older)).bookmarks).toEqual([]);
  });

  await test.step('rename: with a preview, and the file follows', async () => {
    const before = await fileOf(older);
    await fromMenu(page, row, 'Rename…');
    const dialog = page.getByRole('dialog', { name: 'Rename this VOD' });
    await dialog.getByLabel('Name', { exact: true }).fill('heron_');
    await dialog.getByRole('button', { name: '{episode}', exact: true }).click();
    await expect(dialog.getByText('heron_07', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await api.vod(older)).basename).toBe('heron_07');
    await expect(row.getByText('heron_07.mp4').first()).toBeVisible();
    // The library follows what the rows say.
    await expect
      .poll(async () => [await missing(before), await missing(await fileOf(older))], {
        message: 'old and new are missing',
      })
      .toEqual([true, false]);
  });

  await test.step('archive and back: out of the list, and found where the archived are', async () => {
    await fromMenu(page, row, 'Archive');
    await expect(row).toBeHidden();
    await expect.poll(async () => (await vodsOf(api, channel, '&archived=1')).map((v) => v.uuid)).toEqual([older]);
    await page.getByRole('button', { name: 'Archived', exact: true }).click();
    const found = await opened(page, older);
    await fromMenu(page, found, 'Unarchive');
    await expect.poll(async () => (await api.vod(older)).archived_at).toBeNull();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(row).toBeVisible();
  });

  const newer = await second;
  await finished(api, newer);
  await test.step('clean up: what is protected is spared and says so; without it the oldest goes, and its file', async () => {
    expect((await api.call(`/api/v0/channels/${channel}`, { method: 'PUT', body: { max_vods: 1 } })).status).toBe(200);
    const file = await fileOf(older);
    await box.getByRole('button', { name: `Clean up ${SHELF}` }).click();
    const dialog = page.getByRole('dialog', { name: `Clean up ${SHELF}` });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'heron_07' })).toContainText('protected');
    await expect(dialog.getByRole('button', { name: /^Delete/ })).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(
      (await api.call(`/api/v0/vod/${older}`, { method: 'POST', body: { prevent_deletion: false, comment: '' } }))
        .status,
    ).toBe(200);
    await box.getByRole('button', { name: `Clean up ${SHELF}` }).click();
    await expect(dialog.getByRole('row').filter({ hasText: 'heron_07' })).toContainText('too many');
    expect((await api.get<CleanupPreview>(`/api/v0/channels/${channel}/cleanup`)).goes.map((g) => g.uuid)).toEqual([
      older,
    ]);
    await dialog.getByRole('button', { name: /^Delete 1 VOD/ }).click();
    await expect(row).toBeHidden();
    await expect.poll(async () => (await vodsOf(api, channel)).map((v) => v.uuid)).toEqual([newer]);
    await expect.poll(() => missing(file)).toBe(true);
  });

  await test.step('delete: the last one goes, and the box is empty', async () => {
    const last = await opened(page, newer);
    await last.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(box.getByText('No VODs')).toBeVisible();
    await expect.poll(async () => (await api.call(`/api/v0/vod/${newer}`)).status).toBe(404);
  });
});
