import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ChatPage } from '#libs/contracts';
import type { Page } from '@playwright/test';
import { openInstallation, type OpenInstallation } from './testing/open-installation.js';
import { runSql } from './testing/run-sql.js';
import { finished, makeFilm, openPlayer } from './testing/stubbed-player.js';
import { expect, test } from './testing/test.js';

/** Each would call `ran()` if any part of it became markup, an address, or a script. */
const PAYLOADS = [
  '<script>ran()</script>',
  '</script><script>ran()</script>',
  '</title><script>ran()</script>',
  '</style><script>ran()</script>',
  '<img src=x onerror=ran()>',
  '<img src=x onerror="ran()">',
  '"><img src=x onerror=ran()>',
  "'><img src=x onerror=ran()>",
  '<svg onload=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg><animate onbegin=ran() attributeName=x dur=1s>',
  '<body onload=ran()>',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<object data="javascript:ran()"></object>',
  '<embed src="javascript:ran()">',
  '<a href="javascript:ran()" autofocus onfocus=ran()>x</a>',
  'javascript:ran()',
  'data:text/html,<script>parent.ran()</script>',
  '" autofocus onfocus="ran()',
  "' onmouseover='ran()' x='",
  '<details open ontoggle=ran()>',
  '<video><source onerror=ran()></video>',
  '<input autofocus onfocus=ran()>',
  '<style>@import "javascript:ran()"</style>',
  '<math><mtext><style><img src=x onerror=ran()></style></mtext></math>',
  '<link rel=stylesheet href="data:text/css,*{}" onload=ran()>',
  '{{constructor.constructor("ran()")()}}',
  '${ran()}',
  '<template><script>ran()</script></template><slot onslotchange=ran()>',
  'https://a.example/"onmouseover="ran()',
  '\u202e<ScRiPt>ran()</sCrIpT>',
] as const;
const [FIRST] = PAYLOADS;
const STARTED = new Date('2026-11-01T10:00:00Z');
const payload = (n: number): string => PAYLOADS[n % PAYLOADS.length] ?? FIRST;

let open: OpenInstallation;
let film = '';
test.beforeAll(async ({ folder }) => {
  film = path.join(folder, 'film.mp4');
  await makeFilm(film);
  open = await openInstallation(folder, 'stored-scripts');
});
test.afterAll(() => open.installation.stop());

/** Channels through the import of settings, as an operator gets a file from somebody else. */
async function plantChannels(): Promise<readonly string[]> {
  const channels = PAYLOADS.map((display_name, n) => ({
    uuid: randomUUID(),
    provider: 'hls',
    internal_name: `planted${String(n)}`,
    display_name: display_name.replaceAll('\u202e', ''),
    url: `http://127.0.0.1:9/${String(n)}`,
    source_id: `http://127.0.0.1:9/${String(n)}`,
    options: { no_capture: true },
  }));
  const body = {
    format: 'vodkeep-settings',
    version: 1,
    app_version: FIRST,
    exported_at: STARTED.toISOString(),
    settings: { app_name: payload(2), motd: payload(4) },
    channels,
    favourites: [FIRST],
  };
  const answer = await open.api.call('/api/v0/settings/import?confirm=channels', { method: 'POST', body });
  expect(answer.status, await answer.text()).toBe(200);
  return channels.map(({ uuid }) => uuid);
}

/** What a site reports, and names of files: rows as a recording leaves them. */
async function plantVods(channels: readonly string[]): Promise<readonly string[]> {
  const vods: string[] = [];
  for (const [n, channel] of channels.entries()) {
    const [uuid, text] = [randomUUID(), payload(n)];
    const bookmarks = [{ id: 'b', name: text, at: STARTED.getTime() + 1000, offsetMs: null, createdAt: 0 }];
    await runSql(
      open.installation,
      `INSERT INTO vod (uuid, channel_uuid, provider_kind, stream_id, basename, channel_name, channel_display, title,
         state, assigned, assigned_at, started_at, ended_at, created_at, media_ms, clock, segments_gone, comment,
         bookmarks, convert_state)
       VALUES ($1, $2, 'hls', $3, $4, $4, $4, $4, 'finalized', false, $5, $5, $6, $5, 60000, $7, true, $4, $8, 'done')`,
      [
        ...[uuid, channel, uuid, text, STARTED, new Date(STARTED.getTime() + 60_000)],
        JSON.stringify([{ site: STARTED.getTime(), siteMs: 60_000, file: 0, fileMs: 60_000 }]),
        JSON.stringify(bookmarks),
      ],
    );
    await runSql(
      open.installation,
      `INSERT INTO file (id, vod_uuid, file_id, attempt, key, basename, size_bytes, start_ms, end_ms, video_ms, metadata,
         created_at)
       VALUES ($1, $2, 'f0', 'a', $3, $4, 1, 0, 60000, 60000, $5, $6)`,
      [
        ...[`${uuid}-f0`, uuid, `vods/${uuid}/files/f0/a.mp4`, `${text}.mp4`],
        ...[{ type: 'video', container: text, size: 1, duration: 60, full_duration: 60, bitrate: 1 }, STARTED],
      ],
    );
    await runSql(
      open.installation,
      `INSERT INTO vod_chapter (vod_uuid, at, title, category, is_mature) VALUES ($1, $2, $3, $4, false)`,
      [uuid, STARTED.getTime(), text, { id: String(n), name: text, boxArtUrl: 'javascript:ran()' }],
    );
    await runSql(
      open.installation,
      `INSERT INTO clip (uuid, channel_uuid, channel_name, provider_kind, site_id, folder, basename, title, key,
         size_bytes, duration_ms, source_url, created_at, saved_at)
       VALUES ($1, $2, $3, 'hls', $3, '', $3, $3, $4, 1, 1000, 'javascript:ran()', $5, $5)`,
      [randomUUID(), channel, text, `clips/${uuid}/a.mp4`, STARTED],
    );
    vods.push(uuid);
  }
  return vods;
}

