import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Job, Vod } from '#libs/contracts';
import { openPage } from './testing/stubbed-page.js';
import { CHANNEL, CHANNELS, FINISHED, VOD } from './testing/stubbed-site.js';

const PHONE = { width: 390, height: 844 };
/** Lists of choices on the page of settings of this browser. */
const CHOICES = 4;
const LIST = { streamer_list: CHANNELS, total_size: 4e9, free_size: 2e12 };
const job = (name: string, over: Partial<Job> = {}): Job =>
  ({
    name,
    kind: 'convert',
    vod_uuid: VOD,
    channel_uuid: CHANNEL,
    title: 'hana_codes_2026-11-27',
    status: 'ERROR',
    progress: 0,
    rate: null,
    unit: 'bytes',
    left_ms: null,
    note: '',
    log: [],
    error: 'no room',
    node: null,
    pid: null,
    can_cancel: false,
    can_retry: true,
    ...over,
  }) as Job;

/** A popup is inside the window as a whole; a longer list scrolls inside the popup. */
async function isWithin(page: Page, popup: Locator): Promise<void> {
  await expect(popup).toBeVisible();
  await expect
    .poll(async () => {
      const box = await popup.boundingBox();
      const { width, height } = page.viewportSize()!;
      return box !== null && box.y >= 0 && box.x >= 0 && box.y + box.height <= height && box.x + box.width <= width;
    })
    .toBe(true);
}

/** Scrolls the page until an element is at mid-height. */
const toTheMiddle = (at: Locator) =>
  at.evaluate((element) => {
    (element as unknown as { scrollIntoView: (how: object) => void }).scrollIntoView({
      block: 'center',
      behavior: 'instant',
    });
  });

/** The first and the last entry can be brought into sight. */
async function isReached(entries: Locator): Promise<void> {
  for (const entry of [entries.first(), entries.last()]) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
}

for (const height of [844, 420]) {
  test(`menus, lists of choices and the list of jobs stay inside a window of ${String(height)} px, and scroll`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height });
    await openPage(page, '/dashboard', {
      'GET /channels': LIST,
      'GET /jobs': Array.from({ length: 12 }, (_, i) => job(`remux_${String(i)}`)),
    });
    const more = page
      .getByRole('region', { name: 'hana_codes' })
      .getByRole('button', { name: 'More actions for hana_codes' });
    await toTheMiddle(more);
    await more.click();
    const menu = page.getByRole('menu');
    await isWithin(page, menu);
    await isReached(menu.getByRole('menuitem'));
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.getByRole('region', { name: 'Status' }).getByRole('button').click();
    const jobs = page.getByRole('dialog', { name: 'Jobs' });
    await isWithin(page, jobs);
    await page.keyboard.press('Escape');
    await expect(jobs).toBeHidden();
    await page.goto('about:blank');
    await openPage(page, '/settings/clientsettings', {});
    const choices = page.getByRole('combobox');
    await expect(choices).toHaveCount(CHOICES);
    for (const choice of await choices.all()) {
      await toTheMiddle(choice);
      await choice.click();
      const list = page.getByRole('listbox');
      await isWithin(page, page.locator('.menu-popup').filter({ has: list }));
      await isReached(list.getByRole('option'));
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
    }
  });
}

test('on a phone the status tabs leave the name of the app alone, however much they say', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const settings = {
    app_name: 'Vodkeep',
    version: '0',
    server: '',
    config: { websocket_enabled: false },
    fields: {},
    channels: [],
    favourite_games: [],
    errors: [],
    problems: [],
    guest: false,
    websocket_url: null,
    quotas: {},
    websocket_quotas: [],
    server_git_hash: '',
    server_git_branch: '',
  };
  for (const [language, app_name] of [
    ['en', 'Vodkeep'],
    ['de', 'Hafenrekorder des Vereins der Freunde'],
  ] as const) {
    await page.addInitScript(`localStorage.setItem('vodkeep_client', JSON.stringify({ language: '${language}' }))`);
    for (const jobs of [[job('remux_a')], [job('remux_a'), job('remux_b', { status: 'RUNNING', progress: 0.4 })]]) {
      await openPage(page, '/dashboard', {
        'GET /settings': { ...settings, app_name },
        'GET /channels': LIST,
        'GET /jobs': jobs,
      });
      const name = page.locator('.phone-bar b');
      await expect(name).toHaveText(app_name);
      const pills = page.locator('.dock .tab:visible');
      await expect(pills.filter({ hasText: /failed|fehlgeschlagen/ })).toBeVisible();
      await expect(pills.filter({ hasText: /Live/ })).toBeVisible();
      // Fonts come in later, and move them.
      await expect(async () => {
        const nameBox = await name.boundingBox();
        for (const pill of await pills.all()) {
          const box = await pill.boundingBox();
          expect(
            box!.x >= nameBox!.x + nameBox!.width || box!.y >= nameBox!.y + nameBox!.height,
            `${language}: ${await pill.innerText()}`,
          ).toBe(true);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
      }).toPass({ timeout: 20_000 });
      await page.goto('about:blank');
    }
  }
});

test('jobs of one title are distinguished by their kind, which stands first, and the hint names them as they are named', async ({
  page,
}) => {
  await openPage(page, '/jobs', {
    'GET /jobs': [job('remux_x'), job('chat_x', { kind: 'chat' }), job('capture_x', { kind: 'capture' })],
  });
  await expect(page.locator('.job-title')).toHaveText([
    'conversion hana_codes_2026-11-27',
    'chat hana_codes_2026-11-27',
    'recording hana_codes_2026-11-27',
  ]);
  await expect(page.getByText('such as remux_*')).toBeVisible();
});

test('a VOD that failed is named so in the menu, without the length and size of a recording', async ({ page }) => {
  const failed: Vod = { ...FINISHED, uuid: VOD.replace('3', '7'), state: 'failed', media_ms: 0, total_size: 3400 };
  await openPage(page, '/dashboard', {
    'GET /channels': { ...LIST, streamer_list: [{ ...CHANNELS[0]!, vods_list: [failed, FINISHED], vods_count: 2 }] },
  });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'VODs of hana_codes' }).click();
  const links = menu.locator('.st-vods a');
  await expect(links).toHaveCount(2);
  await expect(links.filter({ hasText: 'failed' })).toHaveCount(1);
  await expect(links.filter({ hasText: 'failed' })).not.toContainText(/0:00|kB/);
});
