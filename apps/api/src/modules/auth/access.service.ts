import { isOwnRequest } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type RequestOrigin, isFromLoopback } from '../../http/loopback.js';
import { isProxyTrusted } from '../../http/trusted-proxy.js';
import { HttpConfig } from '../../platform/http-config.js';
import { Settings } from '../../settings/settings.service.js';
import { type Caller } from './caller.js';
import { Operator } from './operator.service.js';
import { sessionOf } from './session-token.js';
import { Sessions } from './sessions.service.js';

/** Determines who sends a request or opens a socket: the operator, a guest or a stranger. */
@Injectable()
export class Access {
  constructor(
    private readonly operator: Operator,
    private readonly sessions: Sessions,
    private readonly settings: Settings,
    private readonly config: HttpConfig,
  ) {}

  async callerOf(req: RequestOrigin): Promise<Caller & { readonly prolonged: boolean }> {
    if (isOwnRequest(req.headers)) return { level: 'none', passwordSet: true, session: null, prolonged: false };
    if (!(await this.operator.hasPassword()))
      return { level: this.isOnMachine(req) ? 'admin' : 'none', passwordSet: false, session: null, prolonged: false };
    const hash = sessionOf(req.headers.cookie);
    const session = hash === null ? null : await this.sessions.find(hash);
    if (session) return { level: 'admin', passwordSet: true, session: session.hash, prolonged: session.prolonged };
    return {
      level: this.settings.get('guest_mode') ? 'guest' : 'none',
      passwordSet: true,
      session: null,
      prolonged: false,
    };
  }

  /** Behind a proxy, every caller is on loopback. */
  private isOnMachine(req: RequestOrigin): boolean {
    return !isProxyTrusted(this.config) && isFromLoopback(req);
  }

  /** Whether an open socket may stay open: its session may have ended on another API, or guest mode may be off now. */
  async mayStay(caller: Caller): Promise<boolean> {
    if (caller.session !== null) return (await this.sessions.find(caller.session)) !== null;
    if (!(await this.operator.hasPassword())) return !caller.passwordSet && caller.level === 'admin';
    return caller.level === 'guest' && this.settings.get('guest_mode');
  }
}
