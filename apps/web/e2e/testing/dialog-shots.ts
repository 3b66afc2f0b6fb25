import type { SettingsFile } from '#libs/contracts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { PastSpec } from '#tools/provider-sim/index.js';
import type { OpenInstallation } from './open-installation.js';

/** Past videos and clips at the simulated site of the channel in the dialogs. */
export const PAST: PastSpec = {
  videos: [
    {
      id: '2500000001',
      title: 'Endgames, slowly',
      agoS: 86_400,
      seconds: 5_400,
      viewCount: 1_804,
      muted: [
        { from: 30, count: 6 },
        { from: 60, count: 3 },
      ],
    },
    { id: '2500000002', title: 'Blitz until midnight', agoS: 259_200, seconds: 7_260, viewCount: 812 },
    {
      id: '2500000003',
      title: 'Best of the autumn open',
      kind: 'highlight',
      agoS: 864_000,
      seconds: 900,
      viewCount: 240,
    },
  ],
  clips: [
    {
      id: 'QuietRookOneMove',
      title: 'One move from the end',
      creator: 'mossy_oar',
      agoS: 40_000,
      seconds: 24,
      viewCount: 96,
      videoId: '2500000001',
      offsetS: 900,
    },
    {
      id: 'LongGoneKnight',
      title: 'The knight nobody saw',
      creator: 'tidy_rope',
      agoS: 2_600_000,
      seconds: 12,
      viewCount: 7,
    },
  ],
};

/** Login or internal name of the channels with one finished VOD each: one of a site, one of a plain address. */
export interface Shown {
  readonly installation: OpenInstallation;
  readonly site: string;
  readonly plain: string;
}
/**
 * Brings a page to the state to show.
 * @returns a function that restores the state after the screenshot
 */
export type Shot<Where> = (page: Page, where: Where) => Promise<(() => Promise<void>) | undefined>;
type DialogShot = Shot<Shown>;

/** Opens a VOD's row on the dashboard. */
async function rowOf(page: Page, { installation: { api, installation }, site }: Shown): Promise<Locator> {
  const { uuid } = await api.vodOf(site);
  // The page scrolls to the place in its address only after a full load.
  await page.goto('about:blank');
  await page.goto(`${installation.url}/dashboard#vod_${uuid}`);
  const row = page.locator(`#vod_${uuid}`);
  const title = row.locator('.vod-row');
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
  return row;
}

