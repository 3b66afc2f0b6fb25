import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type NextFunction, type Request, type Response } from 'express';
import { type IncomingMessage } from 'node:http';

/**
 * Whether the request names one host only. Node keeps the first of two Host headers, and a proxy in between may use the
 * other one (RFC 9112 section 3.2).
 */
export const namesOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length <= 1;

/** @throws UserError `bad-request` (400) */
export function refuseTwoHosts(req: Request, _res: Response, next: NextFunction): void {
  next(namesOneHost(req) ? undefined : new UserError(message('error.bad-request'), { status: 400 }));
}
