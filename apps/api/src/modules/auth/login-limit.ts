import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type Request, type RequestHandler, type Response } from 'express';
import { callerAddress, limitKey } from '../../http/caller-address.js';
import { isFromLoopback } from '../../http/loopback.js';
import { HttpConfig } from '../../platform/http-config.js';
import { KnownDevices } from './known-devices.js';
import { LoginHistory } from './login-history.js';
import { LoginThrottle } from './login-throttle.js';
import { Operator } from './operator.service.js';

/** Responses to a wrong password or code. Other refusals, for example of a caller without a session, are no guesses. */
const WRONG_GUESSES = new WeakSet<object>();

/** Makes the request of this response count as a failed try. */
export function countWrongGuess(res: Response): void {
  WRONG_GUESSES.add(res);
}

/**
 * Limits password guesses per caller and in total. The total does not slow down the machine itself, a browser that has
 * logged in with this password, or a caller at an address from which somebody has logged in. Such a browser also has a
 * limit of its own, so that a flood from its address does not slow it.
 */
@Injectable()
export class LoginLimit {
  private readonly throttle: LoginThrottle;
  constructor(
    private readonly operator: Operator,
    private readonly devices: KnownDevices,
    private readonly history: LoginHistory,
    private readonly config: HttpConfig,
  ) {
    this.throttle = new LoginThrottle(config.loginTries, Date.now);
  }

  readonly handler: RequestHandler = async (req, res, next) => {
    const { caller, shared } = await this.keysOf(req);
    // A response that is closed already emits no `close`: its place would never be free.
    if (req.socket.destroyed) return;
    const place = this.throttle.take(caller, shared);
    if ('refusedForMs' in place) {
      res.setHeader('Retry-After', String(Math.ceil(place.refusedForMs / 1000)));
      next(new UserError(message('error.too-many-tries.at-once'), { status: 429 }));
      return;
    }
    let isTurn = false;
    const turn = setTimeout(() => {
      isTurn = true;
      next();
    }, place.waitMs);
    res.once('close', () => {
      clearTimeout(turn);
      if (!isTurn) place.cancel();
      // A client that does not wait for its answer may have guessed wrong.
      else place.done(WRONG_GUESSES.has(res) || !res.writableFinished);
    });
  };

  /** The keys change with the password: guesses of an old one do not slow down the operator after a reset. */
  private async keysOf(req: Request): Promise<{ readonly caller: string; readonly shared: string | null }> {
    const stamp = await this.operator.stamp();
    const device = this.devices.of(req, stamp);
    const address = limitKey(callerAddress(req, this.config.trustProxy));
    const isKnown = device !== null || isFromLoopback(req) || (await this.history.hasLoginFrom(address));
    const caller = device === null ? address : `device ${device}`;
    return { caller: `${caller} ${stamp}`, shared: isKnown ? null : `all ${stamp}` };
  }
}
