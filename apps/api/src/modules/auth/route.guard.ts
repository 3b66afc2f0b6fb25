import { type Level } from '#libs/contracts';
import { BugError, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Access } from './access.service.js';
import { type Caller, mayCall, setCaller } from './caller.js';
import { passwordRemedy } from './password-remedy.js';
import { setSessionCookie } from './session-cookie.js';
import { SESSION_COOKIE } from './session-token.js';
import { Clock } from '../../platform/clock.js';
import { HttpConfig } from '../../platform/http-config.js';
import { MediaSigner } from '../../http/media-signer.js';
import { routeMetaOf } from '../../http/route-meta.js';
import { refuseCrossOrigin } from '../../http/same-origin.js';
import { signedScope } from '../../http/signed-scope.js';
import { parseCookie } from 'cookie';

/** The only guard: every controller method passes it. A method without a level is a bug and is never open. */
@Injectable()
export class RouteGuard implements CanActivate {
  constructor(
    private readonly access: Access,
    private readonly signer: MediaSigner,
    private readonly clock: Clock,
    private readonly config: HttpConfig,
  ) {}

  async canActivate(ctx: ExecutionContext): Promise<boolean> {
    if (ctx.getType() !== 'http') return true; // the socket handshake checks access itself
    const meta = routeMetaOf(ctx.getHandler());
    if (!meta) throw new BugError('route-gap', `${ctx.getClass().name}.${ctx.getHandler().name} has no level`);
    const req = ctx.switchToHttp().getRequest<Request>();
    if (meta.route?.changesState === true) refuseCrossOrigin(req);
    const { prolonged, ...caller } = await this.access.callerOf(req);
    setCaller(req, caller);
    if (prolonged) this.prolongCookie(ctx.switchToHttp().getResponse<Response>());
    if (mayCall(caller, meta.level) || this.isSigned(req, meta.level)) return true;
    throw this.refusal(caller);
  }

  private isSigned(req: Request, level: Level): boolean {
    const { sig, exp } = req.query;
    if (level !== 'guest' || typeof sig !== 'string' || typeof exp !== 'string') return false;
    const scope = signedScope(req.path);
    const verdict = scope === null ? 'bad' : this.signer.verify(scope, { sig, exp }, this.clock.now());
    if (verdict === 'expired') throw new UserError(message('error.link-expired'), { status: 403 });
    return verdict === 'good';
  }

  private refusal(caller: Caller): UserError {
    if (!caller.passwordSet) return new UserError(passwordRemedy(this.config), { status: 401 });
    return new UserError(message('error.login-required'), { status: 401 });
  }

  private prolongCookie(res: Response): void {
    const token = parseCookie(res.req.headers.cookie ?? '')[SESSION_COOKIE];
    if (token !== undefined) setSessionCookie(res, this.config.basepath, token);
  }
}
