import { isolatedRecorderName, type Notice } from '#libs/contracts';
import type { Page } from '@playwright/test';
import { childOf } from '#tools/chaos/environment/api-client.js';
import type { Sim } from '#tools/provider-sim/index.js';
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
  /** All that run: an isolated recorder, which an earlier test may have started, would record in place of the first. */
  function killRecorders({ installation }: OpenInstallation): readonly string[] {
    const running = Object.entries(installation.pids()).flatMap(([child, pid]) =>
      child.startsWith('recorder-') && pid !== null ? [child] : [],
    );
    for (const child of running) installation.kill(child, 'SIGKILL', { stayDown: true });
    return running;
  }
  async function restart({ installation }: OpenInstallation, children: readonly string[]): Promise<void> {
    for (const child of children) await installation.restart(child);
  }
  /** Waits until the VOD counts as missing what is streamed meanwhile. */
  async function missingGrows({ api }: OpenInstallation, uuid: string): Promise<void> {
    const { missing_ms: missingMs } = await api.vod(uuid);
    await expect.poll(async () => (await api.vod(uuid)).missing_ms).toBeGreaterThan(missingMs);
  }
  /** Waits until an isolated recorder has stored a segment of the VOD: the recorder before it then ends its part. */
  async function isolatedRecorder({ api }: OpenInstallation, uuid: string): Promise<string> {
    let child = '';
    const find = async (): Promise<string> => {
      const { live } = await api.vod(uuid);
      child = live === null || live.last_segment_at === null ? '' : childOf(live.recorder);
      return child;
    };
    await expect.poll(find, { timeout: 60_000 }).toContain(isolatedRecorderName(''));
    return child;
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
    const killed = killRecorders(dvr);
    try {
      await openVod(page, { installation: dvr.installation, uuid });
      // A notification says it too, for a while.
      const reason = page.getByRole('main').getByText('The stream is live, but no recorder is running: nobody records');
      await expect(reason).toBeVisible({ timeout: 60_000 });
      expect((await dvr.api.vod(uuid)).missing_ms).toBeGreaterThan(0);
      await missingGrows(dvr, uuid);
    } finally {
      await restart(dvr, killed);
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
    const killed = killRecorders(dvr);
    dvr.installation.kill('api', 'SIGKILL', { stayDown: true });
    sim.act(FERRY, { do: 'end', how: 'endlist' });
    await dvr.installation.restart('api');
    try {
      // A recorder that is there before the live check would read the end of the list, and miss nothing.
      const { gaps } = await dvr.api.finished(FERRY);
      expect(gaps.map(({ cause }) => cause)).toEqual(['end-unknown']);
    } finally {
      await restart(dvr, killed);
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
    dvr.installation.kill(await isolatedRecorder(dvr, uuid), 'SIGKILL');
    await openVod(page, { installation: dvr.installation, uuid });
    const text =
      'Recording this stream ended 2 recorders, the last of which recorded nothing else. It is set aside, and tried again every hour.';
    await expect(page.getByRole('main').getByText(text)).toBeVisible({ timeout: 60_000 });
    const notices = async (): Promise<readonly Notice[]> => dvr.api.get('/api/v0/notices');
    await expect.poll(notices).toContainEqual(expect.objectContaining({ vod_uuid: uuid, level: 'error', text }));
    await missingGrows(dvr, uuid);
    sim.act(WRECK, { do: 'end', how: 'endlist' });
    const { gaps } = await dvr.api.finished(WRECK);
    // The first recorder may have been away for longer than the source lists a segment.
    expect(new Set(gaps.map(({ cause }) => cause))).toEqual(new Set(['recorder-lost']));
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
