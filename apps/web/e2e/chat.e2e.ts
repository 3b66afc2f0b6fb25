import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { chatMessage } from '../src/features/chat/testing/chat-messages.js';
import { expectNoAxeFault } from './testing/accessible-page.js';
import { finished, makeFilm, openPlayer } from './testing/stubbed-player.js';

const textFragments = (text: string) => [{ type: 'text' as const, text }];
const by = (login: string) => ({
  author: { id: login, login, name: login, color: null, badges: [{ set: 'vip', version: '1' }] },
});
const SCRIPT = [
  chatMessage(2, { fragments: textFragments('good evening') }),
  chatMessage(5, { ...by('mm_tape'), fragments: textFragments('wrong crate') }),
  chatMessage(10, {
    ...by('spam'),
    fragments: textFragments('buy followers'),
    deleted: { atMs: 14_000, by: 'moderator' },
  }),
  chatMessage(20, {
    ...by('northpaw'),
    kind: 'notice',
    fragments: [
      { type: 'text', text: 'still here ' },
      {
        type: 'emote',
        id: 'k',
        source: 'twitch',
        name: 'Kappa',
        zeroWidth: false,
        width: 28,
        height: 28,
        assetKey: 'k',
      },
    ],
    notice: { kind: 'resub', systemText: 'northpaw subscribed for 14 months!', color: null },
  }),
  chatMessage(30, { fragments: textFragments('שלום לכולם') }),
  chatMessage(40, { fragments: textFragments('x'.repeat(500)) }),
  chatMessage(50, { fragments: textFragments('last word of oru') }),
];

let folder = '';
let film = '';
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-chat-'));
  film = path.join(folder, 'film.mp4');
  await makeFilm(film);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const seek = (page: Page, second: number) =>
  page.evaluate(`document.querySelector('video').currentTime = ${String(second)}`);
const line = (page: Page, second: number) => page.locator(`.chat-line[data-at="${String(second * 1000)}"]`);

test('chat stands beside the video in step with it, through seeks in both directions', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 5.5);
  await expect(line(page, 5)).toBeVisible();
  await expect(line(page, 10)).toHaveCount(0);
  await seek(page, 25);
  await expect(line(page, 20)).toContainText('northpaw subscribed for 14 months!');
  await seek(page, 3);
  await expect(line(page, 2)).toBeVisible();
  await expect(line(page, 5)).toHaveCount(0);
});

test('a message stands from its time on, to a twentieth of a second', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 9.95);
  await expect(line(page, 5)).toBeVisible();
  await expect(line(page, 10)).toHaveCount(0);
  await seek(page, 10.05);
  await expect(line(page, 10)).toBeVisible();
});

test('while it plays, a message comes by itself, not before its time', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 8.5);
  await expect(line(page, 5)).toBeVisible();
  await expect(line(page, 10)).toHaveCount(0);
  const appearedAt = await page.evaluate<number>(`new Promise((resolve) => {
    const video = document.querySelector('video');
    new MutationObserver(() => { if (document.querySelector('.chat-line[data-at="10000"]')) resolve(video.currentTime); }).observe(document.querySelector('.chat-list'), { childList: true, subtree: true });
    video.muted = true;
    void video.play();
  })`);
  expect(appearedAt).toBeGreaterThanOrEqual(10);
});

test('every piece of text is as wide as the layout measured it', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 55);
  await expect(line(page, 50)).toBeVisible();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const off = await page.evaluate<number[]>(`[...document.querySelectorAll('.chat-text')].map((box) => {
    const drawn = document.createRange();
    drawn.selectNodeContents(box);
    return Math.abs(drawn.getBoundingClientRect().width - box.getBoundingClientRect().width);
  })`);
  expect(off.length).toBeGreaterThan(20);
  expect(Math.max(...off)).toBeLessThan(0.1);
});

test('a deleted message is whole, then struck, then as the viewer wants it', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 12);
  await expect(line(page, 10)).toContainText('buy followers');
  await expect(line(page, 10).locator('.chat-struck')).toHaveCount(0);
  await seek(page, 15);
  await expect(line(page, 10)).toContainText('removed by a moderator');
  await page.getByRole('button', { name: 'Chat settings' }).click();
  await page.getByLabel('Deleted messages').selectOption('placeholder');
  await expect(line(page, 10)).toContainText('<message deleted>');
  await page.getByLabel('Deleted messages').selectOption('hidden');
  await expect(line(page, 10)).toHaveCount(0);
});

