import { Injectable } from '@nestjs/common';
import { type RequestOrigin, isFromLoopback } from '../../http/loopback.js';
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
  ) {}

  async callerOf(req: RequestOrigin): Promise<Caller & { readonly prolonged: boolean }> {
    if (!(await this.operator.hasPassword()))
      return { level: isFromLoopback(req) ? 'admin' : 'none', passwordSet: false, session: null, prolonged: false };
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

  /** Whether an open socket may stay open: its session may have ended on another API, or guest mode may be off now. */
  async mayStay(caller: Caller): Promise<boolean> {
    if (caller.session !== null) return (await this.sessions.find(caller.session)) !== null;
    if (!(await this.operator.hasPassword())) return !caller.passwordSet && caller.level === 'admin';
    return caller.level === 'guest' && this.settings.get('guest_mode');
  }
}
