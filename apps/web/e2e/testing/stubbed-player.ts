import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ChatAssets, ChatMessage, ChatPage } from '#libs/contracts';
import type { Page, Route } from '@playwright/test';

const run = promisify(execFile);
const WEB = path.resolve(import.meta.dirname, '../../../../dist/web');
const ORIGIN = 'http://chat.test';
const UUID = '11111111-1111-4111-8111-111111111111';
const STARTED = '2026-11-27T19:02:00.000Z';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Makes a moving video of two minutes with a keyframe every second. */
export async function makeFilm(to: string): Promise<void> {
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=320x180:rate=10',
    '-t',
    '120',
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '10',
    '-movflags',
    '+faststart',
    to,
  ]);
}

/** A stubbed server. `chat` is a function, so that a test can let the chat grow or fail. */
export interface StubbedServer {
  readonly film: string;
  readonly hasChat: boolean;
  readonly isLive?: boolean;
  /** Whether the dashboard's list contains the VOD too. */
  readonly listed?: boolean;
  /** Path below the root of the installation; by default the VOD's own page. */
  readonly at?: string;
  readonly assets?: ChatAssets;
  readonly chat: (from: number, to: number, author: string | null) => Partial<ChatPage> | 'fails';
}

/** Answers with the messages of a finished chat, like the server. */
export const finished =
  (messages: readonly ChatMessage[]): StubbedServer['chat'] =>
  (from, to, author) => ({
    messages: messages.filter(
      (m) => m.atMs >= from * 1000 && m.atMs < to * 1000 && (author === null || m.author?.id === author),
    ),
  });

const EMPTY: ChatAssets = { emotes: [], badges: [], cheers: [] };

const vodOf = ({ hasChat, isLive = false }: StubbedServer) => ({
  provider: 'base',
  provider_kind: 'any',
  uuid: UUID,
  channel_uuid: UUID.replace(/^1/, '2'),
  basename: 'film',
  stream_title: 'A film',
  segments: [],
  streamer_name: 'channel',
  streamer_login: 'channel',
  created_at: STARTED,
  started_at: STARTED,
  ended_at: STARTED,
  is_chatdump_captured: hasChat,
  duration: 120,
  chapters: [],
  state: isLive ? 'capturing' : 'finalized',
  state_reason: '',
  parts: [],
  gaps: [],
  track_gaps: [],
  media_ms: 120_000,
  missing_ms: 0,
  playlist_url: null,
  thumbnail_url: null,
  total_size: 1,
  live: isLive
    ? {
        state: 'writing',
        recorder: 'r',
        started_at: Date.parse(STARTED),
        last_segment_at: null,
        media_ms: 120_000,
        bytes: 1,
        bitrate: 1,
        missing_ms: 0,
        gaps: 0,
        rendition: '',
        spooled_bytes: 0,
        note: '',
      }
    : null,
  api_getUniqueGames: [],
  bookmarks: [],
  viewers: [],
  stream_pauses: [],
  files: [{ basename: 'film.mp4', size: 1, url: '/vods/film/film.mp4', start_ms: 0, end_ms: 120_000, is_copy: false }],
  archived_at: null,
  version: 0,
  site_vod_at_risk: false,
});

const CHANNEL = {
  uuid: UUID.replace(/^1/, '2'),
  provider: 'base',
  provider_kind: 'any',
  display_name: 'channel',
  displayName: 'channel',
  description: '',
  internalName: 'channel',
  login: 'channel',
  url: '',
  profile_image_url: '',
  profilePictureUrl: '',
  is_live: false,
  is_capturing: false,
  is_converting: false,
  live_since: null,
  no_capture: false,
  quality: ['best'],
  match: [],
  vods_list: [],
  vods_raw: [],
  vods_size: 1,
  vods_count: 1,
  clips_list: [],
  video_list: [],
  push: { status: 'polled', reason: '' },
  live_stream: null,
  verdict: { state: 'offline', reason: '', checked_at: null },
  record: { state: 'offline', reason: '', checked_at: null },
};

const DATA: Readonly<Record<string, unknown>> = {
  '/settings': {
    app_name: 'Vodkeep',
    version: '0',
    server: '',
    config: { websocket_enabled: false },
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
  '/games': {},
  '/jobs': [],
  '/deadletters': [],
  '/health': { ok: true, services: [] },
};

/**
 * Opens the built client on its own origin with a stubbed server.
 * @returns when the player's page is open and its video is loaded and paused
 */
export async function openPlayer(page: Page, server: StubbedServer): Promise<void> {
  const film = await readFile(server.film);
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname.startsWith('/api/v0'))
      await answer(route, pathname.slice('/api/v0'.length), { server, query: searchParams });
    else if (pathname.startsWith('/vods/film/')) await byRange(route, film);
    else await fromBuild(route, pathname);
  });
  await page.goto(`${ORIGIN}${server.at ?? `/vod/${UUID}`}`);
  await page.waitForFunction('document.querySelector("video")?.readyState >= 2');
  await page.evaluate('document.querySelector("video").pause()');
}

async function answer(
  route: Route,
  at: string,
  { server, query }: { readonly server: StubbedServer; readonly query: URLSearchParams },
): Promise<void> {
  const json = (body: object, status = 200) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  const ok = (data: unknown) => json({ status: 'OK', data });
  if (at === '/auth/check')
    return json({
      authentication: true,
      authenticated: true,
      guest_mode: false,
      message: '',
      status: 'OK',
      password_set: true,
    });
  if (at === `/vod/${UUID}/chat`) {
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    const page = server.chat(from, to, query.get('author'));
    return page === 'fails'
      ? json({ status: 'ERROR', message: 'away', code: 'away' }, 502)
      : ok({ messages: [], complete_to: to, cut: false, growing: false, gaps: [], moderation: [], ...page });
  }
  const data = { ...DATA, ...listsOf(server) };
  return at in data ? ok(data[at]) : json({ status: 'ERROR', message: 'no', code: 'missing' }, 404);
}

const listsOf = (server: StubbedServer): Readonly<Record<string, unknown>> => ({
  '/channels': { streamer_list: server.listed === true ? [CHANNEL] : [], total_size: 0, free_size: 1 },
  '/vod': server.listed === true ? [vodOf(server)] : [],
  [`/vod/${UUID}`]: vodOf(server),
  [`/vod/${UUID}/chat/assets`]: server.assets ?? EMPTY,
});

async function byRange(route: Route, film: Buffer): Promise<void> {
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(route.request().headers()['range'] ?? '') ?? [];
  const end = to === '' ? film.length - 1 : Math.min(Number(to), film.length - 1);
  await route.fulfill({
    status: 206,
    headers: {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${String(end)}/${String(film.length)}`,
    },
    body: film.subarray(Number(from), end + 1),
  });
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
