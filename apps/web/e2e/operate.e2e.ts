import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Channel, Job, SettingsFile, SettingsView, SpaceRoot, Task, Vod } from '#libs/contracts';
import type { Page } from '@playwright/test';
import type { ApiClient } from './testing/api-client.js';
import type { Sim } from '#tools/provider-sim/index.js';
import { addressOf, BRIEF, DESK } from './testing/live-channels.js';
import { expect, recordingTest as test } from './testing/test.js';

interface SpaceRoots {
  readonly roots: readonly SpaceRoot[];
}

const settingsOf = async (api: ApiClient): Promise<SettingsView['config']> =>
  (await api.get<SettingsView>('/api/v0/settings')).config;

/** Opens the settings at one of them; without one they begin at their top, wherever they were left at one. */
async function openSetting(page: Page, url: string, key: string) {
  await page.goto(`${url}/settings/config`);
  await expect(page.getByRole('searchbox')).toBeInViewport();
  await page.goto(`${url}/settings/config?showsetting=${key}`);
  const row = page.locator(`[id="setting-${key}"]`);
  await expect(row).toHaveClass(/setting-shown/);
  await expect(row).toBeInViewport();
  return row;
}

const save = (page: Page) => page.getByRole('button', { name: /^Save \d/ }).click();

test('a setting is found, changed and acts at once; a wrong one is refused on its field and stores nothing', async ({
  page,
  open,
}) => {
  const { api, installation } = open;
  const before = await settingsOf(api);
  await test.step('words find it, and the message of the day changes', async () => {
    await page.goto(`${installation.url}/settings/config`);
    await page.getByRole('searchbox').fill('name of this installation');
    await expect(page.locator('.setting')).toHaveCount(1);
    await page.getByLabel('Name of this installation').fill('Harbour house');
    await save(page);
    await expect(page.locator('.brand').first()).toContainText('Harbour house');
    expect((await settingsOf(api))['app_name']).toBe('Harbour house');
  });
  await test.step('the default comes back by its button', async () => {
    const row = await openSetting(page, installation.url, 'app_name');
    await row.getByRole('button', { name: 'Default: Vodkeep' }).click();
    await save(page);
    await expect(page.locator('.brand').first()).toContainText('Vodkeep');
    expect(await settingsOf(api)).toEqual(before);
  });
  await test.step('a template with an unknown variable', async () => {
    const row = await openSetting(page, installation.url, 'filename_vod_folder');
    const input = row.getByLabel('Folder of VODs');
    await input.fill('{internalName}/');
    await row.getByRole('button', { name: '{year}' }).click();
    await expect(input).toHaveValue('{internalName}/{year}');
    await expect(row.getByText('Example name of a VOD')).toBeVisible();
    await expect(row.locator('.name-preview .mono')).toHaveText(/\/\d{4}\//);
    await input.fill('{nobody}');
    await expect(row.getByText('contains the unknown variable {nobody}').first()).toBeVisible();
    await save(page);
    await expect(input).toHaveAccessibleDescription(/unknown variable \{nobody\}/);
    expect(await settingsOf(api)).toEqual(before);
  });
});

test('settings leave as a file, and come back after a look at what they would change', async ({ page, open }) => {
  const { api, installation } = open;
  await page.goto(`${installation.url}/settings/config`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^vodkeep-settings-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as SettingsFile;
  const before = await settingsOf(api);
  const give = (settings: SettingsFile['settings']) =>
    page.getByLabel('Settings file').setInputFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, settings })),
    });
  const dialog = page.getByRole('dialog', { name: 'Import settings' });

  await give({ ...file.settings, motd: 'From the file' });
  await expect(dialog.getByRole('row').filter({ hasText: 'motd' })).toContainText('From the file');
  expect(await settingsOf(api), 'a look changes nothing').toEqual(before);
  await dialog.getByRole('button', { name: 'Import this file' }).click();
  await expect(dialog).toBeHidden();
  expect((await settingsOf(api))['motd']).toBe('From the file');

  await give({ ...file.settings, motd: before['motd'] });
  await dialog.getByRole('button', { name: 'Import this file' }).click();
  await expect(dialog).toBeHidden();
  expect(await settingsOf(api)).toEqual(before);
});

