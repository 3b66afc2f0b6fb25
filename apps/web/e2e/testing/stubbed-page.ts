import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import type { Channel, Vod } from '#libs/contracts';

const WEB = path.resolve(import.meta.dirname, '../../../../dist/web');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
export const ORIGIN = 'http://page.test';

/** The server's answers by `METHOD /path` below `/api/v0`: data, or a function of the call; `Refused` is an error. */
export class Refused {
  constructor(
    readonly status: number,
    readonly answer: object,
  ) {}
}
export type Answers = Readonly<Record<string, unknown>>;

const GENERAL: Answers = {
  'GET /settings': {
    app_name: 'Vodkeep',
    version: '0',
    server: '',
    config: { websocket_enabled: false },
    config_version: 0,
    favourites_version: 0,
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
  },
  'GET /games': {},
  'GET /channels': { streamer_list: [], total_size: 0, free_size: 1 },
  'GET /jobs': [],
  'GET /deadletters': [],
  'GET /health': { ok: true, services: [] },
  'GET /notices': [],
  'GET /sites': [],
};

/** Opens the built client on its own origin with a stubbed server. Box art and images of channels are plain squares. */
export async function openPage(page: Page, at: string, answers: Answers): Promise<void> {
  const all = { ...GENERAL, ...answers };
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/v0'))
      await answer(route, `${route.request().method()} ${pathname.slice('/api/v0'.length)}`, all);
    else if (pathname.startsWith('/cache/pictures/'))
      await route.fulfill({ contentType: 'image/svg+xml', body: SQUARE });
    else await fromBuild(route, pathname);
  });
  await page.goto(`${ORIGIN}${at}`);
}

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="140" height="190"><rect width="140" height="190" fill="#567"/></svg>';

async function answer(route: Route, call: string, all: Answers): Promise<void> {
  const json = (body: object, status = 200) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  if (call === 'GET /auth/check')
    return json({
      authentication: true,
      authenticated: true,
      guest_mode: false,
      message: '',
      status: 'OK',
      password_set: true,
    });
  const known =
    all[call] ?? (call === 'GET /vod' ? vodsOf(all, new URL(route.request().url()).searchParams) : undefined);
  const data: unknown =
    typeof known === 'function' ? (known as (body: unknown) => unknown)(route.request().postDataJSON()) : known;
  if (data instanceof Refused) return json({ status: 'ERROR', ...data.answer }, data.status);
  return data === undefined
    ? json({ status: 'ERROR', message: 'no', code: 'missing' }, 404)
    : json({ status: 'OK', data, message: '' });
}

/** The VODs in the answer of `GET /channels`, as `GET /vod` lists them. */
function vodsOf(all: Answers, query: URLSearchParams): Vod[] {
  const channel = query.get('channel');
  const states = query.get('state')?.split(',');
  const { streamer_list } = all['GET /channels'] as { streamer_list: readonly Channel[] };
  return streamer_list
    .flatMap((c) => c.vods_list)
    .filter((v) => (channel === null || v.channel_uuid === channel) && (states?.includes(v.state) ?? true));
}

async function fromBuild(route: Route, pathname: string): Promise<void> {
  const file = path.extname(pathname) === '' ? 'index.html' : pathname.slice(1);
  const body = await readFile(path.join(WEB, file)).catch(() => null);
  if (body === null) return route.fulfill({ status: 404, body: '' });
  await route.fulfill({
    contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
    body: file === 'index.html' ? body.toString().replace('<!--vodkeep-->', '<base href="/">') : body,
  });
}
