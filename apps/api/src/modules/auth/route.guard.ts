import { isOwnRequest, type Level, reachHere } from '#libs/contracts';
import { BugError, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Access } from './access.service.js';
import { type Caller, mayCall, setCaller, setLink } from './caller.js';
import { OpenAnswers } from './open-answers.js';
import { type LinkVerdict, PlayerLinks } from './player-links.service.js';
import { passwordRemedy } from './password-remedy.js';
import { setSessionCookie } from './session-cookie.js';
import { SESSION_COOKIE } from './session-token.js';
import { HttpConfig } from '../../platform/http-config.js';
import { hasPlace } from '../../http/connection-limits.js';
import { routeMetaOf } from '../../http/route-meta.js';
import { requireOwnPage } from '../../http/same-origin.js';
import { Settings } from '../../settings/settings.service.js';
import { parseCookie } from 'cookie';

function refuseOwnRequest({ headers }: Request): void {
  if (isOwnRequest(headers)) throw new UserError(message('error.own-request'), { status: 403 });
}

function tooManyConnections(res: Response): UserError {
  res.set('Connection', 'close');
  return new UserError(message('error.too-many-connections'), { status: 429 });
}

/** The only guard: every controller method passes it. A method without a level is a bug and is never open. */
@Injectable()
export class RouteGuard implements CanActivate {
  constructor(
    private readonly access: Access,
    private readonly links: PlayerLinks,
    private readonly config: HttpConfig,
    private readonly settings: Settings,
    private readonly answers: OpenAnswers,
  ) {}

  async canActivate(ctx: ExecutionContext): Promise<boolean> {
    if (ctx.getType() !== 'http') return true; // the socket handshake checks access itself
    const meta = routeMetaOf(ctx.getHandler());
    if (!meta) throw new BugError('route-gap', `${ctx.getClass().name}.${ctx.getHandler().name} has no level`);
    const [req, res] = [ctx.switchToHttp().getRequest<Request>(), ctx.switchToHttp().getResponse<Response>()];
    // Only the check of the public address calls Vodkeep itself.
    if (meta.route !== reachHere) refuseOwnRequest(req);
    const caller = await this.identify(req, res);
    await this.requireLevel(req, caller, meta.level);
    if (meta.route?.changesState === true) requireOwnPage(req, this.settings.get('app_url'));
    if (meta.level !== 'none' && req.method === 'GET') this.answers.add(req, res, caller);
    return true;
  }

  private async requireLevel(req: Request, caller: Caller, level: Level): Promise<void> {
    const link = level === 'guest' ? await this.linkOf(req) : 'none';
    if (!mayCall(caller, level) && link !== 'good') throw this.refusal(caller, link);
  }

  private async identify(req: Request, res: Response): Promise<Caller> {
    const { prolonged, ...caller } = await this.access.callerOf(req);
    setCaller(req, caller);
    if (!hasPlace(req, caller.level === 'admin')) throw tooManyConnections(res);
    if (prolonged) this.prolongCookie(res);
    return caller;
  }

  private async linkOf(req: Request): Promise<LinkVerdict['state']> {
    const link = await this.links.verify(req.path, req.query);
    if (link.state === 'good') setLink(req, link.ref);
    return link.state;
  }

  private refusal(caller: Caller, link: LinkVerdict['state']): UserError {
    if (link === 'ended') return new UserError(message('error.link-expired'), { status: 403 });
    if (!caller.passwordSet) return new UserError(passwordRemedy(this.config), { status: 401 });
    return new UserError(message('error.login-required'), { status: 401 });
  }

  private prolongCookie(res: Response): void {
    const token = parseCookie(res.req.headers.cookie ?? '')[SESSION_COOKIE];
    if (token !== undefined) setSessionCookie(res, this.config.basepath, token);
  }
}