test('a viewer opens to all they have said, and a time leads there', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 55);
  await line(page, 50).getByRole('button', { name: 'Oru' }).click();
  const card = page.getByRole('dialog', { name: 'User Oru' });
  await expect(card.getByText('4 messages so far')).toBeVisible();
  await card.getByRole('button', { name: 'Go to 0:02' }).click();
  await expect.poll(() => page.evaluate('document.querySelector("video").currentTime')).toBe(2);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});

test('an offset shifts chat for this recording, and is kept', async ({ page }) => {
  await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
  await seek(page, 3);
  await expect(line(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Chat settings' }).click();
  await page.getByLabel('Offset (seconds)').fill('2.5');
  await expect(line(page, 5)).toHaveCount(1);
  await page.reload();
  await page.waitForFunction('document.querySelector("video")?.readyState >= 2');
  await expect(page.getByText('offset +2.5 s')).toBeVisible();
});

test('while a recording grows, what is said comes, and what is taken away is marked', async ({ page }) => {
  let attempt = 0;
  const live = { complete_to: 8, growing: true, messages: [SCRIPT[0]!] };
  await openPlayer(page, {
    film,
    hasChat: true,
    isLive: true,
    chat: (from) =>
      from < 0
        ? live
        : attempt++ === 0
          ? {
              growing: true,
              complete_to: 12,
              messages: [SCRIPT[1]!],
              moderation: [{ atMs: 9000, by: 'ban', messageId: null, userId: '7' }],
            }
          : { growing: true, complete_to: from },
  });
  await seek(page, 10);
  await expect(line(page, 5)).toBeVisible();
  await expect(line(page, 2)).toContainText('removed, user banned');
});

test('c shows and hides chat; a recording without one says so when asked, and not before', async ({ page }) => {
  await openPlayer(page, { film, hasChat: false, chat: finished([]) });
  await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByText('No chat in this recording')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0);
});

test("v0's player address of a file shows the chat of its VOD", async ({ page }) => {
  await openPlayer(page, {
    film,
    hasChat: true,
    listed: true,
    at: '/vodplayer#source=file_http&video_path=/vods/film/film.mp4',
    chat: finished(SCRIPT),
  });
  await seek(page, 6);
  await expect(line(page, 5)).toBeVisible();
  await page.getByRole('button', { name: 'Hide chat (c)' }).click();
  await expect(line(page, 5)).toHaveCount(0);
  await page.getByRole('button', { name: 'Chat (c)' }).click();
  await expect(line(page, 5)).toBeVisible();
});

test('lines of before stay while the ones of now cannot be had', async ({ page }) => {
  let away = false;
  await openPlayer(page, {
    film,
    hasChat: true,
    chat: (from, to, author) => (away ? 'fails' : finished(SCRIPT)(from, to, author)),
  });
  await seek(page, 6);
  await expect(line(page, 5)).toBeVisible();
  away = true;
  await seek(page, 100);
  await expect(line(page, 50)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'The chat failed to load.' })).toBeVisible();
});

test('a chat that cannot be loaded is tried again', async ({ page }) => {
  let away = true;
  await openPlayer(page, {
    film,
    hasChat: true,
    chat: (from, to, author) => (away ? 'fails' : finished(SCRIPT)(from, to, author)),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'The chat failed to load.' })).toBeVisible();
  away = false;
  await page.getByRole('complementary', { name: 'Chat' }).getByRole('button', { name: 'Try again' }).click();
  await seek(page, 6);
  await expect(line(page, 5)).toBeVisible();
});

test('chat has no fault that axe knows, on a phone either', async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPlayer(page, { film, hasChat: true, chat: finished(SCRIPT) });
    await seek(page, 55);
    await expect(line(page, 50)).toBeVisible();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoAxeFault(page, { within: '.chat', what: `${colorScheme}, ${String(width)} px` });
    }
    await page.getByRole('button', { name: 'Chat settings' }).click();
    await expectNoAxeFault(page, { within: '.chat', what: `${colorScheme}, chat settings` });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});
