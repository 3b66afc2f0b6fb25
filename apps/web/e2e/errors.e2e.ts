import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addressOf, HARBOUR } from './testing/live-channels.js';
import { type OpenInstallation, PASSWORD } from './testing/open-installation.js';
import { expect, test } from './testing/test.js';

const PHONE = { width: 390, height: 844 };

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

test.describe('a server that does not answer', () => {
  const away = (page: Page) => page.getByRole('alert').filter({ hasText: 'The server is not responding.' });
  const connected = (page: Page) => page.getByText('Connected', { exact: true });
  /** The first lists are there; another test may have left a channel in this installation. */
  const listed = (page: Page) =>
    page.getByRole('heading', { name: 'No channels yet' }).or(page.locator('.channel-place').first());

  async function logIn(page: Page, { installation: { url }, lock }: OpenInstallation): Promise<void> {
    await lock();
    await page.goto(url);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(connected(page)).toBeVisible();
  }

  test('is reported when it is gone, and the page recovers by itself', async ({ page, dvr }) => {
    await logIn(page, dvr);
    await expect(listed(page)).toBeVisible();
    dvr.installation.kill('api', 'SIGKILL', { stayDown: true });
    await expect(away(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Disconnected')).toBeVisible();
    await dvr.installation.restart('api');
    await expect(away(page)).toBeHidden({ timeout: 30_000 });
    await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  });

  test('is reported when it goes before the page has its first lists', async ({ page, dvr }) => {
    const killed = Promise.withResolvers<undefined>();
    await page.route('**/api/v0/channels?*', async (route) => {
      await killed.promise;
      await route.continue();
    });
    await logIn(page, dvr);
    dvr.installation.kill('api', 'SIGKILL', { stayDown: true });
    killed.resolve(undefined);
    await expect(away(page)).toBeVisible({ timeout: 30_000 });
    await dvr.installation.restart('api');
    await expect(listed(page)).toBeVisible({ timeout: 30_000 });
    await expect(away(page)).toBeHidden({ timeout: 30_000 });
  });

  test('is reported when it hangs, on any page, and the page recovers when it goes on', async ({ page, dvr }) => {
    await logIn(page, dvr);
    await page.getByRole('link', { name: 'Tools' }).first().click();
    await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible();
    dvr.installation.kill('api', 'SIGSTOP');
    try {
      await expect(away(page)).toBeVisible({ timeout: 60_000 });
    } finally {
      dvr.installation.kill('api', 'SIGCONT');
    }
    await expect(away(page)).toBeHidden({ timeout: 30_000 });
    await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  });
});

interface Pages {
  readonly open: string;
  readonly dvr: string;
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
  'login': async (page, { dvr }) => {
    await page.goto(dvr);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  },
};

/** A dialog comes in by a fade, and a half-faded text has no contrast yet. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity).map((a) => a.finished.catch(() => undefined))).then(() => undefined)',
  );

for (const [name, go] of Object.entries(PAGES)) {
  test(`the ${name} page has no fault that axe finds, in light and in dark, and does not scroll sideways on a phone`, async ({
    page,
    open,
    dvr,
  }) => {
    await dvr.lock();
    await go(page, {
      open: open.installation.url,
      dvr: dvr.installation.url,
      vod: (await open.api.grown(HARBOUR, 1)).uuid,
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
        colorScheme,
      ).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    await settled(page);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  });
}
