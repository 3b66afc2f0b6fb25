import { type MessageKey } from '#libs/messages';
import { z } from 'zod';
import { defineRoute, type RouteDef } from './route.js';

/** Why it is not wanted: for the description of the route, and as a message of the catalogue. */
interface NeverHere {
  readonly never: string;
  readonly message: Extract<MessageKey, `error.not-here.${string}`>;
}

/** A route of v0 that answers 501: it comes with an issue, or is not wanted here and why. */
export interface LaterRoute {
  readonly route: RouteDef;
  /** What it is about, as the operator reads it. */
  readonly what: string;
  readonly fate: { readonly comes: string } | NeverHere;
}

const RENDER = { comes: 'rendering chat' };
const CUT = { comes: 'cutting and splitting' };
const EXPORT = { comes: 'exports' };
const SITES = { comes: 'further sites' };
const NOTIFY = { comes: 'notifications' };

type Method = RouteDef['method'];
interface About {
  readonly what: string;
  readonly fate: LaterRoute['fate'];
}

/** Takes whatever a v0 client sends: the answer is the same. */
function later(method: Method, path: RouteDef['path'], { what, fate }: About): LaterRoute {
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  const params = z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().max(1024)])));
  const route = defineRoute({
    method,
    path,
    level: 'admin',
    summary: `${what}: ${'comes' in fate ? `comes with ${fate.comes}` : fate.never}`,
    params,
    query: z.looseObject({}),
    body: z.unknown(),
    errors: { ['comes' in fate ? 'comes-later' : 'not-here']: 501 },
  });
  return { route, what, fate };
}

/** Routes of v0 that answer 501 today; docs/later-routes.md is made of this. */
export const LATER_ROUTES: readonly LaterRoute[] = [
  later('POST', '/api/v0/vod/:uuid/renderwizard', { what: 'Rendering chat', fate: RENDER }),
  later('POST', '/api/v0/vod/:uuid/cut', { what: 'Cutting a VOD', fate: CUT }),
  later('POST', '/api/v0/vod/:uuid/splitbychapters', { what: 'Splitting a VOD by chapters', fate: CUT }),
  later('POST', '/api/v0/channels/:uuid/exportallvods', { what: 'Exporting all VODs of a channel', fate: EXPORT }),
  later('POST', '/api/v0/exporter', { what: 'Exporting', fate: EXPORT }),
  later('GET', '/api/v0/exporter/rclone/remotes', { what: 'Remotes of rclone', fate: EXPORT }),
  later('GET', '/api/v0/youtube/authenticate', { what: 'Signing in for uploads', fate: EXPORT }),
  later('GET', '/api/v0/youtube/callback', { what: 'Signing in for uploads', fate: EXPORT }),
  later('GET', '/api/v0/youtube/status', { what: 'Signing in for uploads', fate: EXPORT }),
  later('GET', '/api/v0/youtube/destroy', { what: 'Signing in for uploads', fate: EXPORT }),
  later('GET', '/api/v0/youtube/playlists', { what: 'Playlists for uploads', fate: EXPORT }),
  later('POST', '/api/v0/youtube/playlists', { what: 'Playlists for uploads', fate: EXPORT }),
  later('GET', '/api/v0/youtubeapi/videos/:channel_id', { what: 'Looking up YouTube', fate: SITES }),
  later('GET', '/api/v0/youtubeapi/video/:id', { what: 'Looking up YouTube', fate: SITES }),
  later('POST', '/api/v0/youtubeapi/channelid', { what: 'Looking up YouTube', fate: SITES }),
  later('GET', '/api/v0/kickapi/channels/:slug', { what: 'Looking up Kick', fate: SITES }),
  later('GET', '/api/v0/kickapi/users/:slug', { what: 'Looking up Kick', fate: SITES }),
  later('POST', '/api/v0/notifications/test', { what: 'A test notification', fate: NOTIFY }),
  later('GET', '/api/v0/telemetry/show', {
    what: 'Telemetry',
    fate: { never: 'Vodkeep sends no telemetry, so there is nothing to show', message: 'error.not-here.telemetry' },
  }),
  later('POST', '/api/v0/telemetry/send', {
    what: 'Telemetry',
    fate: { never: 'Vodkeep sends no telemetry', message: 'error.not-here.telemetry-sent' },
  }),
  later('POST', '/api/v0/tools/buildclient', {
    what: 'Building the page',
    fate: { never: 'the page is built with the server', message: 'error.not-here.build' },
  }),
  later('GET', '/api/v0/vod/:uuid/sync', {
    what: 'Syncing a VOD',
    fate: {
      never: 'v0 never answers this request, and Vodkeep has nothing to synchronise',
      message: 'error.not-here.sync',
    },
  }),
];
