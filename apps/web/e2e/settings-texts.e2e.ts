import { expect, type Page, test } from '@playwright/test';
import { settingOf, textsOfSetting } from '#libs/contracts';
import { english } from '#libs/messages';
import { openPage, ORIGIN, Refused } from './testing/stubbed-page.js';

const KEYS = ['motd', 'guest_mode', 'capture.grace_s', 'video.chapters.title', 'filename_vod'] as const;
const fields = Object.fromEntries(
  KEYS.map((key) => {
    const { type, default: base, variables = [], choices } = settingOf(key);
    const { choices: choiceTexts, ...texts } = textsOfSetting(key, (text) => english({ key: text }));
    return [
      key,
      {
        ...texts,
        type: type === 'choice' ? 'array' : type,
        default: base,
        ...(choices === undefined ? {} : { choices, choice_texts: choiceTexts }),
        ...(variables.length === 0 ? {} : { replacements: Object.fromEntries(variables.map((name) => [name, {}])) }),
      },
    ];
  }),
);
const VIEW = {
  app_name: 'Vodkeep',
  version: '0',
  server: '',
  config: Object.fromEntries(KEYS.map((key) => [key, settingOf(key).default])),
  config_version: 0,
  favourites_version: 0,
  fields,
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

/** Opens the settings of the server in a language. @returns the files that the page loaded */
async function open(page: Page, language: string): Promise<string[]> {
  const loaded: string[] = [];
  page.on('request', (request) => {
    loaded.push(request.url());
  });
  await page.addInitScript(`localStorage.setItem('vodkeep_client', JSON.stringify({ language: '${language}' }))`);
  await openPage(page, '/settings/config', { 'GET /settings': VIEW });
  await expect(page.locator('.setting')).toHaveCount(KEYS.length);
  return loaded;
}
const tablesIn = (loaded: readonly string[]): number =>
  loaded.filter((url) => /\/(?:sv|ko|de)-[\w-]+\.js$/.test(url.slice(ORIGIN.length))).length;

test('settings are called in the language of the page, found by those words, and English loads no table of them', async ({
  page,
  context,
}) => {
  expect(tablesIn(await open(page, 'en'))).toBe(0);
  await expect(page.getByLabel('Titles of chapters')).toContainText('Title and category');

  const german = await context.newPage();
  // Texts of the page, and those of the settings.
  const loaded = await open(german, 'de');
  await expect.poll(() => tablesIn(loaded)).toBe(2);
  await expect(german.getByRole('heading', { name: 'Oberfläche' })).toBeVisible();
  await expect(german.locator('[id="setting-capture.grace_s"]')).toContainText('Sekunden');
  await expect(german.getByLabel('Titel der Kapitel')).toContainText('Titel und Kategorie');
  await german.getByLabel('Name der VODs').fill('{titel}');
  await expect(german.getByText('Die Vorlage verwendet bei Zeichen 1 eine unbekannte Variable {titel}')).toBeVisible();
  await german.getByRole('searchbox').fill('gastmodus');
  await expect(german.locator('.setting')).toHaveCount(1);
  await expect(german.getByRole('switch', { name: 'Gastmodus' })).toBeVisible();
});

test('a wrong value keeps the search and leads to its field, each time; what was said of it goes when the right one is saved', async ({
  page,
}) => {
  const refusal = new Refused(400, {
    message: 'config.capture.grace_s: must be at least 0',
    code: 'invalid-input',
    fields: [{ path: 'config.capture.grace_s', message: 'must be at least 0' }],
  });
  const config = { ...VIEW.config };
  await openPage(page, '/settings/config', {
    'GET /settings': () => ({ ...VIEW, config }),
    'PUT /settings': ({ config: sent }: { config: Record<string, number> }) =>
      sent['capture.grace_s']! < 0 ? refusal : Object.assign(config, sent),
  });
  const name = fields['capture.grace_s']!.text;
  const input = page.getByLabel(name);
  const toasts = page.locator('[data-sonner-toast]');
  await input.fill('-1');
  await page.getByRole('searchbox').fill('guest');
  await expect(input).toBeHidden();
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    // First, because it disappears by itself.
    await expect(toasts).toHaveText([`${name}: must be at least 0`]);
    await expect(input).toBeFocused();
    await expect(input).toBeInViewport({ ratio: 1 });
    await expect(input).toHaveAccessibleDescription(/must be at least 0/);
    await expect(page.getByRole('searchbox')).toHaveValue('guest');
    await page.getByRole('searchbox').focus();
  }
  await input.fill('60');
  await expect(input).toHaveValue('60');
  await input.press('Enter');
  await expect(toasts).toHaveText(['Saved.']);
  await expect(input).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 500 } });

  test('the save bar lies over nothing until something is changed, and the open page stands in sight in its row', async ({
    page,
  }) => {
    await open(page, 'en');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).not.toBeInViewport();
    await page.getByLabel('Message of the day').fill('Hello');
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(save).not.toBeInViewport();
    await page.goto(`${ORIGIN}/settings/tips`);
    await expect(page.getByRole('link', { name: 'Tips' })).toBeInViewport({ ratio: 1 });
  });
});
