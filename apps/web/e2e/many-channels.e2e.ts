import type { Vod } from '#libs/contracts';
import { expect, test } from '@playwright/test';
import { openPage } from './testing/stubbed-page.js';
import { CHANNELS, FINISHED } from './testing/stubbed-site.js';

test('of a thousand channels only those near what is seen are drawn and asked for; a link to the last one leads there', async ({
  page,
}) => {
  const uuidOf = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;
  const vodOf = (n: number): Vod => ({
    ...FINISHED,
    uuid: `${String(n).padStart(8, '0')}-2222-4111-8111-111111111111`,
    channel_uuid: uuidOf(n),
  });
  const streamers = Array.from({ length: 1000 }, (_, n) => ({
    ...CHANNELS[0]!,
    uuid: uuidOf(n),
    displayName: `channel ${String(n)}`,
    internalName: `c${String(n)}`,
    vods_list: [vodOf(n)],
    live_stream: null,
  }));
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v0\/vod\?channel=/.test(request.url())) requests.push(request.url());
  });
  await openPage(page, '/dashboard', { 'GET /channels': { streamer_list: streamers, total_size: 0, free_size: 1 } });
  const boxes = page.getByRole('main').locator('section.channel');
  await expect(page.getByRole('region', { name: 'channel 0', exact: true }).locator('.vod-title')).toBeVisible();
  expect(await boxes.count()).toBeLessThan(30);
  await page.goto('about:blank');
  await openPage(page, `/dashboard#streamer_${uuidOf(999)}`, {
    'GET /channels': { streamer_list: streamers, total_size: 0, free_size: 1 },
  });
  await expect(page.getByRole('region', { name: 'channel 999', exact: true })).toBeInViewport();
  await expect(page.getByRole('region', { name: 'channel 999', exact: true }).locator('.vod-title')).toBeVisible();
  expect(await boxes.count()).toBeLessThan(60);
  expect(requests.length).toBeLessThan(120);
});
