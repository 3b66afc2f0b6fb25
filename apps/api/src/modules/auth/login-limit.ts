import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { type HttpConfig } from '../../platform/http-config.js';
import { isFromLoopback } from '../../http/loopback.js';

const WINDOW_MS = 15 * 60_000;

/** Only a wrong password counts: the login routes answer 401 to nothing else. */
const FAILED_LOGINS = {
  windowMs: WINDOW_MS,
  skipSuccessfulRequests: true,
  requestWasSuccessful: (_req: Request, res: Response) => res.statusCode !== 401,
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  validate: false,
  handler: (_req: Request, _res: Response, next: NextFunction) => {
    next(new UserError(message('error.too-many-tries'), { status: 429 }));
  },
} as const;

/**
 * Limits password guesses per address (an IPv6 /56 counts as one address) and in total. The total limit does not apply
 * to loopback, so it never locks out an operator at the machine.
 * @param stampOf returns a value that changes with the password: guesses of an old password do not count against a new
 *   one, so the operator can log in after a reset
 */
export const loginLimits = (
  { perAddress, inAll }: HttpConfig['loginTries'],
  stampOf: () => Promise<string>,
): RequestHandler[] => [
  rateLimit({
    ...FAILED_LOGINS,
    limit: perAddress,
    keyGenerator: async (req) => `${ipKeyGenerator(req.ip ?? '')} ${await stampOf()}`,
  }),
  rateLimit({
    ...FAILED_LOGINS,
    limit: inAll,
    keyGenerator: async () => `all ${await stampOf()}`,
    skip: isFromLoopback,
  }),
];
