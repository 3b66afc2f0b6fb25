import type { Page } from '@playwright/test';
import { type OpenInstallation, PASSWORD } from './testing/open-installation.js';
import { expect, test } from './testing/test.js';

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
    await page.clock.install();
    await logIn(page, dvr);
    await page.getByRole('link', { name: 'Tools' }).first().click();
    await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible();
    dvr.installation.kill('api', 'SIGSTOP');
    try {
      // The page waits for its next ping, for the answer to it, then for that of a request: 40 s of its clock.
      await expect(async () => {
        await page.clock.runFor(5000);
        await expect(away(page)).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 60_000 });
    } finally {
      dvr.installation.kill('api', 'SIGCONT');
    }
    await expect(away(page)).toBeHidden({ timeout: 30_000 });
    await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  });
});
