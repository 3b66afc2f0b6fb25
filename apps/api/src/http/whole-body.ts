import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { json, raw, type Request, type RequestHandler, type Response, type NextFunction } from 'express';
import { type IncomingMessage } from 'node:http';
import { isRaw } from './raw-body.js';

/** Requests whose handler reads the body as it comes. */
const STREAMED = new WeakSet<object>();
/** Those that were sent a body of no bytes, which the JSON parser tells as `{}`. */
const EMPTY = new WeakSet<object>();
/** Stands for bytes that were not kept. */
const UNREAD = Buffer.alloc(1);

const isJson = (req: IncomingMessage): boolean => /^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '');
/** What was read as raw bytes, or was too large for that, is not read again. */
export const isUnreadJson = (req: IncomingMessage): boolean => !isRaw(req) && !STREAMED.has(req) && isJson(req);

/** For a route that takes a file, which may be JSON itself. Before the parsers. */
export function streamBody(req: Request, _res: Response, next: NextFunction): void {
  STREAMED.add(req);
  next();
}

/** Given to the JSON parser as its `verify`. */
export const markEmpty = (req: IncomingMessage, _res: unknown, bytes: Buffer): void => {
  if (bytes.length === 0) EMPTY.add(req);
};

/**
 * Reads a body that no other parser took: what is not read looks like none, and was carried out as if there were none.
 */
export function readOtherBodies(limit: number): RequestHandler {
  const read = raw({ limit, type: (req) => !isRaw(req) && !isJson(req) && !STREAMED.has(req) });
  return (req, res, next) => {
    read(req, res, (fault?: unknown) => {
      // It is of the wrong kind however large it is.
      if (isTooLarge(fault)) req.body = UNREAD;
      next(isTooLarge(fault) ? undefined : fault);
    });
  };
}

/** @param limit bytes; what is larger is refused with UserError `body-too-large` (413), which names it */
export function readJson(limit: number): RequestHandler {
  const read = json({ limit, type: isUnreadJson, verify: markEmpty });
  return (req, res, next) => {
    read(req, res, (fault?: unknown) => {
      next(isTooLarge(fault) ? tooLarge(limit) : fault);
    });
  };
}

const isTooLarge = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && 'type' in fault && fault.type === 'entity.too.large';

function tooLarge(limit: number): UserError {
  const most = limit < 1_048_576 ? `${limit / 1024} kB` : `${limit / 1_048_576} MB`;
  return new UserError(message('error.body-too-large', { most }), { status: 413 });
}

/** What of a request's body its schema is asked about. `unread`: bytes that are no JSON. */
type SentBody =
  { readonly kind: 'none' } | { readonly kind: 'unread' } | { readonly kind: 'value'; readonly value: unknown };

/** @param req after the parsers */
export function sentBody(req: { readonly body?: unknown }): SentBody {
  if (Buffer.isBuffer(req.body)) return { kind: req.body.length === 0 ? 'none' : 'unread' };
  return req.body === undefined || EMPTY.has(req) ? { kind: 'none' } : { kind: 'value', value: req.body };
}
