import { expect, type Page, test } from '@playwright/test';
import { ACCESSIBLE, expectAccessible } from './testing/accessible-page.js';
import { openPage, Refused } from './testing/stubbed-page.js';

const AT = new Date(Date.UTC(2026, 10, 28, 12)).toISOString();
const receiver = (id: string, kind: string, over: object = {}) => ({
  id,
  kind,
  name: '',
  on: true,
  quiet: true,
  config: {},
  ready: true,
  fault: '',
  last: null,
  ...over,
});
const RECEIVERS = [
  receiver('browser', 'browser', { quiet: false }),
  receiver('telegram', 'telegram', { ready: false }),
  receiver('01A', 'gotify', {
    name: 'Phone',
    config: { url: 'https://gotify.example', token: '********' },
    last: { state: 'failed', at: AT, answer: '401 you need to provide a valid access token' },
  }),
];
interface Rule {
  readonly receiver: string;
  readonly category: string;
  readonly channel_uuid: string | null;
  readonly on: boolean | null;
}
const RULES: readonly Rule[] = [
  { receiver: 'browser', category: 'system', channel_uuid: null, on: true },
  { receiver: '01A', category: 'streamOnline', channel_uuid: null, on: true },
];
const delivery = (id: string, over: object) => ({
  id,
  receiver: '01A',
  category: 'streamOnline',
  title: 'Quay is live',
  state: 'sent',
  attempts: 1,
  created_at: AT,
  next_at: null,
  ended_at: AT,
  answer: '200 ok',
  ...over,
});
const FULL = {
  'GET /notification-receivers': { receivers: RECEIVERS, push_key: 'BAAA' },
  'GET /notification-rules': RULES,
  'GET /notification-templates': [],
  'GET /notification-deliveries': [
    delivery('2', { state: 'failed', answer: '401 no' }),
    delivery('1', { title: 'Pier is live' }),
  ],
};
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Body of the request that an action sends. @param call method and path below `/api/v0` */
async function bodyOf(page: Page, call: string, act: () => Promise<void>): Promise<unknown> {
  const isIt = (method: string, url: string): boolean =>
    `${method} ${new URL(url).pathname}`.replace('/api/v0', '') === call;
  const [request] = await Promise.all([page.waitForRequest((one) => isIt(one.method(), one.url())), act()]);
  return request.postDataJSON();
}

test('the matrix shows who gets what, and one cell is changed by keyboard', async ({ page }) => {
  const rules: Rule[] = [...RULES];
  await openPage(page, '/settings/notifications', {
    ...FULL,
    'GET /notification-rules': () => rules,
    'PUT /notification-rules': () => {
      rules.push({ receiver: '01A', category: 'recordingEnded', channel_uuid: null, on: true });
      return rules;
    },
  });
  const events = region(page, 'Events');
  await expect(events.getByRole('checkbox', { name: 'Channel goes live: Phone' })).toBeChecked();
  await expect(events.getByRole('checkbox', { name: 'Channel goes live: Open pages' })).not.toBeChecked();
  await expect(events.getByRole('columnheader', { name: 'Telegram' })).toHaveCount(0);
  const cell = events.getByRole('checkbox', { name: 'Recording ends: Phone' });
  await cell.focus();
  expect(await bodyOf(page, 'PUT /notification-rules', () => page.keyboard.press('Space'))).toEqual([
    { receiver: '01A', category: 'recordingEnded', channel_uuid: null, on: true },
  ]);
  await expect(cell).toBeChecked();
});

test('a receiver is added, a wrong field is marked, and a test shows its answer', async ({ page }) => {
  let isRefused = true;
  await openPage(page, '/settings/notifications', {
    ...FULL,
    'POST /notification-receivers': () =>
      isRefused
        ? new Refused(400, {
            code: 'invalid-input',
            message: 'wrong',
            fields: [{ path: 'config.url', message: 'must be an address' }],
          })
        : RECEIVERS[2],
    'POST /notification-receivers/01A/test': { ok: false, answer: '400 chat not found' },
  });
  const receivers = region(page, 'Receivers');
  await expect(receivers.getByText('Failed: 401 you need')).toBeVisible();
  await receivers.getByRole('button', { name: 'Add a receiver' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add a receiver' });
  await form.getByLabel('Name').fill('Script host');
  await form.getByLabel('Address').fill('nowhere');
  const sent = await bodyOf(page, 'POST /notification-receivers', () =>
    form.getByRole('button', { name: 'Save' }).press('Enter'),
  );
  expect(sent).toEqual({
    kind: 'webhook',
    name: 'Script host',
    on: true,
    quiet: true,
    config: { url: 'nowhere', secret: '' },
  });
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/must be an address/);
  isRefused = false;
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const phone = receivers.getByRole('listitem').filter({ hasText: 'Phone' });
  await phone.getByRole('button', { name: 'Test' }).click();
  await expect(phone.getByText('400 chat not found')).toBeVisible();
  await expect(receivers.getByRole('listitem').filter({ hasText: 'Telegram' })).toContainText('Not set up');
});

test('the texts of an event are changed, with the variables at hand, and a failed message is sent again', async ({
  page,
}) => {
  await openPage(page, '/settings/notifications', {
    ...FULL,
    'PUT /notification-templates': [],
    'POST /notification-deliveries/2/retry': {},
  });
  await page.getByRole('button', { name: 'Texts: Channel goes live' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Texts: Channel goes live' });
  await form.getByLabel('Title').fill('Look: ');
  await form.getByRole('button', { name: '{channel}' }).first().press('Enter');
  await form.getByRole('switch', { name: 'Pages read it aloud' }).press('Space');
  const sent = await bodyOf(page, 'PUT /notification-templates', () =>
    form.getByRole('button', { name: 'Save' }).press('Enter'),
  );
  expect(sent).toEqual({
    category: 'streamOnline',
    title: 'Look: {channel}',
    text: '{text}',
    picture: '{picture}',
    link: '{link}',
    speech: true,
  });
  await expect(form).toBeHidden();
  const again = region(page, 'Messages').getByRole('button', { name: 'Send again: Quay is live' });
  await bodyOf(page, 'POST /notification-deliveries/2/retry', () => again.press('Enter'));
});

test(`the notifications page ${ACCESSIBLE}`, async ({ page }) => {
  await openPage(page, '/settings/notifications', FULL);
  await expect(region(page, 'Messages').getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
});
