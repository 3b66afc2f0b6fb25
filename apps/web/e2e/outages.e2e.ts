import type { Page } from '@playwright/test';
import type { Sim } from '../../../tools/provider-sim/index.js';
import { addressOf, FERRY, LIGHTHOUSE, WRECK } from './testing/live-channels.js';
import { type OpenInstallation, PASSWORD } from './testing/open-installation.js';
import { expect, test } from './testing/test.js';

const BEFORE_KILL_MS = 6000;

test.describe('a stream that goes on without Vodkeep', () => {
  async function record({ api, lock }: OpenInstallation, sim: Sim, name: string): Promise<string> {
    await lock();
    await api.follow({ name, url: addressOf(sim, name), graceS: 1 });
    sim.act(name, { do: 'start' });
    return (await api.grown(name, BEFORE_KILL_MS)).uuid;
  }
  async function openVod(
    page: Page,
    { installation: { url }, uuid }: { readonly installation: { readonly url: string }; readonly uuid: string },
  ) {
    await page.goto(`${url}/vod/${uuid}`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  test('integrity-18 the page says that no recorder records a live stream, and counts what is missing', async ({
    page,
    dvr,
    sim,
  }) => {
    const uuid = await record(dvr, sim, LIGHTHOUSE);
    dvr.installation.kill('recorder-0', 'SIGKILL', { stayDown: true });
    try {
      await openVod(page, { installation: dvr.installation, uuid });
      // A notification says it too, for a while.
      const reason = page.getByRole('main').getByText('The stream is live, but no recorder is running: nobody records');
      await expect(reason).toBeVisible({ timeout: 60_000 });
      const { missing_ms: missingMs } = await dvr.api.vod(uuid);
      expect(missingMs).toBeGreaterThan(0);
      await expect.poll(async () => (await dvr.api.vod(uuid)).missing_ms).toBeGreaterThan(missingMs);
    } finally {
      await dvr.installation.restart('recorder-0');
    }
    await expect.poll(async () => (await dvr.api.vod(uuid)).state, { timeout: 60_000 }).toBe('capturing');
    sim.act(LIGHTHOUSE, { do: 'end', how: 'endlist' });
    const { gaps, missing_ms: missingMs } = await dvr.api.finished(LIGHTHOUSE);
    expect(gaps.map(({ cause }) => cause)).toEqual(['recorder-lost']);
    expect(missingMs).toBe(gaps[0]?.durMs);
  });

  test('integrity-5 a stream that ends while Vodkeep is down has an unknown end, and its page says so', async ({
    page,
    dvr,
    sim,
  }) => {
    const uuid = await record(dvr, sim, FERRY);
    for (const child of ['recorder-0', 'api']) dvr.installation.kill(child, 'SIGKILL', { stayDown: true });
    sim.act(FERRY, { do: 'end', how: 'endlist' });
    await dvr.installation.restart('api');
    try {
      // A recorder that is there before the live check would read the end of the list, and miss nothing.
      const { gaps } = await dvr.api.finished(FERRY);
      expect(gaps.map(({ cause }) => cause)).toEqual(['end-unknown']);
    } finally {
      await dvr.installation.restart('recorder-0');
    }
    await openVod(page, { installation: dvr.installation, uuid });
    await expect(page.getByText(/The end is unknown: up to .* may be missing/)).toBeVisible();
  });

  test('integrity-13 the page says that a stream which kills its recorders is set aside', async ({
    page,
    dvr,
    sim,
  }) => {
    const uuid = await record(dvr, sim, WRECK);
    dvr.installation.kill('recorder-0', 'SIGKILL');
    const isolated = async () => (await dvr.api.vod(uuid)).live?.recorder.match(/isolated-\d$/)?.[0];
    await expect.poll(isolated, { timeout: 60_000 }).toBeDefined();
    dvr.installation.kill(`recorder-${(await isolated()) ?? ''}`, 'SIGKILL');
    await openVod(page, { installation: dvr.installation, uuid });
    const text = 'Recording this stream ended 2 recorders, the last of which recorded nothing else.';
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 60_000 });
    sim.act(WRECK, { do: 'end', how: 'endlist' });
    const [gap, ...more] = (await dvr.api.finished(WRECK)).gaps;
    // How long it was set aside decides whether its end is observed.
    expect(['recorder-lost', 'end-unknown']).toContain(gap?.cause);
    expect(more).toEqual([]);
  });
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