/** A chat of another tool, with each payload as text, author, colour, badge, emote and link. */
async function plantChat(uuid: string): Promise<void> {
  const comments = PAYLOADS.map((text, n) => ({
    _id: `m${String(n)}`,
    content_offset_seconds: n / 10,
    commenter: { display_name: text, _id: text, name: text },
    message: {
      body: text,
      fragments: [
        { text: `${text} ` },
        { text, emoticon: { emoticon_id: text } },
        { text, link: 'javascript:ran()' },
        { text, emote: { id: text, source: '7tv', zero_width: false, width: 1, height: 1, asset: text } },
      ],
      user_badges: [{ _id: text, version: text }],
      user_color: text,
      notice: n % 2 === 0 ? { kind: text, system_text: text, color: text } : null,
    },
  }));
  const answer = await open.api.call(`/api/v0/vod/${uuid}/chat/import`, { method: 'POST', body: { comments } });
  expect(answer.status, await answer.text()).toBe(200);
}

interface Watched {
  /** Calls of `ran`, and what the content security policy had to stop. */
  readonly faults: string[];
}

async function watch(page: Page): Promise<Watched> {
  const faults: string[] = [];
  await page.exposeFunction('ran', () => faults.push(`ran on ${page.url()}`));
  await page.exposeFunction('stopped', (what: string) => faults.push(`stopped on ${page.url()}: ${what}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    stopped(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
  });`);
  return { faults };
}

test('what sites, files and other tools deliver is shown as text on every page, and nothing of it runs', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const vods = await plantVods(await plantChannels());
  await plantChat(vods[0]!);
  const { faults } = await watch(page);
  const visit = async (at: string, shown: string): Promise<void> => {
    await page.goto(`${open.installation.url}${at}`);
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(page.locator('script:not([src])')).toHaveCount(1);
  };

  await test.step('the planted script would be seen if it ran, and an inline one is stopped', async () => {
    await page.goto(open.installation.url);
    await page.evaluate('ran()');
    await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: 'ran()' }))`);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=ran()><b style="top:0">')`);
    const kinds = (): string[] => faults.map((fault) => fault.replace(/ on \S+/, '').slice(0, 40)).sort();
    await expect
      .poll(kinds)
      .toEqual([
        'ran',
        'stopped script-src-attr inline ',
        'stopped script-src-elem inline ',
        'stopped style-src-attr inline ',
      ]);
    faults.length = 0;
  });

  await test.step('dashboard, with the box of each channel and the row of each VOD', async () => {
    await visit('/dashboard', payload(4));
    for (const uuid of vods) await page.goto(`${open.installation.url}/dashboard#vod_${uuid}`);
    await expect(page.locator(`#vod_${vods.at(-1)!}`)).toBeVisible();
  });
  await test.step('the page of each VOD', async () => {
    for (const [n, uuid] of vods.entries()) await visit(`/vod/${uuid}`, payload(n));
  });
  await test.step('other pages', async () => {
    await visit('/settings/channels', payload(3));
    await visit('/settings/config', 'Settings');
    await visit('/settings/favourites', 'Favourite');
    await visit('/jobs', 'Jobs');
    await visit('/log', 'Log');
    await visit('/about', 'About');
    await page.goto(`${open.installation.url}/api/docs`);
    await expect(page.getByRole('heading', { name: 'Vodkeep API' })).toBeVisible();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('table')).borderCollapse`)).toBe('collapse');
  });
  await test.step('the imported chat beside a video, even without the policy', async () => {
    const { messages } = await open.api.get<ChatPage>(`/api/v0/vod/${vods[0]!}/chat?from=-10&to=60`);
    expect(messages).toHaveLength(PAYLOADS.length);
    await openPlayer(page, { film, hasChat: true, chat: finished(messages) });
    await page.evaluate(`document.querySelector('video').currentTime = 5`);
    for (const text of PAYLOADS.slice(-3))
      await expect(page.locator('.chat-line', { hasText: text }).first()).toBeVisible();
    expect(await page.locator('a[href^="javascript:"], a[href^="data:"]').count()).toBe(0);
  });
  expect(faults).toEqual([]);
});
