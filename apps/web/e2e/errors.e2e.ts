import type { Page } from '@playwright/test';
import { addressOf, HARBOUR } from './testing/live-channels.js';
import { ACCESSIBLE, expectAccessible } from './testing/accessible-page.js';
import { expect, recordingTest as test } from './testing/test.js';

async function openAddChannel(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByRole('main').getByRole('button', { name: 'Add channel' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add channel' })).toBeVisible();
}

const BAD_ADDRESSES = {
  'a server that is not there': { url: () => 'http://127.0.0.1:9/live.m3u8', says: /could not be reached/ },
  'an address that is not HLS': { url: ({ sim }: { sim: string }) => `${sim}/_sim/log`, says: /not an HLS playlist/ },
  'a channel that has already been added': {
    url: ({ harbour }: { harbour: string }) => harbour,
    says: /has already been added as harbour/,
  },
  'no address at all': { url: () => 'not an address', says: /./ },
} as const;

test.describe('adding a channel', () => {
  for (const [what, { url, says }] of Object.entries(BAD_ADDRESSES)) {
    test(`refuses ${what} on its field and stores nothing`, async ({ page, open, sim }) => {
      const count = async (): Promise<number> =>
        (await open.api.get<{ streamer_list: unknown[] }>('/api/v0/channels')).streamer_list.length;
      const before = await count();
      await openAddChannel(page, open.installation.url);
      const dialog = page.getByRole('dialog', { name: 'Add channel' });
      await dialog.getByLabel('Link or name').fill(url({ sim: sim.url, harbour: addressOf(sim, HARBOUR) }));
      await dialog.getByRole('button', { name: 'Add channel' }).click();
      await expect(dialog.getByLabel('Link or name')).toHaveAttribute('aria-invalid', 'true');
      await expect(dialog.getByLabel('Link or name')).toHaveAccessibleDescription(says);
      expect(await count()).toBe(before);
    });
  }

  test('refuses a name that is no name on its field', async ({ page, open, sim }) => {
    await openAddChannel(page, open.installation.url);
    const dialog = page.getByRole('dialog', { name: 'Add channel' });
    await dialog.getByLabel('Link or name').fill(`${addressOf(sim, HARBOUR)}?other`);
    await dialog.getByLabel('Folder name').fill('../up');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await expect(dialog.getByLabel('Folder name')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Link or name')).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test('an unknown address is a 404 page with a way back, and below /api it is JSON', async ({ page, open }) => {
  await page.goto(`${open.installation.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const answer = await open.api.call('/api/v0/no-such-route', { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ status: 'ERROR', code: 'not-found' });
});

interface Pages {
  readonly open: string;
  readonly vod: string;
}
const PAGES: Readonly<Record<string, (page: Page, at: Pages) => Promise<void>>> = {
  'dashboard': async (page, { open }) => {
    await page.goto(`${open}/dashboard`);
    // The first of them: only channels near what is seen are drawn, and notices and pictures of live ones stand above.
    await expect(page.locator('.channel-place').first().getByRole('region')).toBeVisible();
  },
  'player': async (page, { open, vod }) => {
    await page.goto(`${open}/vod/${vod}`);
    await expect(page.getByRole('slider', { name: 'Position' })).toBeVisible();
  },
  'add channel': (page, { open }) => openAddChannel(page, open),
  'settings': async (page, { open }) => {
    await page.goto(`${open}/settings/config`);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  },
  'tools': async (page, { open }) => {
    await page.goto(`${open}/tools`);
    await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible();
  },
  'log': async (page, { open }) => {
    await page.goto(`${open}/log`);
    await expect(page.locator('.log-row').first()).toBeVisible();
  },
  'channels': async (page, { open }) => {
    await page.goto(`${open}/settings/channels`);
    await expect(page.getByRole('link', { name: 'New channel' })).toBeVisible();
  },
};

for (const [name, go] of Object.entries(PAGES)) {
  test(`the ${name} page ${ACCESSIBLE}`, async ({ page, open }) => {
    await go(page, { open: open.installation.url, vod: (await open.api.grown(HARBOUR, 1)).uuid });
    await expectAccessible(page);
  });
}
