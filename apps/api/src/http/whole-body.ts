import { UserError } from '#libs/errors';
import { exceededBound } from '#libs/input';
import { message } from '#libs/messages';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { json, raw, type Request, type RequestHandler, type Response, type NextFunction } from 'express';
import { type IncomingMessage } from 'node:http';
import { type Observable } from 'rxjs';
import { isDeeperThan, jsonTooDeep, MAX_JSON_DEPTH } from './json-depth.js';
import { parseInTurns } from './parse-in-turns.js';
import { isRaw } from './raw-body.js';

/** Requests whose handler reads the body as a stream. */
const STREAMED_REQUESTS = new WeakSet<object>();
/** Requests with an empty body, which the JSON parser reports as `{}`. */
const EMPTY_REQUESTS = new WeakSet<object>();
/** Requests with a large JSON body that is not read yet. */
const DEFERRED_REQUESTS = new WeakMap<object, DeferredBody>();
interface DeferredBody {
  readonly read: RequestHandler;
  /** Bytes. */
  readonly limit: number;
  readonly maxParts: number;
}
/** Placeholder for a body that was too large to read. */
const UNREAD_BODY = Buffer.alloc(1);

const isJson = (req: IncomingMessage): boolean => /^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '');
/** Whether the JSON parser may read the body: not if others have read it, or will. */
const isUnreadJson = (req: IncomingMessage): boolean =>
  !isRaw(req) && !STREAMED_REQUESTS.has(req) && !DEFERRED_REQUESTS.has(req) && isJson(req);

/** Marks a route that accepts a file, which may itself be JSON. Install it before the parsers. */
export function streamBody(req: Request, _res: Response, next: NextFunction): void {
  STREAMED_REQUESTS.add(req);
  next();
}

const hasMoreParts = (bytes: Buffer, most: number): boolean =>
  exceededBound(bytes.toString('latin1'), { parts: most }) !== null;

/** `verify` function of the JSON parser. The parser passes on the type of the error, and nothing else of it. */
const checkBytes =
  (maxParts: number) =>
  (req: IncomingMessage, _res: unknown, bytes: Buffer): void => {
    if (bytes.length === 0) EMPTY_REQUESTS.add(req);
    if (hasMoreParts(bytes, maxParts)) throw Object.assign(manyParts(maxParts), { type: MANY_PARTS });
  };
const MANY_PARTS = 'json.many-parts';

/**
 * Reads bodies that no other parser accepts. An unread body would look like a missing one, and the request would run
 * without it.
 */
export function readOtherBodies(limit: number): RequestHandler {
  const read = raw({ limit, type: (req) => !isRaw(req) && !isJson(req) && !STREAMED_REQUESTS.has(req) });
  return (req, res, next) => {
    read(req, res, (fault?: unknown) => {
      // The body has the wrong type, whatever its size.
      if (isTooLarge(fault)) req.body = UNREAD_BODY;
      next(isTooLarge(fault) ? undefined : fault);
    });
  };
}

/**
 * @param limit bytes
 * @param maxParts members and elements; a body above a limit is refused with UserError `body-too-large` (413), which
 *   contains the limit. A body that is nested too deep is refused with `json-too-deep` (400).
 */
export function readJson(limit: number, maxParts: number): RequestHandler {
  const read = json({ limit, type: isUnreadJson, verify: checkBytes(maxParts) });
  return (req, res, next) => {
    read(req, res, (fault?: unknown) => {
      if (typeOf(fault) === MANY_PARTS) next(manyParts(maxParts));
      else next(isTooLarge(fault) ? tooLarge(limit) : (fault ?? tooDeep(req)));
    });
  };
}

function tooDeep(req: Request): UserError | undefined {
  if (!isDeeperThan(req.body, MAX_JSON_DEPTH)) return undefined;
  req.body = undefined;
  return jsonTooDeep();
}

/**
 * Like {@link readJson}, for a body of several MB, which {@link ReadLargeJson} reads: strangers must not fill the memory
 * with many such bodies, which may arrive compressed a thousandfold.
 */
export function deferLargeJson(limit: number, maxParts: number): RequestHandler {
  const read = raw({ limit, type: () => true });
  return (req, _res, next) => {
    if (isJson(req)) DEFERRED_REQUESTS.set(req, { read, limit, maxParts });
    next();
  };
}

/**
 * Reads the body of a request that {@link deferLargeJson} has marked, and parses it in turns of the event loop. Runs
 * after the guard. The text is UTF-8.
 */
@Injectable()
export class ReadLargeJson implements NestInterceptor {
  async intercept(ctx: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (ctx.getType() === 'http') {
      const http = ctx.switchToHttp();
      await readDeferred(http.getRequest<Request>(), http.getResponse<Response>());
    }
    return next.handle();
  }
}

async function readDeferred(req: Request, res: Response): Promise<void> {
  const deferred = DEFERRED_REQUESTS.get(req);
  if (deferred === undefined) return;
  const { read, limit, maxParts } = deferred;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await read(req, res, resolve);
  const fault = await promise;
  if (isTooLarge(fault)) throw tooLarge(limit);
  if (fault !== undefined) throw fault as Error;
  const body: unknown = req.body;
  if (!Buffer.isBuffer(body)) return;
  if (hasMoreParts(body, maxParts)) throw manyParts(maxParts);
  if (body.length === 0) EMPTY_REQUESTS.add(req);
  req.body = body.length === 0 ? {} : await parseInTurns(body.toString('utf8'));
}

const typeOf = (fault: unknown): unknown =>
  typeof fault === 'object' && fault !== null && 'type' in fault ? fault.type : undefined;
const isTooLarge = (fault: unknown): boolean => typeOf(fault) === 'entity.too.large';

const manyParts = (most: number): UserError =>
  new UserError(message('error.body-too-large.parts', { most }), { status: 413 });

function tooLarge(limit: number): UserError {
  const most = limit < 1_048_576 ? `${limit / 1024} kB` : `${limit / 1_048_576} MB`;
  return new UserError(message('error.body-too-large', { most }), { status: 413 });
}

/** A request's body for validation by a schema. `unread`: the body is not JSON. */
type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'value'; readonly value: unknown };

/** @param req request after the parsers */
export function sentBody(req: { readonly body?: unknown }): SentBody {
  if (Buffer.isBuffer(req.body)) return { kind: req.body.length === 0 ? 'none' : 'unread' };
  return req.body === undefined || EMPTY_REQUESTS.has(req) ? { kind: 'none' } : { kind: 'value', value: req.body };
}
