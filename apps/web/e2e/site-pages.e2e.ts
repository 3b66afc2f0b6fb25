import { expect, type Page, test } from '@playwright/test';
import type { Channel, Notice } from '#libs/contracts';
import { openPage, Refused } from './testing/stubbed-page.js';
import { CHANNEL, CHANNELS, FINISHED, FULL_SITE, NOTICES, SITE, VOD } from './testing/stubbed-site.js';

const LIST = { streamer_list: CHANNELS, total_size: 4e9, free_size: 2e12 };

test.describe('settings of a site', () => {
  test('a newcomer reads that no account is needed, stores an app and tries it; the secret is never shown', async ({
    page,
  }) => {
    const sent: unknown[] = [];
    await openPage(page, '/settings/sites', {
      'GET /sites': [SITE],
      'PUT /sites/twitch/app': (body: unknown) => {
        sent.push(body);
        return { ...SITE, client_id: 'my-app', has_secret: true };
      },
      'POST /sites/twitch/app/test': (body: { client_secret?: string }) => ({
        ok: body.client_secret === 'right',
        message: body.client_secret === 'right' ? 'The app is accepted.' : 'The site does not know this secret.',
      }),
    });
    const site = page.getByRole('region', { name: 'Twitch' });
    await expect(site.getByText('Twitch works without an account.')).toBeVisible();
    await expect(site.getByText('Without your own app, Vodkeep only polls the site.')).toBeVisible();
    await expect(site.getByLabel('Redirect address')).toHaveValue(SITE.redirect_uri);
    await expect(site.getByRole('button', { name: 'Sign in to Twitch' })).toBeDisabled();
    const app = site.getByRole('form', { name: 'Your app' });
    await app.getByLabel('Client ID').fill(' my-app ');
    await app.getByLabel('Client secret').fill('wrong');
    await app.getByRole('button', { name: 'Test' }).click();
    await expect(app.getByText('The site does not know this secret.')).toBeVisible();
    await app.getByLabel('Client secret').fill('right');
    await expect(app.getByText('The site does not know this secret.')).toBeHidden();
    await app.getByRole('button', { name: 'Test' }).click();
    await expect(app.getByText('The app is accepted.')).toBeVisible();
    await app.getByRole('button', { name: 'Save' }).click();
    await expect(app.getByText('Stored encrypted and never shown.')).toBeVisible();
    await expect(app.getByLabel('Client secret')).toHaveValue('');
    expect(sent).toEqual([{ client_id: 'my-app', client_secret: 'right' }]);
    await expect(site.getByRole('button', { name: 'Sign in to Twitch' })).toBeEnabled();
  });

  test("the server's objection stands on its field", async ({ page }) => {
    await openPage(page, '/settings/sites', {
      'GET /sites': [SITE],
      'PUT /sites/twitch/app': new Refused(400, {
        message: 'client_secret is required',
        code: 'invalid-input',
        fields: [{ path: 'client_secret', message: 'is required' }],
      }),
    });
    const app = page.getByRole('form', { name: 'Your app' });
    await app.getByLabel('Client ID').fill('x');
    await app.getByRole('button', { name: 'Save' }).click();
    await expect(app.getByLabel('Client secret')).toHaveAttribute('aria-invalid', 'true');
    await expect(app.getByLabel('Client secret')).toHaveAccessibleDescription(/is required/);
  });

  test('signing in leads to the address that the server gives, and the return is said once', async ({ page }) => {
    await openPage(page, '/settings/sites', {
      'GET /sites': [{ ...SITE, client_id: 'my-app', has_secret: true }],
      'POST /sites/twitch/sign-in': {
        url: 'http://page.test/settings/sites?sign_in_error=denied',
      },
    });
    await page.getByRole('button', { name: 'Sign in to Twitch' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'You did not allow the sign-in on the site.' }),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/sites$/);
    await page.goto('http://page.test/settings/sites?signed_in=twitch');
    await expect(page.getByRole('alert').filter({ hasText: 'You are signed in to Twitch.' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Twitch' })).toBeVisible();
    await expect(page.getByText('You are signed in to Twitch.')).toBeHidden();
  });

  test('all that is stored, what is wrong, refused calls, and taking the token back after asking', async ({ page }) => {
    await openPage(page, '/settings/sites', {
      'GET /sites': [FULL_SITE],
      'DELETE /sites/twitch/playback': { ...FULL_SITE, has_playback_token: false },
    });
    await expect(page.getByText('Make a new one in the console')).toBeVisible();
    await expect(page.getByText('the_operator')).toBeVisible();
    await expect(page.getByText('5 of 6 subscriptions are active.')).toBeVisible();
    await expect(page.getByRole('row', { name: /wrong signature 12/ })).toBeVisible();
    const playback = page.getByRole('form', { name: 'Your playback token' });
    await expect(playback.getByText('auth-token')).toBeVisible();
    await playback.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(playback.getByRole('button', { name: 'Remove' })).toBeHidden();
  });
});

test.describe('adding a channel', () => {
  test('a name is taken for a channel of the site with its chat, an address for HLS; rules go along', async ({
    page,
  }) => {
    const sent: unknown[] = [];
    await openPage(page, '/settings/newchannel', {
      'POST /channels': (body: unknown) => {
        sent.push(body);
        return new Refused(400, {
          message: 'no',
          code: 'not-a-channel',
          fields: [{ path: 'url', message: 'Nobody of this name is there.' }],
        });
      },
    });
    const link = page.getByLabel('Link or name');
    const kind = page.getByRole('combobox', { name: 'Site' });
    await link.fill('https://example.org/live/index.m3u8');
    await expect(kind).toHaveText('HLS address');
    await expect(page.getByRole('switch', { name: 'Record the chat' })).toBeHidden();
    await link.fill('@Hana_Codes');
    await expect(kind).toHaveText('Twitch');
    await expect(page.getByRole('switch', { name: 'Record the chat' })).toBeChecked();
    await page.getByRole('button', { name: 'More options' }).click();
    const include = page.getByRole('group', { name: 'Record only if' });
    await include.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await expect(include.getByLabel('Text of rule 1')).toBeFocused();
    await page.keyboard.type('parser');
    await page.keyboard.press('Enter');
    await expect(include.getByLabel('Text of rule 2')).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(include.getByLabel('Text of rule 1')).toBeFocused();
    await page.getByRole('button', { name: 'Add channel' }).click();
    await expect(link).toHaveAccessibleDescription(/Nobody of this name is there\./);
    expect(sent).toEqual([
      {
        provider: 'twitch',
        url: '@Hana_Codes',
        live_chat: true,
        nearest_below: true,
        include: [{ on: 'title', text: 'parser' }],
      },
    ]);
  });

  test('sources-7 headers and certificates of an address go along, and a refused one is named', async ({ page }) => {
    const sent: unknown[] = [];
    await openPage(page, '/settings/newchannel', {
      'POST /channels': (body: unknown) => {
        sent.push(body);
        return new Refused(400, {
          message: 'no',
          code: 'bad-form',
          fields: [
            { path: 'source_headers[1]', message: 'contains a header that Vodkeep sets itself' },
            { path: 'source_ca', message: 'must be a certificate' },
          ],
        });
      },
    });
    const url = 'https://camera/live/index.m3u8';
    await page.getByLabel('Link or name').fill(url);
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByText('Access to the source').click();
    const headers = page.getByRole('textbox', { name: 'Headers' });
    await headers.fill('X-Key: a\nHost: b');
    await page.getByRole('textbox', { name: 'Further hosts' }).fill('cdn');
    await page.getByRole('textbox', { name: 'Certificate fingerprint' }).fill('AB:CD');
    await page.getByRole('textbox', { name: 'Certificate authority' }).fill('none');
    await page.getByRole('button', { name: 'Add channel' }).click();
    await expect(headers).toHaveAccessibleDescription(/a header that Vodkeep sets itself/);
    await expect(page.getByRole('textbox', { name: 'Certificate authority' })).toHaveAccessibleDescription(
      /must be a certificate/,
    );
    expect(sent).toEqual([
      {
        provider: 'hls',
        url,
        nearest_below: true,
        source_headers: 'X-Key: a\nHost: b',
        source_hosts: 'cdn',
        source_fingerprints: 'AB:CD',
        source_ca: 'none',
      },
    ]);
  });
});

test.describe('editing a channel', () => {
  /** A server on which another edit is saved while the form is open. @returns what was sent to it */
  async function editedMeanwhile(page: Page, theirs: Partial<Channel>): Promise<object[]> {
    const sent: object[] = [];
    let now = { ...CHANNELS[0]!, displayName: 'Hana', priority: 50, version: 3 };
    await openPage(page, `/settings/channels/${CHANNEL}`, {
      'GET /channels': () => ({ ...LIST, streamer_list: [now] }),
      [`PUT /channels/${CHANNEL}`]: ({ version, ...edit }: Partial<Channel>) => {
        sent.push({ version, ...edit });
        if (version === 3) now = { ...now, ...theirs, version: 4 };
        if (version !== now.version) return new Refused(409, { code: 'edit-conflict', message: 'no', data: now });
        now = { ...now, ...edit, version: now.version + 1 };
        return now;
      },
    });
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByLabel('Priority').fill('70');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return sent;
  }

  test('shows what another edit of the same field set, and keeps mine when asked to', async ({ page }) => {
    const sent = await editedMeanwhile(page, { displayName: 'Theirs' });
    const dialog = page.getByRole('dialog', { name: 'Someone else edited this' });
    await expect(dialog.getByRole('row', { name: 'Name Theirs Mine' })).toBeVisible();
    await expect(dialog.getByRole('row')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expect.poll(() => sent.at(-1)).toEqual({ version: 4, displayName: 'Mine', priority: 70 });
  });

  test('takes theirs when asked to, and saves the rest of mine', async ({ page }) => {
    const sent = await editedMeanwhile(page, { displayName: 'Theirs' });
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs');
    await expect(page.getByLabel('Priority')).toHaveValue('70');
    await expect.poll(() => sent.at(-1)).toEqual({ version: 4, priority: 70 });
  });

  test('keeps both edits without a question where they changed different fields', async ({ page }) => {
    const sent = await editedMeanwhile(page, { no_capture: true });
    await expect(page.getByRole('switch', { name: 'Do not record' })).toBeChecked();
    await expect.poll(() => sent.at(-1)).toEqual({ version: 4, displayName: 'Mine', priority: 70 });
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('the dashboard', () => {
  test('tells what is on, how the site tells, and why something is not recorded', async ({ page }) => {
    await openPage(page, '/dashboard', { 'GET /channels': LIST });
    const northwind = page.getByRole('region', { name: 'northwind' });
    for (const text of [
      'Deep Rock Survey',
      '12,340 viewers',
      'NoBackseating',
      'One or more subscriptions missing',
      'waiting for a recorder',
      'All recorders are busy.',
      'Free',
    ])
      await expect(northwind.getByText(text).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'hana_codes' }).getByText('Subscribed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'hana_codes' }).getByText('partner')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'pixelkiln' }).getByText('not recorded', { exact: true }),
    ).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /northwind/ }),
    ).toContainText(/12\.3k/i);
  });

  test('notices: newest first, what is over quieter, dismissed by keys, counted in the menu', async ({ page }) => {
    let retained = [...NOTICES];
    const gone = (id: string) => () => {
      retained = retained.filter((n) => n.id !== id);
      return {};
    };
    await openPage(page, '/dashboard', {
      'GET /channels': LIST,
      'GET /notices': () => retained,
      'DELETE /notices/renamed': gone('renamed'),
      'DELETE /notices/could': gone('could'),
    });
    const list = page.getByRole('region', { name: 'Needs attention' });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Dashboard, 2 notices' })).toBeVisible();
    // pixelkiln is reported once; northwind, which no notice is kept of, stays.
    await expect(list.locator('.notice b')).toHaveText([
      'northwind is live and is waiting for a recorder.',
      'hana is now called hana_codes.',
      'pixelkiln is live and nothing is recorded.',
      'The chat of hana_codes could not be recorded for 3 minutes.',
    ]);
    await list.getByRole('button', { name: 'Dismiss: hana is now called hana_codes.' }).press('Enter');
    await expect(list.getByText('hana is now called')).toBeHidden();
    await expect(list.getByRole('button', { name: /Dismiss: pixelkiln/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  });

  test('recordings that nothing is known of: the scan starts by a button of the notice, which goes with the problem', async ({
    page,
  }) => {
    const lost: Notice = {
      ...NOTICES[1]!,
      id: 'lost',
      kind: 'library-lost',
      level: 'warning',
      channel_uuid: null,
      title: 'Recordings that are not in the database',
      text: 'The database is empty.',
    };
    let scans = 0;
    await openPage(page, '/dashboard', {
      'GET /channels': LIST,
      'GET /notices': () => [{ ...lost, resolved_at: scans === 0 ? null : lost.last_at }],
      'POST /scan': () => {
        scans += 1;
        return { job: 'scan' };
      },
    });
    const list = page.getByRole('region', { name: 'Needs attention' });
    await list.getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(page.getByText('Scan started. See Jobs.')).toBeVisible();
    expect(scans).toBe(1);
    await page.reload();
    await expect(list.getByText('Recordings that are not in the database')).toBeVisible();
    await expect(list.getByRole('button', { name: 'Scan', exact: true })).toBeHidden();
  });

  test('a VOD has its chapters, its ads by name, and its viewers by file time', async ({ page }) => {
    await openPage(page, `/dashboard#vod_${VOD}`, { 'GET /channels': LIST });
    const vod = page.locator(`#vod_${VOD}`);
    const chapters = vod.getByRole('table').filter({ hasText: 'Category' });
    await expect(chapters.getByRole('row')).toHaveCount(5);
    await expect(chapters.getByRole('row', { name: /be right back/ })).toContainText('mature');
    await expect(chapters.getByRole('link', { name: 'Watch from 0:10:00' })).toHaveAttribute(
      'href',
      `/vod/${VOD}?t=600`,
    );
    await expect(vod.getByRole('img', { name: /1 gap, 24 s missing, ads 30 s/ }).first()).toBeVisible();
    await expect(vod.locator('.strip-legend')).toHaveText(
      /Just Chatting.*Software and Game Development.*ads 30 s.*24 s missing/,
    );
    const viewers = vod.getByRole('slider', { name: 'Viewers' });
    await viewers.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(viewers).toHaveAttribute('aria-valuetext', /viewers at 0:59$/);
    await viewers.hover({ position: { x: 1, y: 10 } });
    await expect(vod.locator('.viewers-tip')).toHaveText(/600 viewers at 0:00/);
  });
});

test('videos at the site: what is here leads to its VOD and is offered in part only, and pictures come from us', async ({
  page,
}) => {
  const video = (id: string, title: string, vod_uuid: string | null) => ({
    id,
    title,
    description: '',
    url: `https://www.twitch.tv/videos/${id}`,
    thumbnail: `http://site.test/${id}-%{width}x%{height}.jpg`,
    picture: `/cache/pictures/${id}`,
    vod_uuid,
    created_at: '2026-11-27T19:00:00.000Z',
    duration: 3600,
    view_count: 5,
    muted_segments: null,
    stream_id: '1',
    type: 'archive',
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    requests.push(request.url());
  });
  let videos = [video('1', 'Day 41', VOD), video('2', 'Day 40', null)];
  await openPage(page, '/dashboard', {
    'GET /channels': LIST,
    'GET /twitchapi/videos/hana_codes': () => videos,
    [`GET /vod/${VOD}`]: FINISHED,
    [`GET /channels/${CHANNEL}/download/2`]: () => {
      videos = [videos[0]!, { ...videos[1]!, vod_uuid: VOD }];
      return { job: 'download_vod_2', vod: VOD };
    },
  });
  await page
    .getByRole('region', { name: 'hana_codes' })
    .getByRole('button', { name: 'More actions for hana_codes' })
    .click();
  await page.getByRole('menuitem', { name: /Videos on the site/ }).click();
  const [here, away] = [
    page.getByRole('listitem').filter({ hasText: 'Day 41' }),
    page.getByRole('listitem').filter({ hasText: 'Day 40' }),
  ];
  await expect(here.locator('img')).toBeVisible();
  await expect(here.getByRole('button', { name: 'Download Day 41' })).toBeDisabled();
  await here.getByLabel('End time in Day 41').fill('1:00');
  await expect(here.getByRole('button', { name: 'Download Day 41' })).toBeEnabled();
  await expect(away.getByRole('link', { name: 'Already in the library' })).toBeHidden();
  await away.getByRole('button', { name: 'Download Day 40' }).click();
  await expect(away.getByRole('link', { name: 'Already in the library' })).toBeVisible();
  expect(requests.filter((url) => url.includes('site.test'))).toEqual([]);
  expect(requests.filter((url) => url.includes('/cache/pictures/1'))).not.toEqual([]);
  await here.getByRole('link', { name: 'Already in the library' }).click();
  await expect(page).toHaveURL(new RegExp(`/vod/${VOD}$`));
});

test('a chapter moves the player that is open, and its keys read the same', async ({ page }) => {
  await openPage(page, `/vod/${VOD}`, {
    [`GET /vod/${VOD}`]: {
      ...FINISHED,
      files: [{ basename: 'f.mp4', size: 1, url: '/vods/f.mp4', start_ms: 0, end_ms: 60_000, is_copy: false }],
    },
  });
  await page.getByRole('button', { name: 'Watch from 0:40:00' }).press('Enter');
  await expect.poll(() => page.evaluate('document.querySelector("video").currentTime')).toBe(2400);
  await page.getByRole('slider', { name: 'Viewers' }).focus();
  for (const key of ['Home', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => page.evaluate('document.querySelector("video").currentTime')).toBe(59);
});

for (const width of [1440, 390]) {
  test(`nothing of a site scrolls sideways at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const at of ['/settings/sites', '/dashboard', `/settings/channels/${CHANNEL}`]) {
      await openPage(page, at, {
        'GET /sites': [FULL_SITE],
        'GET /channels': LIST,
        'GET /notices': NOTICES,
        [`GET /vod/${VOD}`]: FINISHED,
      });
      await expect(page.getByRole('main')).toContainText(/Twitch|hana_codes/);
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), { message: at })
        .toBeLessThanOrEqual(0);
    }
  });
}
