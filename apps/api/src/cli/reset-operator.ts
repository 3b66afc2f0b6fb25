import { authPassword } from '#libs/contracts';
import { UserError, untranslated } from '#libs/errors';
import { english } from '#libs/messages';
import { buildDataSource } from '../persistence/database/data-source.js';
import { Clock } from '../platform/clock.js';
import { issueMessage } from '../platform/input-faults.js';
import { OperatorRepository } from '../persistence/repositories/operator.repository.js';
import { Operator } from '../modules/auth/operator.service.js';
import { PasswordHash } from '../modules/auth/password-hash.js';
import { SessionRepository } from '../persistence/repositories/session.repository.js';
import { Sessions } from '../modules/auth/sessions.service.js';

/**
 * Sets the operator's password without the old one, and ends all logins.
 * @throws UserError `bad-password`
 */
export async function resetOperator(databaseUrl: string, password: string): Promise<void> {
  const parsed = authPassword.body.safeParse({ password });
  const issue = parsed.error?.issues[0];
  if (issue !== undefined)
    throw new UserError(untranslated('bad-password', `The password ${english(issueMessage(issue))}.`));
  const db = await buildDataSource(databaseUrl).initialize();
  try {
    const clock = new Clock();
    const sessions = new Sessions(new SessionRepository(db), clock);
    await new Operator(new OperatorRepository(db), new PasswordHash(), sessions, clock).reset(password);
  } finally {
    await db.destroy();
  }
}
