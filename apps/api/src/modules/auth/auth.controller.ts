import { authCheck, authLogin, authLogout, authPassword, type AuthState, type View } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Controller, Logger, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { HttpConfig } from '../../platform/http-config.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Settings } from '../../settings/settings.service.js';
import { type Caller, Who } from './caller.js';
import { Operator } from './operator.service.js';
import { passwordRemedy } from './password-remedy.js';
import { giveCookie, takeCookie } from './session-cookie.js';
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
    private readonly settings: Settings,
    private readonly config: HttpConfig,
  ) {}

  @Implements(authCheck)
  check(
    @ValidatedInput(authCheck) _: Input<typeof authCheck>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): View<typeof AuthState> {
    const isIn = caller.level === 'admin';
    if (!isIn) res.status(401);
    const known = {
      authenticated: isIn && caller.passwordSet,
      guest_mode: this.settings.get('guest_mode'),
      password_set: caller.passwordSet,
      status: isIn ? 'OK' : 'ERROR',
    } as const;
    if (!caller.passwordSet)
      return {
        ...known,
        authentication: !isIn,
        message: isIn ? message('answer.no-password-protection') : passwordRemedy(this.config),
      };
    return {
      ...known,
      authentication: true,
      message: isIn ? message('answer.logged-in') : message('answer.not-logged-in'),
    };
  }

  @Implements(authLogin)
  async login(
    @ValidatedInput(authLogin) { body }: Input<typeof authLogin>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): Promise<LoginAnswer> {
    if (caller.session !== null)
      return failed(res, {
        httpStatus: 400,
        code: 'already-in',
        message: message('answer.already-authenticated'),
        authenticated: true,
      });
    if (!(await this.operator.hasPassword()))
      return failed(res, { httpStatus: 400, code: 'no-password', message: message('answer.no-password-set') });
    if (!(await this.operator.verifyPassword(body.password))) {
      this.log.warn(`login with a wrong password from ${res.req.ip ?? 'unknown'}`);
      return failed(res, { httpStatus: 401, code: 'wrong-password', message: message('answer.login-failed') });
    }
    giveCookie(res, this.config.basepath, await this.sessions.start());
    return { authenticated: true, message: message('answer.login-successful'), status: 'OK' };
  }

  @Implements(authLogout)
  async logout(
    @ValidatedInput(authLogout) _: Input<typeof authLogout>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof authLogout>> {
    if (caller.session !== null) await this.sessions.end(caller.session);
    takeCookie(res, this.config.basepath);
    return { authenticated: false, message: message('answer.logout-successful'), status: 'OK' };
  }

  @Implements(authPassword)
  async password(
    @ValidatedInput(authPassword) { body }: Input<typeof authPassword>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof authPassword>> {
    if (await this.operator.hasPassword()) {
      if (!(await this.operator.verifyPassword(body.current ?? '')))
        throw new UserError(message('error.wrong-password'), {
          status: 401,
          fields: [{ path: 'current', message: message('field.not-current-password') }],
        });
      await this.operator.change(body.password);
    } else {
      await this.operator.setFirst(body.password);
    }
    giveCookie(res, this.config.basepath, await this.sessions.start());
    return { message: message('answer.password-saved') };
  }
}

function failed(
  res: Response,
  { httpStatus, ...answer }: { httpStatus: number; code: string; message: Message; authenticated?: boolean },
): LoginAnswer {
  res.status(httpStatus);
  return { authenticated: false, status: 'ERROR', ...answer };
}
