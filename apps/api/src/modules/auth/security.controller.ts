import { endPlayerLink, endSession, listLogins, listPlayerLinks, listSessions } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Implements, type Result } from '../../http/implements-route.js';
import { type Input, ValidatedInput } from '../../http/validated-input.js';
import { type Caller, Who } from './caller.js';
import { LoginHistory } from './login-history.js';
import { PlayerLinks } from './player-links.service.js';
import { SESSION_MS, sessionId, Sessions } from './sessions.service.js';

/** Who has access now: logins, links for players, and past logins. */
@Controller()
export class SecurityController {
  constructor(
    private readonly sessions: Sessions,
    private readonly links: PlayerLinks,
    private readonly history: LoginHistory,
  ) {}

  @Implements(listSessions)
  async listSessions(
    @ValidatedInput(listSessions) _: Input<typeof listSessions>,
    @Who() caller: Caller,
  ): Promise<Result<typeof listSessions>> {
    const sessions = await this.sessions.list();
    return {
      data: sessions.map(({ tokenHash, createdAt, expiresAt, address, agent }) => ({
        id: sessionId(tokenHash),
        current: tokenHash === caller.session,
        created_at: createdAt.toISOString(),
        used_at: new Date(expiresAt.getTime() - SESSION_MS).toISOString(),
        expires_at: expiresAt.toISOString(),
        address,
        agent,
      })),
    };
  }

  @Implements(endSession)
  async endSession(
    @ValidatedInput(endSession) { params }: Input<typeof endSession>,
  ): Promise<Result<typeof endSession>> {
    if (!(await this.sessions.endById(params.id)))
      throw new UserError(message('error.session-missing'), { status: 404 });
    return { message: message('answer.session-ended') };
  }

  @Implements(listPlayerLinks)
  async listLinks(
    @ValidatedInput(listPlayerLinks) _: Input<typeof listPlayerLinks>,
  ): Promise<Result<typeof listPlayerLinks>> {
    const links = await this.links.list();
    return {
      data: links.map(({ link, title }) => ({
        id: link.id,
        vod_uuid: link.vodUuid,
        title,
        made_by: link.madeBy,
        address: link.address,
        created_at: link.createdAt.toISOString(),
        expires_at: link.expiresAt.toISOString(),
        used_at: link.usedAt?.toISOString() ?? null,
      })),
    };
  }

  @Implements(endPlayerLink)
  async endLink(
    @ValidatedInput(endPlayerLink) { params }: Input<typeof endPlayerLink>,
  ): Promise<Result<typeof endPlayerLink>> {
    if (!(await this.links.end(params.id))) throw new UserError(message('error.link-missing'), { status: 404 });
    return { message: message('answer.link-ended') };
  }

  @Implements(listLogins)
  async listLogins(@ValidatedInput(listLogins) _: Input<typeof listLogins>): Promise<Result<typeof listLogins>> {
    const events = await this.history.list();
    return {
      data: events.map(({ at, outcome, address, agent }) => ({ at: at.toISOString(), outcome, address, agent })),
    };
  }
}
