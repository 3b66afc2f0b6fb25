import { expect, type Page, test } from '@playwright/test';
import { ACCESSIBLE, expectAccessible } from './testing/accessible-page.js';
import { openPage, Refused } from './testing/stubbed-page.js';
import { VOD } from './testing/stubbed-site.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE_AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
const AT = new Date(Date.UTC(2026, 10, 28, 12)).toISOString();
const session = (id: string, over: object = {}) => ({
  id,
  current: false,
  created_at: AT,
  used_at: AT,
  expires_at: AT,
  address: '192.0.2.7',
  agent: PHONE_AGENT,
  ...over,
});
const link = (id: string, over: object = {}) => ({
  id,
  vod_uuid: VOD,
  title: 'Harbour in the morning',
  made_by: 'operator',
  address: '192.0.2.7',
  created_at: AT,
  expires_at: AT,
  used_at: null,
  ...over,
});
const login = (outcome: string) => ({ at: AT, outcome, address: '2001:db8:1:2:3:4:5:6', agent: FIREFOX });

const GUESSES = 30;
const sessions = [session('a000000000000001', { current: true, agent: FIREFOX }), session('a000000000000002')];
const links = [link('b000000000000001'), link('b000000000000002', { title: null, made_by: 'guest', used_at: AT })];
const FULL = {
  'GET /auth/sessions': sessions,
  'GET /auth/links': links,
  'GET /auth/history': [login('ok'), ...Array.from({ length: GUESSES }, () => login('wrong-password'))],
};
const region = (page: Page, name: string) => page.getByRole('region', { name });

test('the security page shows logins, links and the login history, and ends a login and a link by keyboard', async ({
  page,
}) => {
  const [openSessions, openLinks] = [[...sessions], [...links]];
  await openPage(page, '/settings/security', {
    ...FULL,
    'GET /auth/sessions': () => openSessions,
    'GET /auth/links': () => openLinks,
    'DELETE /auth/sessions/a000000000000002': () => openSessions.splice(1),
    'DELETE /auth/links/b000000000000001': () => openLinks.splice(0, 1),
  });
  const logins = region(page, 'Logins');
  await expect(logins.getByRole('row')).toHaveCount(3);
  await expect(logins.getByRole('row', { name: 'Firefox, Linux this browser' }).getByRole('button')).toHaveCount(0);
  await logins.getByRole('button', { name: 'End the login of Safari, iOS' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(logins.getByRole('row')).toHaveCount(3);
  await logins.getByRole('button', { name: 'End the login of Safari, iOS' }).press('Enter');
  await question.getByRole('button', { name: 'End' }).press('Enter');
  await expect(logins.getByRole('row')).toHaveCount(2);

  const players = region(page, 'Links for players');
  await expect(players.getByRole('row', { name: 'a deleted VOD' })).toContainText('a guest');
  await players.getByRole('button', { name: 'End the link to Harbour in the morning' }).press('Enter');
  await question.getByRole('button', { name: 'End' }).press('Enter');
  await expect(players.getByRole('row')).toHaveCount(2);
  await expect(players.getByRole('link', { name: 'Harbour in the morning' })).toHaveCount(0);

  const history = region(page, 'Login history');
  await expect(history.getByRole('row')).toHaveCount(21);
  await history.getByRole('button', { name: `Show all ${String(GUESSES + 1)}` }).click();
  await expect(history.getByRole('row')).toHaveCount(GUESSES + 2);
  await expect(history.getByText('Wrong password', { exact: true })).toHaveCount(GUESSES);
});

test('the security page says that a list is empty, and offers to load a list again that failed', async ({ page }) => {
  let isBroken = true;
  await openPage(page, '/settings/security', {
    'GET /auth/sessions': [],
    'GET /auth/links': [],
    'GET /auth/history': () =>
      isBroken ? new Refused(503, { code: 'database-away', message: 'The database is away.' }) : [],
  });
  await expect(page.getByText('Nobody is logged in.')).toBeVisible();
  await expect(page.getByText('No link works now.')).toBeVisible();
  const history = region(page, 'Login history');
  await expect(history.getByText('The database is away.')).toBeVisible();
  isBroken = false;
  await history.getByRole('button', { name: 'Try again' }).click();
  await expect(history.getByText('Nobody has logged in yet.')).toBeVisible();
});

test('the security page says what it loads', async ({ page }) => {
  await openPage(page, '/settings/security', FULL);
  const asked = Promise.withResolvers<undefined>();
  await page.route('**/api/v0/auth/links', async (route) => {
    await asked.promise;
    await route.fallback();
  });
  await page.reload();
  await expect(page.getByText('Loading links…')).toBeVisible();
  asked.resolve(undefined);
  await expect(region(page, 'Links for players').getByRole('row')).toHaveCount(3);
});

test(`the security page ${ACCESSIBLE}`, async ({ page }) => {
  await openPage(page, '/settings/security', FULL);
  await expect(region(page, 'Login history').getByRole('row')).toHaveCount(21);
  await expectAccessible(page);
  const end = page.getByRole('button', { name: 'End the login of Safari, iOS' });
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport({ ratio: 1 });
});