test('the disks and their write limit are shown; below it nothing begins, the page and a notice say so, and it ends by itself', async ({
  page,
  open,
}) => {
  const { api, installation } = open;
  const disk = page.getByRole('row').filter({ hasText: 'Storage' });
  await page.goto(`${installation.url}/about`);
  await expect(disk).toContainText('ok');
  const [before] = (await api.get<SpaceRoots>('/api/v0/space/roots')).roots;
  const tooMuch = ((before?.free ?? 0) + (before?.total ?? 0)) / 2e9;
  try {
    await api.set({ 'storage.gate_gb': tooMuch });
    await expect(disk).toContainText('New recordings wait');
    await page.goto(`${installation.url}/dashboard`);
    const notice = page.getByRole('region', { name: 'Needs attention' }).getByText('Storage: the disk is almost full');
    await expect(notice).toBeVisible();
  } finally {
    await api.set({ 'storage.gate_gb': null });
  }
  await page.goto(`${installation.url}/about`);
  await expect(disk).toContainText('ok');
});

test('what clean-up does by itself is shown, and leads to its settings', async ({ page, open }) => {
  const { api, installation } = open;
  await api.set({ 'schedule.cron.clean_up': '0 4 * * *' });
  try {
    await page.goto(`${installation.url}/tools`);
    const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(rule('After each recording')).toContainText('off');
    await expect(rule('On schedule')).toContainText('on');
    await rule('When space for recordings is missing').getByRole('link').click();
    await expect(page.locator('[id="setting-cleanup.make_room"]')).toBeInViewport();
  } finally {
    await api.set({ 'schedule.cron.clean_up': null });
  }
});

