import {
  authFirstPassword,
  authLogin,
  authPassword,
  importChat,
  importSettings,
  type SettingValues,
  siteHook,
} from '#libs/contracts';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { LoginLimit } from './modules/auth/login-limit.js';
import { Settings } from './settings/settings.service.js';
import { SocketAdapter } from './realtime/socket-adapter.js';
import { stripBasepath } from './http/basepath.js';
import { type HttpConfig } from './platform/http-config.js';
import { compressAnswers } from './http/playlist-compression.js';
import { ASSET_CACHING, servePackedAssets } from './http/packed-assets.js';
import { readRawBody } from './http/raw-body.js';
import { limitConnections } from './http/connection-limits.js';
import { HostNames } from './http/host-names.js';
import { refuseTwoHosts } from './http/one-host.js';
import { closeAfterIgnoredUpgrade, oneAfterTheOther } from './http/pipelining.js';
import { refuseOtherOrigins } from './http/same-origin.js';
import { securityHeaders } from './http/security-headers.js';
import { readWebPage, servePage } from './http/web-page.js';
import { deferLargeJson, readJson, readOtherBodies, streamBody } from './http/whole-body.js';

/** Limit of a JSON body in v0 (docs/reference/v0-api.md). */
const BODY_BYTES = 102_400;
/** Fits an export with several thousand channels. */
const IMPORT_BYTES = 4_194_304;
/** Fits an export of that size: its parts have 17 bytes and more on average. */
const IMPORT_PARTS = 250_000;
/** Members and elements of a JSON body. Each costs time, and the forms of v0 have some hundred. */
const BODY_PARTS = 20_000;

/**
 * Installs the middleware, which runs before the routes of Nest. Call once, before `app.init()`; the app needs
 * `bodyParser: false`. The order matters:
 *
 * - The requests of a connection wait for each other before they cost anything.
 * - The language comes next, because every later step may answer with an error text.
 * - The basepath is removed before the steps that depend on a path.
 * - Login limits come before any body is read.
 * - Large bodies are read after the guard.
 * - Parsers with a limit of their own come before the general ones, because the first parser that accepts a body reads it.
 */
export function configureHttp(app: NestExpressApplication, config: HttpConfig): void {
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  const settings = app.get(Settings, { strict: false });
  const hosts = new HostNames(config.hostNames, config.trustProxy, () => settings.get('app_url'));
  app.useWebSocketAdapter(new SocketAdapter(app, config.basepath, hosts));
  const page = readWebPage(config.webDir, config);
  limitConnections(app.getHttpServer(), config);
  app.use(oneAfterTheOther);
  app.use(closeAfterIgnoredUpgrade);
  app.use(setDefaultLanguage(settings));
  app.use(refuseTwoHosts);
  app.use(hosts.refuseOthers);
  app.use(stripBasepath(config.basepath));
  app.use(securityHeaders(page?.scriptHashes ?? [], () => settings.get('websocket_client_address')));
  app.use(compressAnswers());
  app.use(refuseOtherOrigins);
  app.use([authFirstPassword.path, authLogin.path, authPassword.path], app.get(LoginLimit, { strict: false }).handler);
  app.use(siteHook.path, readRawBody);
  app.use(importSettings.path, deferLargeJson(IMPORT_BYTES, IMPORT_PARTS));
  app.use(importChat.path, streamBody);
  app.use(readJson(BODY_BYTES, BODY_PARTS));
  app.use(readOtherBodies(BODY_BYTES));
  app.use('/api', forbidSharedCaches);
  if (config.webDir !== null && page) {
    app.use(servePackedAssets(config.webDir));
    app.useStaticAssets(config.webDir, { index: false, redirect: false, dotfiles: 'ignore', setHeaders: cacheAssets });
  }
  app.use(servePage(page));
}

/** Sets the language of the answer to a request that asks for none (`languageFor`). */
function setDefaultLanguage(settings: Settings) {
  return (
    _req: Request,
    res: Response<unknown, { language?: SettingValues['basic.language'] }>,
    next: NextFunction,
  ): void => {
    res.locals.language = settings.get('basic.language');
    next();
  };
}

/** Answers of the API depend on the session. A handler may replace the header. */
function forbidSharedCaches(_req: Request, res: Response, next: NextFunction): void {
  res.setHeader('Cache-Control', 'private, no-cache');
  next();
}

function cacheAssets(res: { setHeader(name: string, value: string): unknown }, file: string): void {
  res.setHeader('Cache-Control', /[\\/]assets[\\/]/.test(file) ? ASSET_CACHING : 'no-cache');
}
