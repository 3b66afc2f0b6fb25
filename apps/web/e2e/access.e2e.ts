import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startInstallation } from '#tools/supervisor/index.js';
import { freePort } from '#tools/supervisor/ports.js';
import { ACCESSIBLE, expectAccessible } from './testing/accessible-page.js';
import { ApiClient } from './testing/api-client.js';
import { addressOf, DVR } from './testing/live-channels.js';
import { PASSWORD } from './testing/open-installation.js';
import { expect, test } from './testing/test.js';
import { PlayerDriver } from './testing/player-driver.js';

const ENOUGH_MS = 6000;

test.describe.configure({ mode: 'serial' });

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

test('while no password is set, a caller from elsewhere sees only how to set one', async ({ page, dvr }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.7' });
  await page.goto(dvr.installation.url);
  await expect(page.getByRole('heading', { name: 'No password is set yet' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const answer = await dvr.api.call('/api/v0/channels', { headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ status: 'ERROR', code: 'password-not-set' });
});

test('behind a trusted proxy, the page sets the first password with the code of the console', async ({
  page,
  folder,
}) => {
  const lines: string[] = [];
  const installation = await startInstallation({
    dataDir: path.join(folder, 'proxied'),
    port: await freePort(),
    host: '127.0.0.1',
    env: { VODKEEP_TRUST_PROXY: '1' },
    say: (line) => {
      lines.push(line);
    },
  });
  try {
    const code = /with the code (\S+)/.exec(lines.join('\n'))![1]!;
    const inFolder = (name: string): string => readFileSync(path.join(installation.dataDir, name), 'utf8');
    expect(inFolder('first-password-code')).toBe(`${code}\n`);
    expect(inFolder('log/api.log')).toContain(path.join(installation.dataDir, 'first-password-code'));
    expect(inFolder('log/api.log')).not.toContain(code);
    expect((await fetch(`${installation.url}/api/v0/jobs`)).status).toBe(401);

    await page.goto(installation.url);
    await expect(page.getByRole('heading', { name: 'No password is set yet' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Code').fill('AAAA-AAAA-AAAA');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('alert')).toHaveText(/not the code that Vodkeep shows/);
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add channel' }).first()).toBeVisible();
    await expect(page.getByText('No password is set.')).toHaveCount(0);
  } finally {
    await installation.stop();
  }
});

test('below a basepath page, assets, API and socket answer, and nothing beside it does', async ({ page, dvr }) => {
  const { installation, api } = dvr;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => requests.push(new URL(socket.url()).pathname));
  await page.goto(installation.url);
  await expect(page).toHaveURL(`${installation.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
  await expect(page.getByText('Connected')).toBeVisible();
  expect(requests.filter((path) => !path.startsWith('/dvr'))).toEqual([]);
  expect(requests.some((path) => path.startsWith('/dvr/assets/'))).toBe(true);
  expect(requests).toContain('/dvr/socket/');
  expect((await api.call('/api/v0/channels')).status).toBe(200);
  expect((await fetch(new URL('/api/v0/channels', installation.url))).status).toBe(404);
});

test('the first page asks for a password, refuses a short one on its field, and sets it', async ({ page, dvr }) => {
  await page.goto(dvr.installation.url);
  await expect(page.getByText(/Programs that forward connections .* pass strangers on with your rights/)).toBeVisible();
  await page.getByRole('button', { name: 'Set a password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a password' });
  await dialog.getByLabel('New password').fill('short');
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/at least 8 characters/);
  await dialog.getByLabel('New password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No password is set.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
});

test('who is not logged in sees the login only; it waits for a password, and says that a wrong one is wrong', async ({
  page,
  dvr,
}) => {
  await page.goto(`${dvr.installation.url}/settings/config`);
  const button = page.getByRole('button', { name: 'Log in' });
  await expect(button).toBeDisabled();
  await page.getByLabel('Password').fill('not the password');
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('Login failed');
  await page.getByLabel('Password').fill(PASSWORD);
  await button.click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(page).toHaveURL(`${dvr.installation.url}/settings/config`);
});

test(`the login page ${ACCESSIBLE}`, async ({ page, dvr }) => {
  await dvr.lock();
  await page.goto(dvr.installation.url);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expectAccessible(page);
});

test('a logged-in operator records and plays below the basepath, and logs out', async ({ page, dvr, sim }) => {
  await dvr.lock();
  await logIn(page, dvr.installation.url);
  await page.getByRole('main').getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await dialog.getByLabel('Link or name').fill(addressOf(sim, DVR));
  await dialog.getByLabel('Folder name').fill(DVR);
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(dialog).toBeHidden();
  sim.act(DVR, { do: 'start' });
  await page.getByRole('link', { name: 'Watch from the start' }).click();
  const video = new PlayerDriver(page);
  await video.play();
  await video.expectMoving();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('a page of another origin in the browser of the operator reads nothing and changes nothing', async ({
  page,
  dvr,
}) => {
  await dvr.lock();
  await logIn(page, dvr.installation.url);
  const hostile = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Hostile</title>');
  }).listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  try {
    // Another port is another origin of the same site, so the browser sends the cookie along.
    await page.goto(`http://127.0.0.1:${String((hostile.address() as AddressInfo).port)}/`);
    const seen = await page.evaluate(async (url) => {
      const read = (path: string, init: RequestInit = {}): Promise<string> =>
        fetch(`${url}${path}`, { credentials: 'include', ...init }).then(
          async (answer) => `read: ${await answer.text()}`,
          () => 'not readable',
        );
      const socket = (): Promise<string> =>
        new Promise((resolve) => {
          const opened = new WebSocket(`${url.replace('http', 'ws')}/socket/`);
          opened.onmessage = ({ data }) => resolve(`read: ${String(data)}`);
          opened.onclose = ({ code }) => resolve(`closed ${String(code)}`);
        });
      const change = { method: 'POST', mode: 'no-cors', body: '{"guest_mode":true}' } as const;
      return {
        channels: await read('/api/v0/channels'),
        debug: await read('/api/v0/settings/debug', { mode: 'no-cors' }),
        text: await read('/api/v0/settings', { ...change, headers: { 'content-type': 'text/plain' } }),
        json: await read('/api/v0/settings', { method: 'PUT', headers: { 'content-type': 'application/json' } }),
        socket: await socket(),
      };
    }, dvr.installation.url);
    const blocked = { channels: 'not readable', debug: 'not readable', text: 'not readable', json: 'not readable' };
    expect(seen).toEqual({ ...blocked, socket: expect.stringMatching(/^closed /) });
  } finally {
    hostile.close();
  }
  const settings = (await (await dvr.api.call('/api/v0/settings')).json()) as {
    data: { config: Record<string, unknown> };
  };
  expect(settings.data.config).toMatchObject({ debug: false, guest_mode: false });
});

test('media of a locked installation is refused in JSON without a login, and opens with a signed address', async ({
  dvr,
}) => {
  await dvr.lock();
  const { uuid, playlist_url: playlist, webpath } = await dvr.api.grown(DVR, ENOUGH_MS);
  const stranger = new ApiClient(dvr.installation.url);
  const text = await (await dvr.api.call(`/api/v0/vod/${uuid}/index.m3u8`)).text();
  const segment = text.split('\n').find((line) => line.startsWith('s/'))!;
  const closed = [
    playlist!,
    `${playlist!.replace('index.m3u8', '')}${segment.split('?')[0]!}`,
    `${webpath}/any.mp4`,
    `/dvr/cache/thumbs/${uuid}.jpg`,
    '/dvr/api/v0/channels',
  ].map((path) => path.replace(/^\/dvr/, ''));
  for (const path of closed) {
    const answer = await stranger.call(path);
    expect(answer.status, path).toBe(401);
    expect(await answer.json(), path).toMatchObject({ status: 'ERROR', code: 'login-required' });
  }
  const share = await dvr.api.share(uuid);
  const shared = (await (await fetch(share)).text()).split('\n').find((line) => line.startsWith('s/'))!;
  expect((await fetch(new URL(shared, share))).status).toBe(200);
  expect((await fetch(new URL(segment, share))).status).toBe(401);
  const forged = await fetch(share.replace(/sig=..../, 'sig=AAAA'));
  expect(forged.status).toBe(401);
  const late = await fetch(share.replace(/exp=\d+/, 'exp=1000000000'));
  expect([401, 403]).toContain(late.status);
  expect(await late.json()).toMatchObject({ status: 'ERROR' });
});

test('the operator sees who is logged in and which player links work, and ends a link', async ({ page, dvr }) => {
  await dvr.lock();
  const share = await dvr.api.share((await dvr.api.grown(DVR, ENOUGH_MS)).uuid);
  expect((await fetch(share)).status).toBe(200);
  await logIn(page, dvr.installation.url);
  await page.goto(`${dvr.installation.url}/settings/security`);
  const logins = page.getByRole('region', { name: 'Logins' });
  await expect(logins.getByRole('row', { name: 'this browser' })).toHaveCount(1);
  const links = page
    .getByRole('region', { name: 'Links for players' })
    .getByRole('row')
    .filter({ hasText: '127.0.0.1' });
  await expect(links).toHaveCount(1);
  await links.getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(links).toHaveCount(0);
  expect((await fetch(share)).status).toBe(403);
  await expect(page.getByRole('region', { name: 'Login history' }).getByText('Logged in').first()).toBeVisible();
});

test('in guest mode a visitor looks and plays, and can change nothing', async ({ page, dvr }) => {
  await dvr.lock();
  await dvr.api.set({ guest_mode: true });
  try {
    await page.goto(dvr.installation.url);
    await expect(page.getByRole('region', { name: DVR })).toBeVisible();
    await expect(page.getByText('Connected')).toBeVisible();
    for (const name of ['Add channel', 'Stop', 'Log out'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.getByRole('link', { name: 'Watch from the start' }).click();
    const video = new PlayerDriver(page);
    await video.play();
    await video.expectMoving();
    await page.goto(`${dvr.installation.url}/settings/newchannel`);
    await expect(page.getByText('You need to be logged in to view this resource.')).toBeVisible();
    const stranger = new ApiClient(dvr.installation.url);
    const { uuid } = await dvr.api.vodOf(DVR);
    for (const [method, path] of [
      ['DELETE', `/api/v0/vod/${uuid}`],
      ['PUT', '/api/v0/settings'],
      ['POST', '/api/v0/channels'],
    ] as const) {
      expect((await stranger.call(path, { method, body: {} })).status, path).toBe(401);
    }
  } finally {
    await dvr.api.set({ guest_mode: false });
  }
});
