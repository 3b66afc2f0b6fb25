import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { kindOfPasted, SITE_NAMES } from '#libs/contracts';
import {
  type ChannelSpec,
  DEMO_MEDIA,
  type PastSpec,
  smallChannel,
  startSim,
  type Sim,
} from '#tools/provider-sim/index.js';
import { DIALOG_SHOTS, furnishDialogs, PAST, type Shot, type Shown } from './testing/dialog-shots.js';
import { addressOf } from './testing/live-channels.js';
import { openInstallation, type OpenInstallation } from './testing/open-installation.js';
import { PlayerDriver } from './testing/player-driver.js';
import { isWanted, logIn, takeScreens } from './testing/take-screens.js';

/**
 * The images of docs/screens, from two real installations: one with recordings and problems, one empty. Not part of
 * `npm test`: run `VODKEEP_SCREENS=1 node node_modules/@playwright/test/cli.js test --project screens` after `npm run
 * build`. `VODKEEP_SCREENS_ONLY=settings,about` takes only those.
 */
const renditions = [{ name: '360p', media: DEMO_MEDIA }];
const CHANNELS = { live: 'Harbour Cam', done: 'Market Square', away: 'Night Train', refused: 'Rooftop' } as const;
/** Channels of the simulated Twitch: one is live, one has ended. */
const TALKS = 'salty_harbour';
const TALKED = 'chess_corner';
const talker = ({
  name,
  past = {},
  ...who
}: {
  readonly name: string;
  readonly userId: string;
  readonly displayName: string;
  readonly past?: PastSpec;
}): ChannelSpec =>
  smallChannel(name, {
    renditions,
    window: 15,
    twitch: {
      ...who,
      broadcasterType: 'affiliate',
      title: 'Boats come and go',
      category: 'Just Chatting',
      tags: ['English', 'Chill'],
      viewers: 123,
      chatPerMinute: 150,
      past,
    },
  });
const GRACE_S = 20;
const BEFORE_GAP_MS = 16_000;
const AFTER_GAP_MS = 30_000;

interface Installations {
  readonly full: OpenInstallation;
  readonly empty: OpenInstallation;
}

/**
 * A running recording, a finished VOD with a gap, a source that cannot be reached, and one without the wanted quality.
 */
async function furnish({ api }: OpenInstallation, sim: Sim): Promise<void> {
  for (const [key, displayName] of Object.entries(CHANNELS)) {
    await api.follow({
      url: addressOf(sim, key),
      name: key,
      graceS: GRACE_S,
      more: { displayName, ...(key === 'refused' ? { quality: '1080p60' } : {}) },
    });
  }
  for (const key of ['live', 'done', 'refused']) sim.act(key, { do: 'start' });
  sim.act('away', { do: 'fault', on: 'all', mode: '503' });
  await api.grown('done', BEFORE_GAP_MS);
  sim.act('done', { do: 'drop', answer: '404' });
  await expect.poll(async () => (await api.vodOf('done')).state, { timeout: 30_000 }).toBe('paused');
  sim.act('done', { do: 'resume' });
  await api.grown('done', AFTER_GAP_MS);
  sim.act('done', { do: 'end', how: 'endlist' });
  await api.finished('done');
}

/** Two streams of a site with chat, chapters and an ad; one of them ends. */
async function furnishSite({ api }: OpenInstallation, sim: Sim): Promise<void> {
  for (const login of [TALKS, TALKED]) {
    const url = `https://www.twitch.tv/${login}`;
    await api.follow({
      url,
      name: login,
      graceS: 4,
      more: { provider: kindOfPasted(url), displayName: undefined, live_chat: true },
    });
    sim.act(login, { do: 'start' });
  }
  for (const login of [TALKS, TALKED]) {
    await api.grown(login, 12_000);
    sim.act(login, { do: 'update', category: 'Chess' });
    sim.act(login, { do: 'ad', seconds: 6 });
    await api.grown(login, 26_000);
    sim.act(login, { do: 'update', title: 'Chess while the boats come home', category: 'Music' });
  }
  await api.grown(TALKED, 44_000);
  sim.act(TALKED, { do: 'end', how: 'endlist' });
  await api.finished(TALKED);
}

async function watchWithChat(
  page: Page,
  { full }: Installations,
  { login, at }: { readonly login: string; readonly at: number },
): Promise<void> {
  await page.goto(`${full.installation.url}/vod/${(await full.api.vodOf(login)).uuid}`);
  const video = new PlayerDriver(page);
  await video.play();
  await video.seek(at);
  await expect.poll(async () => (await video.status()).time).toBeGreaterThan(at + 0.5);
  await expect(page.locator('[data-id]').nth(5)).toBeVisible();
  await page.mouse.move(200, 300);
}

async function openDialog(page: Page, { installation }: OpenInstallation): Promise<void> {
  await page.goto(`${installation.url}/dashboard`);
  await page.getByRole('main').getByRole('button', { name: 'Add channel' }).first().click();
  await page.getByRole('dialog').getByLabel('Link or name').fill('https://example.org/live/index.m3u8');
}

const login: Shot<Installations> = async (page, { full: { installation } }) => {
  await page.context().clearCookies();
  await page.goto(installation.url);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  return () => logIn(page, installation.url);
};

