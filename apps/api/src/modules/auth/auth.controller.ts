import {
  authCheck,
  authFirstPassword,
  authLogin,
  authLogout,
  authPassword,
  type AuthState,
  type View,
} from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Controller, Logger, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { HttpConfig } from '../../platform/http-config.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Settings } from '../../settings/settings.service.js';
import { type Caller, Who } from './caller.js';
import { KnownDevices } from './known-devices.js';
import { LinkEpoch } from './link-epoch.js';
import { LoginHistory } from './login-history.js';
import { countWrongGuess } from './login-limit.js';
import { FirstPasswordCode } from './first-password-code.js';
import { Operator, stampOf } from './operator.service.js';
import { passwordRemedy } from './password-remedy.js';
import { setSessionCookie, clearSessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.service.js';

type LoginAnswer = Result<typeof authLogin>;

/**
 * Login routes. Their answers have v0's format without an envelope (docs/reference/v0-api.md#access); a wrong password
 * is 401.
 */
@Controller()
export class AuthController {
  private readonly log = new Logger('auth');
  constructor(
    private readonly operator: Operator,
    private readonly sessions: Sessions,
    private readonly code: FirstPasswordCode,
    private readonly settings: Settings,
    private readonly config: HttpConfig,
    private readonly history: LoginHistory,
    private readonly devices: KnownDevices,
    private readonly epoch: LinkEpoch,
  ) {}

  @Implements(authCheck)
  check(
    @ValidatedInput(authCheck) _: Input<typeof authCheck>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): View<typeof AuthState> {
    const isAdmin = caller.level === 'admin';
    if (!isAdmin) res.status(401);
    const known = {
      authenticated: isAdmin && caller.passwordSet,
      guest_mode: this.settings.get('guest_mode'),
      password_set: caller.passwordSet,
      status: isAdmin ? 'OK' : 'ERROR',
    } as const;
    if (!caller.passwordSet)
      return {
        ...known,
        authentication: !isAdmin,
        message: isAdmin ? message('answer.no-password-protection') : passwordRemedy(this.config),
      };
    return {
      ...known,
      authentication: true,
      message: isAdmin ? message('answer.logged-in') : message('answer.not-logged-in'),
    };
  }

  @Implements(authLogin)
  async login(
    @ValidatedInput(authLogin) { body }: Input<typeof authLogin>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): Promise<LoginAnswer> {
    if (caller.session !== null)
      return failedLogin(res, {
        httpStatus: 400,
        code: 'already-in',
        message: message('answer.already-authenticated'),
        authenticated: true,
      });
    if (!(await this.operator.hasPassword()))
      return failedLogin(res, { httpStatus: 400, code: 'no-password', message: message('answer.no-password-set') });
    const hash = await this.operator.verifiedHash(body.password);
    if (hash === null || !(await this.startSession(res, hash))) {
      countWrongGuess(res);
      const from = this.history.senderOf(res.req);
      this.log.warn(`login with a wrong password from ${from.address}`);
      await this.history.add('wrong-password', from);
      return failedLogin(res, { httpStatus: 401, code: 'wrong-password', message: message('answer.login-failed') });
    }
    return { authenticated: true, message: message('answer.login-successful'), status: 'OK' };
  }

  @Implements(authLogout)
  async logout(
    @ValidatedInput(authLogout) _: Input<typeof authLogout>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof authLogout>> {
    if (caller.session !== null) await this.sessions.end(caller.session);
    clearSessionCookie(res, this.config.basepath);
    return { authenticated: false, message: message('answer.logout-successful'), status: 'OK' };
  }

  @Implements(authFirstPassword)
  async firstPassword(
    @ValidatedInput(authFirstPassword) { body }: Input<typeof authFirstPassword>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof authFirstPassword>> {
    if (await this.operator.hasPassword()) throw new UserError(message('error.password-set'), { status: 409 });
    if (!(await this.code.matches(body.code))) {
      countWrongGuess(res);
      this.log.warn(`first password with a wrong code from ${this.history.senderOf(res.req).address}`);
      throw new UserError(message('error.wrong-code'), {
        status: 401,
        fields: [{ path: 'code', message: message('field.not-first-password-code') }],
      });
    }
    return this.saveFirst(body.password, res);
  }

  @Implements(authPassword)
  async password(
    @ValidatedInput(authPassword) { body }: Input<typeof authPassword>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof authPassword>> {
    if (await this.operator.hasPassword()) {
      const hash = await this.operator.change(body.current ?? '', body.password);
      if (hash === null) {
        countWrongGuess(res);
        await this.history.add('wrong-password', this.history.senderOf(res.req));
        throw new UserError(message('error.wrong-password'), {
          status: 401,
          fields: [{ path: 'current', message: message('field.not-current-password') }],
        });
      }
      return this.loggedIn(res, hash);
    }
    return this.saveFirst(body.password, res);
  }

  private async saveFirst(password: string, res: Response): Promise<Result<typeof authPassword>> {
    const hash = await this.operator.setFirst(password);
    await this.code.discard();
    return this.loggedIn(res, hash);
  }

  private async loggedIn(res: Response, hash: string): Promise<Result<typeof authPassword>> {
    this.epoch.forget();
    await this.startSession(res, hash);
    return { message: message('answer.password-saved') };
  }

  /** @returns false if the password with this hash is not the password any more */
  private async startSession(res: Response, hash: string): Promise<boolean> {
    const from = this.history.senderOf(res.req);
    const token = await this.sessions.start(from, hash);
    if (token === null) return false;
    setSessionCookie(res, this.config.basepath, token);
    this.devices.remember(res, stampOf(hash));
    await this.history.add('ok', from);
    return true;
  }
}

function failedLogin(
  res: Response,
  { httpStatus, ...answer }: { httpStatus: number; code: string; message: Message; authenticated?: boolean },
): LoginAnswer {
  res.status(httpStatus);
  return { authenticated: false, status: 'ERROR', ...answer };
}