test('the log is read by day, service, level and words, follows without repeating a line, and opens what a line carries', async ({
  page,
  open,
  folder,
}) => {
  const { api, installation } = open;
  await page.goto(`${installation.url}/log`);
  const log = page.getByRole('log');
  await expect(log.locator('.log-row').first()).toBeVisible();
  await test.step('words that nothing holds find nothing yet; the line that comes later appears by itself, once', async () => {
    await page.getByRole('searchbox').fill('operate-story.txt');
    await expect(log.getByText('No lines.')).toBeVisible();
    const stray = path.join(folder, 'open', 'storage', 'library', 'operate-story.txt');
    await mkdir(path.dirname(stray), { recursive: true });
    await writeFile(stray, 'belongs to nothing');
    expect((await api.call('/api/v0/files?path=storage&name=operate-story.txt', { method: 'DELETE' })).status).toBe(
      200,
    );
    await expect(log.locator('.log-row')).toHaveCount(1);
    const storedSetting = async (): Promise<unknown> =>
      (await page.waitForResponse((answer) => answer.url().includes('/api/v0/log?'))).json();
    await storedSetting();
    await storedSetting();
    await expect(log.locator('.log-row')).toHaveCount(1);
    await page.getByRole('searchbox').fill('');
  });
  await test.step('a click on a module shows its lines only, a click on a text what it carries', async () => {
    await expect.poll(() => log.locator('.log-row').count()).toBeGreaterThan(1);
    // Without Follow, the list does not move under the pointer.
    await page.getByRole('switch', { name: 'Follow' }).click();
    const module = await log.locator('.log-module').first().innerText();
    // Lines of an answer that is still under way may move the list between press and release.
    await expect(async () => {
      await log.locator('.log-module').getByText(module, { exact: true }).first().click({ timeout: 2000 });
      await expect(page.getByRole('button', { name: `only ${module}` })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    await expect.poll(async () => [...new Set(await log.locator('.log-module').allInnerTexts())]).toEqual([module]);
    await log.locator('.log-line button').first().click();
    await expect(log.locator('pre').first()).toContainText('"service"');
  });
});

/** A finished VOD whose jobs may be stopped. */
async function deskVod(api: ApiClient, sim: Sim): Promise<Vod> {
  const { streamer_list: channels } = await api.get<{ streamer_list: Channel[] }>('/api/v0/channels');
  if (!channels.some(({ internalName }) => internalName === DESK)) {
    await api.follow({ url: addressOf(sim, DESK), name: DESK, graceS: 1 });
    sim.act(DESK, { do: 'start' });
    await api.grown(DESK, 2000);
    sim.act(DESK, { do: 'end', how: 'endlist' });
  }
  return api.finished(DESK);
}

test('a job is stopped, tried again, ends, and is cleared from the list', async ({ page, open, sim }) => {
  const { api, installation } = open;
  await api.follow({ url: addressOf(sim, DESK), name: DESK, graceS: 1 });
  sim.act(DESK, { do: 'start' });
  await api.grown(DESK, 2000);
  installation.kill('converter', 'SIGTERM', { stayDown: true });
  let down = true;
  try {
    sim.act(DESK, { do: 'end', how: 'endlist' });
    const { uuid } = await api.vodOf(DESK);
    await page.goto(`${installation.url}/jobs`);
    const waiting = async (): Promise<Job | undefined> =>
      (await api.get<Job[]>('/api/v0/jobs')).find((job) => job.vod_uuid === uuid && job.kind === 'convert');
    await expect.poll(async () => (await waiting())?.status, { timeout: 30_000 }).toBe('WAITING');
    const { name } = (await waiting())!;
    const row = page.locator('.job').filter({ has: page.locator(`[title="${name}"]`) });
    await row.getByRole('button', { name: 'Stop this job' }).click();
    await expect(row.getByText('ended')).toBeVisible();
    await row.getByRole('button', { name: 'Try again' }).click();
    await expect(row.getByText('waiting', { exact: true })).toBeVisible();
    down = false;
    await installation.restart('converter');
    await api.finished(DESK);
    await page.getByLabel('By name').fill(name);
    await page.getByRole('button', { name: 'Clear 1', exact: true }).click();
    await expect(row).toBeHidden();
    await expect.poll(waiting).toBeUndefined();
  } finally {
    if (down) await installation.restart('converter');
  }
});

test('integrity-6 a VOD that is converted again keeps its file until the next one is made, which replaces it in the library', async ({
  page,
  open,
  sim,
  recordings,
}) => {
  const { api, installation } = open;
  await recordings.briefEnded;
  for (const name of Object.values(BRIEF)) await api.finished(name);
  const before = await deskVod(api, sim);
  const library = path.join(installation.dataDir, 'storage/library', DESK);
  const inLibrary = async (): Promise<string[]> =>
    (await readdir(library, { recursive: true })).filter((name) => /\.m[pk][4v]$/.test(name));
  const [old = ''] = await inLibrary();
  const convert = async (): Promise<Job> => {
    expect((await api.call(`/api/v0/vod/${before.uuid}/convert`, { method: 'POST' })).status).toBe(200);
    const job = (await api.get<Job[]>('/api/v0/jobs')).find(
      ({ vod_uuid: uuid, kind }) => uuid === before.uuid && kind === 'convert',
    );
    return job!;
  };
  await api.set({ vod_container: 'mkv' });
  installation.kill('converter', 'SIGTERM', { stayDown: true });
  try {
    const { name } = await convert();
    await page.goto(`${installation.url}/jobs`);
    const row = page.locator('.job').filter({ has: page.locator(`[title="${name}"]`) });
    await row.getByRole('button', { name: 'Stop this job' }).click();
    await expect(row.getByText('ended')).toBeVisible();
  } finally {
    await installation.restart('converter');
  }
  const { state, files, media_ms } = before;
  expect(await api.vod(before.uuid)).toMatchObject({ state, files, media_ms });
  await convert();
  await api.set({ vod_container: 'mp4' });
  await expect.poll(async () => (await api.vod(before.uuid)).files[0]?.basename, { timeout: 60_000 }).toMatch(/mkv$/);
  await expect.poll(inLibrary).toEqual([old.replace(/mp4$/, 'mkv')]);
});

test('the self-test records through the whole chain, and leaves nothing', async ({ page, open }) => {
  const { api, installation } = open;
  const selfTest = async () => (await api.get<Task[]>('/api/v0/tasks')).find(({ name }) => name === 'self_test');
  const channels = async () =>
    (await api.get<{ streamer_list: Channel[] }>('/api/v0/channels')).streamer_list.map(({ uuid }) => uuid);
  const before = await channels();
  await page.goto(`${installation.url}/settings/tasks`);
  await page.getByRole('button', { name: 'Run now: Self-test' }).click();
  const ended = { runs: 1, running: false, result: 'ok', outcome: expect.stringMatching(/^Recorded, converted/) };
  await expect.poll(selfTest, { timeout: 110_000 }).toMatchObject(ended);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Self-test' })).toContainText(
    'Recorded, converted and verified',
  );
  expect(await channels()).toEqual(before);
  const files = await readdir(path.join(installation.dataDir, 'storage'), { recursive: true });
  expect(files.filter((file) => file.includes('selftest'))).toEqual([]);
});
