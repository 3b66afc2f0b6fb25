import { type NextFunction, type Request, type Response } from 'express';

/** The largest event of a site is some kB. */
const MAX_BODY_BYTES = 64 * 1024;

/** The unchanged body, for signatures over its bytes. `tooLarge`: the body exceeded the limit and `bytes` is empty. */
export interface RawBody {
  readonly bytes: Buffer;
  readonly tooLarge: boolean;
}

/** Whether {@link readRawBody} has read this request's body. */
export const isRaw = (req: object): boolean => '_body' in req && req._body === true;

/** Reads the whole body without parsing it, so that the later parsers do not read it. */
export function readRawBody(req: Request, _res: Response, next: NextFunction): void {
  if (req.method !== 'POST') {
    next();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const done = (tooLarge: boolean): void => {
    // From here on ignore an abort by the client, because the request continues.
    req.removeAllListeners('data').removeAllListeners('end').off('error', next);
    const body: RawBody = { bytes: tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks), tooLarge };
    Object.assign(req, { body, _body: true });
    if (tooLarge) req.resume();
    next();
  };
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      done(true);
      return;
    }
    chunks.push(chunk);
  });
  req.once('end', () => {
    done(false);
  });
  req.once('error', next);
}