const SHOTS: Readonly<Record<string, (page: Page, installations: Installations) => Promise<void>>> = {
  'dashboard': async (page, { full }) => {
    await page.goto(`${full.installation.url}/dashboard#vod_${(await full.api.vodOf('done')).uuid}`);
    await expect(page.getByRole('article').filter({ hasText: /\bREC\b/ })).toHaveCount(2);
    await page.evaluate('scrollTo(0, 0)');
  },
  'player': async (page, { full }) => {
    await page.goto(`${full.installation.url}/vod/${(await full.api.vodOf('live')).uuid}`);
    const video = new PlayerDriver(page);
    await video.play();
    await expect.poll(async () => (await video.status()).time, { timeout: 30_000 }).toBeGreaterThan(3);
    await page.mouse.move(200, 300);
  },
  'player-gap': async (page, { full }) => {
    await page.goto(`${full.installation.url}/vod/${(await full.api.vodOf('done')).uuid}`);
    const video = new PlayerDriver(page);
    await video.play();
    await video.seek(12);
    await expect.poll(async () => (await video.status()).time).toBeGreaterThan(12.5);
    await page.mouse.move(200, 300);
  },
  'player-chat': (page, installations) => watchWithChat(page, installations, { login: TALKED, at: 36 }),
  'player-chat-live': (page, installations) => watchWithChat(page, installations, { login: TALKS, at: 24 }),
  'sites': async (page, { full }) => {
    await page.goto(`${full.installation.url}/settings/sites`);
    await expect(page.getByRole('region', { name: Object.values(SITE_NAMES)[0] ?? '' })).toBeVisible();
  },
  'add-channel': (page, { full }) => openDialog(page, full),
  'add-channel-error': async (page, { full }) => {
    await openDialog(page, full);
    await page.getByRole('dialog').getByLabel('Link or name').fill('http://127.0.0.1:9/live.m3u8');
    await page.getByRole('dialog').getByRole('button', { name: 'Add channel' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  },
  'empty': async (page, { empty }) => {
    // Cookies ignore ports. With another host name, each installation has its own login.
    await logIn(page, empty.installation.url.replace('localhost', '127.0.0.1'));
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
  },
  'error': async (page, { full }) => {
    await page.goto(`${full.installation.url}/dashboard`);
    await expect(page.getByRole('main').getByText('The source answers with HTTP 503').first()).toBeVisible();
    await page.route('**/api/v0/channels?*', (route) => route.abort());
    await page.goto(`${full.installation.url}/about`);
    await page.goto(`${full.installation.url}/dashboard`);
    await expect(page.getByText('The server is not responding.').first()).toBeVisible({ timeout: 30_000 });
  },
  'settings': async (page, { full }) => {
    await page.goto(`${full.installation.url}/settings/config`);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  },
  'setting-shown': async (page, { full }) => {
    await page.goto(`${full.installation.url}/settings/config?showsetting=filename_vod_folder`);
    await expect(page.getByText('Example name of a VOD')).toBeInViewport();
  },
  'security': async (page, { full }) => {
    await full.api.get(`/api/v0/vod/${(await full.api.vodOf('live')).uuid}/share`);
    await page.goto(`${full.installation.url}/settings/security`);
    await expect(page.getByRole('region', { name: 'Logins' }).getByRole('row').last()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Links for players' }).getByRole('row').last()).toBeVisible();
  },
  'favourites': async (page, { full }) => {
    await page.goto(`${full.installation.url}/settings/favourites`);
    await expect(page.getByRole('checkbox').nth(1)).toBeVisible();
  },
  'log': async (page, { full }) => {
    await page.goto(`${full.installation.url}/log`);
    await expect(page.locator('.log-row').nth(5)).toBeVisible();
  },
  'jobs': async (page, { full }) => {
    await page.goto(`${full.installation.url}/jobs`);
    await expect(page.locator('.job').nth(1)).toBeVisible();
  },
  'tools': async (page, { full }) => {
    await page.goto(`${full.installation.url}/tools`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('No VOD is over a limit.')).toBeVisible();
  },
  'about': async (page, { full }) => {
    await page.goto(`${full.installation.url}/about`);
    await expect(page.getByRole('heading', { name: 'Subscriptions' })).toBeAttached();
  },
};

const shownIn = ({ full }: Pick<Installations, 'full'>): Shown => ({ installation: full, site: TALKED, plain: 'done' });
const dialogs: Readonly<Record<string, Shot<Installations>>> = Object.fromEntries(
  Object.entries(DIALOG_SHOTS).map(([what, go]) => [
    what,
    (page: Page, installations: Installations) => go(page, shownIn(installations)),
  ]),
);

test('pictures of every state for docs/screens', async ({ browser }) => {
  if (!Object.keys({ ...dialogs, login, ...SHOTS }).some(isWanted)) return;
  test.setTimeout(900_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-screens-'));
  const cleaning = new AsyncDisposableStack();
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  try {
    const channels = Object.keys(CHANNELS).map((name) =>
      smallChannel(name, { renditions, master: name === 'refused' }),
    );
    const sim = await startSim({
      scenario: {
        name: 'screens',
        about: '',
        channels: [
          ...channels,
          talker({ name: TALKS, userId: '50000001', displayName: 'Salty_Harbour' }),
          talker({ name: TALKED, userId: '50000002', displayName: 'Chess_Corner', past: PAST }),
        ],
        steps: [],
      },
    });
    cleaning.defer(() => sim.stop());
    const full = await openInstallation(folder, 'full', { env: { VODKEEP_SITES: `${sim.url}/h/{host}` } });
    cleaning.defer(() => full.installation.stop());
    const empty = await openInstallation(folder, 'empty');
    cleaning.defer(() => empty.installation.stop());
    await Promise.all([full.lock(), empty.lock()]);
    await Promise.all([furnish(full, sim), furnishSite(full, sim)]);
    await furnishDialogs(shownIn({ full }));
    // Dialogs come first: one shows a clean-up, which spares VODs that were watched in the last minutes.
    for (const shots of [dialogs, { login, ...SHOTS }])
      await takeScreens({ browser, url: full.installation.url, where: { full, empty } }, shots);
  } finally {
    await cleaning.disposeAsync();
  }
});
