import { message, type MessageKey, type OwnMessage } from '#libs/messages';
import { z } from 'zod';
import { defineRoute, type RouteDef } from './route.js';

type Issue = Extract<MessageKey, `later.issue.${string}`>;
/** The issue that adds the route, or the reason why it will never exist. */
type Availability = { readonly comes: Issue } | { readonly never: Extract<MessageKey, `error.not-here.${string}`> };

/** A route of v0 that answers 501. */
export interface NotImplementedRoute {
  readonly route: RouteDef;
  /** Subject of the route. */
  readonly what: Exclude<Extract<MessageKey, `later.${string}`>, Issue>;
  readonly fate: Availability;
}

/** The message that the route answers with. */
export const notImplementedMessage = ({ what, fate }: Pick<NotImplementedRoute, 'what' | 'fate'>): OwnMessage =>
  'comes' in fate
    ? message('error.comes-later', { what: message(what), issue: message(fate.comes) })
    : message(fate.never, { what: message(what) });

const RENDER = { comes: 'later.issue.render' } as const;
const CUT = { comes: 'later.issue.cut' } as const;
const EXPORT = { comes: 'later.issue.export' } as const;
const SITES = { comes: 'later.issue.sites' } as const;

type Method = RouteDef['method'];

/** Accepts any request of a v0 client: the answer is always the same. */
function notImplemented(
  method: Method,
  path: RouteDef['path'],
  { what, fate }: Pick<NotImplementedRoute, 'what' | 'fate'>,
): NotImplementedRoute {
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  const params = z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().max(1024)])));
  const route = defineRoute({
    method,
    path,
    level: 'admin',
    // The API inserts the answer as the description: a page that shares the routes does not load a catalogue.
    summary: '',
    params,
    query: z.looseObject({}),
    body: z.unknown(),
    errors: { ['comes' in fate ? 'comes-later' : 'not-here']: 501 },
  });
  return { route, what, fate };
}

/** Routes of v0 that answer 501 at present; the source of docs/not-implemented.md. */
export const NOT_IMPLEMENTED_ROUTES: readonly NotImplementedRoute[] = [
  notImplemented('POST', '/api/v0/vod/:uuid/renderwizard', { what: 'later.render-chat', fate: RENDER }),
  notImplemented('POST', '/api/v0/vod/:uuid/cut', { what: 'later.cut-vod', fate: CUT }),
  notImplemented('POST', '/api/v0/vod/:uuid/splitbychapters', { what: 'later.split-vod', fate: CUT }),
  notImplemented('POST', '/api/v0/channels/:uuid/exportallvods', { what: 'later.export-channel', fate: EXPORT }),
  notImplemented('POST', '/api/v0/exporter', { what: 'later.export', fate: EXPORT }),
  notImplemented('GET', '/api/v0/exporter/rclone/remotes', { what: 'later.remotes', fate: EXPORT }),
  notImplemented('GET', '/api/v0/youtube/authenticate', { what: 'later.upload-sign-in', fate: EXPORT }),
  notImplemented('GET', '/api/v0/youtube/callback', { what: 'later.upload-sign-in', fate: EXPORT }),
  notImplemented('GET', '/api/v0/youtube/status', { what: 'later.upload-sign-in', fate: EXPORT }),
  notImplemented('GET', '/api/v0/youtube/destroy', { what: 'later.upload-sign-in', fate: EXPORT }),
  notImplemented('GET', '/api/v0/youtube/playlists', { what: 'later.upload-playlists', fate: EXPORT }),
  notImplemented('POST', '/api/v0/youtube/playlists', { what: 'later.upload-playlists', fate: EXPORT }),
  notImplemented('GET', '/api/v0/youtubeapi/videos/:channel_id', { what: 'later.look-up-youtube', fate: SITES }),
  notImplemented('GET', '/api/v0/youtubeapi/video/:id', { what: 'later.look-up-youtube', fate: SITES }),
  notImplemented('POST', '/api/v0/youtubeapi/channelid', { what: 'later.look-up-youtube', fate: SITES }),
  notImplemented('GET', '/api/v0/kickapi/channels/:slug', { what: 'later.look-up-kick', fate: SITES }),
  notImplemented('GET', '/api/v0/kickapi/users/:slug', { what: 'later.look-up-kick', fate: SITES }),
  notImplemented('GET', '/api/v0/telemetry/show', {
    what: 'later.telemetry',
    fate: { never: 'error.not-here.telemetry' },
  }),
  notImplemented('POST', '/api/v0/telemetry/send', {
    what: 'later.telemetry',
    fate: { never: 'error.not-here.telemetry-sent' },
  }),
  notImplemented('POST', '/api/v0/tools/buildclient', {
    what: 'later.build-page',
    fate: { never: 'error.not-here.build' },
  }),
  notImplemented('GET', '/api/v0/vod/:uuid/sync', {
    what: 'later.sync-vod',
    fate: { never: 'error.not-here.sync' },
  }),
];