const ofVod =
  (entry: string): DialogShot =>
  async (page, shown) => {
    await (await rowOf(page, shown)).getByRole('button', { name: /^More actions for / }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog').getByRole('button').last()).toBeVisible();
    return undefined;
  };

const ofChannel =
  (which: 'site' | 'plain', entry: string, ready: (page: Page) => Locator): DialogShot =>
  async (page, shown) => {
    const { displayName, uuid } = await shown.installation.api.channel(shown[which]);
    await page.goto('about:blank');
    await page.goto(`${shown.installation.installation.url}/dashboard#streamer_${uuid}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: `More actions for ${displayName}`, exact: true })
      .click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await expect(ready(page)).toBeVisible();
    return undefined;
  };
const dialogText =
  (text: string) =>
  (page: Page): Locator =>
    page.getByRole('dialog').getByText(text).first();
const question = (page: Page): Locator => page.getByRole('alertdialog');

/** The dialogs of the library, each open and without an answer. */
export const DIALOG_SHOTS: Readonly<Record<string, DialogShot>> = {
  'edit-vod': async (page, shown) => {
    await (await rowOf(page, shown)).getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog').getByLabel('Comment')).toBeVisible();
    return undefined;
  },
  'rename-vod': ofVod('Rename…'),
  'delete-vod': async (page, shown) => {
    await (await rowOf(page, shown)).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(question(page)).toBeVisible();
    return undefined;
  },
  'archived-vods': async (page, shown) => {
    const { uuid } = await shown.installation.api.vodOf(shown.plain);
    const put = async (verb: 'archive' | 'unarchive'): Promise<void> => {
      expect((await shown.installation.api.call(`/api/v0/vod/${uuid}/${verb}`, { method: 'POST' })).status).toBe(200);
      await expect
        .poll(async () => (await shown.installation.api.vod(uuid)).archived_at === null, {
          timeout: 60_000,
          message: `${verb} is done`,
        })
        .toBe(verb === 'unarchive');
    };
    await put('archive');
    await page.goto('about:blank');
    await page.goto(`${shown.installation.installation.url}/dashboard?archived=1`);
    const found = page.locator(`#vod_${uuid}`);
    await expect(found).toBeVisible({ timeout: 30_000 });
    // Images of running recordings load above it and move it.
    await expect(async () => {
      await found.scrollIntoViewIfNeeded();
      await expect(found).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    return () => put('unarchive');
  },
  'bookmarks': async (page, shown) => {
    const row = await rowOf(page, shown);
    await row.getByLabel('Position', { exact: true }).fill('0:30');
    await row.getByLabel('Name', { exact: true }).fill('The knight falls');
    await row.getByRole('button', { name: 'Add bookmark', exact: true }).scrollIntoViewIfNeeded();
    return undefined;
  },
  'download-vod': ofVod('Download VOD from the site…'),
  'download-chat': ofVod('Download chat from the site…'),
  'site-videos': ofChannel('site', 'Videos on the site…', dialogText('Endgames, slowly')),
  'site-clips': ofChannel('site', 'Clips on the site…', dialogText('One move from the end')),
  'clean-up': async (page, shown) => {
    const { displayName, uuid } = await shown.installation.api.channel(shown.plain);
    await shown.installation.api.set({ vods_to_keep: 0 });
    await page.goto('about:blank');
    await page.goto(`${shown.installation.installation.url}/dashboard#streamer_${uuid}`);
    await page.getByRole('button', { name: `Clean up ${displayName}` }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Delete 1 VOD/ })).toBeVisible();
    return () => shown.installation.api.set({ vods_to_keep: 5 });
  },
  'scan': ofChannel('plain', 'Scan for VODs…', question),
  'history': ofChannel('site', 'History…', dialogText('went live')),
  'rename-channel': ofChannel('site', 'Rename…', dialogText('New name on the site')),
  'delete-channel': ofChannel('plain', 'Delete channel…', question),
  'settings-changed': async (page, { installation: { installation } }) => {
    await page.goto('about:blank');
    await page.goto(`${installation.url}/settings/config?showsetting=motd`);
    await page.getByLabel('Message of the day').fill('The harbour is closed on Sundays');
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeInViewport();
    await expect(page.getByLabel('Message of the day')).toBeInViewport();
    return undefined;
  },
  'import-settings': async (page, { installation: { api, installation } }) => {
    const file = await api.get<SettingsFile>('/api/v0/settings/export');
    const settings = {
      ...file.settings,
      'motd': 'The harbour is closed on Sundays',
      'vods_to_keep': 12,
      'capture.reopen_s': 600,
      'hls_timeout': 200,
    };
    await page.goto(`${installation.url}/settings/config`);
    await page.getByLabel('Settings file').setInputFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, settings })),
    });
    await page.getByText('1 skipped').click();
    return undefined;
  },
};

/** Prepares the dialogs: bookmarks, and the site's video of the recording. */
export async function furnishDialogs({ installation: { api }, site }: Shown): Promise<void> {
  const { uuid } = await api.vodOf(site);
  for (const [offset, name] of [
    [12, 'First check'],
    [26, 'The rook is gone'],
  ] as const)
    expect((await api.call(`/api/v0/vod/${uuid}/bookmark`, { method: 'POST', body: { offset, name } })).status).toBe(
      200,
    );
  expect((await api.call(`/api/v0/vod/${uuid}/match`, { method: 'POST', body: {} })).status).toBe(200);
}
