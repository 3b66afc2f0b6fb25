import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SecretRepository } from '../../persistence/repositories/secret.repository.js';

const State = z.object({
  id: z.uuid(),
  session: z.string().nullable(),
  redirectUri: z.string(),
  until: z.number(),
});
type State = z.infer<typeof State>;
/** Maximum duration of a sign-in. */
const MAX_SIGN_IN_MS = 15 * 60_000;
/** Names of the rows of the states that have returned. */
const RETURNED = 'sign-in-returned.';

/**
 * State that goes to the site and returns with the browser. It is sealed and belongs to the login that started the
 * sign-in, so that only that login can finish it (RFC 6749 10.12), once. Any API can read it.
 */
@Injectable()
export class SignInState {
  private readonly sealer: Sealer;

  constructor(
    private readonly rows: SecretRepository,
    keyring: Keyring,
  ) {
    this.sealer = keyring.purpose('sign-in');
  }

  /** @param session hash of the login; null: the machine itself while no password is set */
  make(kind: string, { session, redirectUri }: Pick<State, 'session' | 'redirectUri'>): string {
    const state: State = { id: randomUUID(), session, redirectUri, until: Date.now() + MAX_SIGN_IN_MS };
    return this.sealer.seal(kind, JSON.stringify(state));
  }

  /**
   * Takes a state that returned.
   * @returns null if it is invalid, too old, belongs to another site or login, or has returned before
   */
  async take(kind: string, state: string, session: string | null): Promise<{ readonly redirectUri: string } | null> {
    const made = this.read(kind, state);
    if (!made || made.until <= Date.now() || made.session !== session) return null;
    return (await this.isFirstReturn(made.id)) ? { redirectUri: made.redirectUri } : null;
  }

  private read(kind: string, state: string): State | null {
    try {
      return State.parse(JSON.parse(this.sealer.open(kind, state)));
    } catch {
      return null;
    }
  }

  /** Of several returns at one time, also to several APIs, one finds its own row. */
  private async isFirstReturn(id: string): Promise<boolean> {
    await this.rows.removeOlder(RETURNED, new Date(Date.now() - MAX_SIGN_IN_MS));
    const name = `${RETURNED}${id}`;
    const own = this.sealer.seal(name, randomUUID());
    return (await this.rows.putIfAbsent(name, own, new Date())) === own;
  }
}
