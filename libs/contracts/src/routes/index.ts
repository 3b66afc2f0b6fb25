import * as about from './about.routes.js';
import * as auth from './auth.routes.js';
import * as bookmark from './bookmark.routes.js';
import * as channel from './channel.routes.js';
import * as chat from './chat.routes.js';
import * as cleanup from './cleanup.routes.js';
import * as clientSettings from './client-settings.routes.js';
import * as clip from './clip.routes.js';
import * as deadLetter from './dead-letter.routes.js';
import * as download from './download.routes.js';
import * as files from './files.routes.js';
import * as game from './game.routes.js';
import * as health from './health.routes.js';
import * as job from './job.routes.js';
import * as keyvalue from './keyvalue.routes.js';
import { NOT_IMPLEMENTED_ROUTES } from './not-implemented.routes.js';
import * as log from './log.routes.js';
import * as lookUp from './look-up.routes.js';
import * as naming from './naming.routes.js';
import * as notice from './notice.routes.js';
import * as notification from './notification.routes.js';
import { type RouteDef } from './route.js';
import * as scan from './scan.routes.js';
import * as security from './security.routes.js';
import * as settings from './settings.routes.js';
import * as siteVod from './site-vod.routes.js';
import * as sites from './sites.routes.js';
import * as space from './space.routes.js';
import * as subscription from './subscription.routes.js';
import * as task from './task.routes.js';
import * as tools from './tools.routes.js';
import * as vod from './vod.routes.js';
import * as vodStage from './vod-stage.routes.js';
import * as watch from './watch.routes.js';
import * as webhook from './webhook.routes.js';

export * from './about.routes.js';
export * from './auth.routes.js';
export * from './bookmark.routes.js';
export * from './channel.routes.js';
export * from './chat.routes.js';
export * from './cleanup.routes.js';
export * from './client-settings.routes.js';
export * from './clip.routes.js';
export * from './dead-letter.routes.js';
export * from './download.routes.js';
export * from './files.routes.js';
export * from './game.routes.js';
export * from './health.routes.js';
export * from './job.routes.js';
export * from './keyvalue.routes.js';
export * from './not-implemented.routes.js';
export * from './log.routes.js';
export * from './look-up.routes.js';
export * from './naming.routes.js';
export * from './notice.routes.js';
export * from './notification.routes.js';
export * from './scan.routes.js';
export * from './security.routes.js';
export * from './settings.routes.js';
export * from './site-vod.routes.js';
export * from './sites.routes.js';
export * from './space.routes.js';
export * from './subscription.routes.js';
export * from './task.routes.js';
export * from './tools.routes.js';
export * from './vod.routes.js';
export * from './vod-stage.routes.js';
export * from './watch.routes.js';
export * from './webhook.routes.js';

const isRoute = (v: unknown): v is RouteDef => typeof v === 'object' && v !== null && 'path' in v && 'level' in v;

/**
 * Every route, for OpenAPI, the start check (a route without a handler fails the start) and the authorisation matrix.
 */
export const ROUTES: readonly RouteDef[] = [
  auth,
  security,
  settings,
  clientSettings,
  channel,
  vod,
  bookmark,
  watch,
  chat,
  cleanup,
  clip,
  download,
  lookUp,
  siteVod,
  job,
  log,
  health,
  about,
  deadLetter,
  files,
  game,
  keyvalue,
  notification,
  subscription,
  task,
  tools,
  naming,
  notice,
  sites,
  webhook,
  scan,
  space,
  vodStage,
]
  .flatMap((module) => Object.values(module).filter(isRoute))
  .concat(NOT_IMPLEMENTED_ROUTES.map(({ route }) => route));
