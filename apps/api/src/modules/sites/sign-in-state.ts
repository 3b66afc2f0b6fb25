import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const State = z.object({ session: z.string().nullable(), redirectUri: z.string(), until: z.number() });
/** Maximum duration of a sign-in. */
const MAX_SIGN_IN_MS = 15 * 60_000;

/**
 * State that goes to the site and returns with the browser. It is sealed and belongs to the login that started the
 * sign-in, so that only that login can finish it (RFC 6749 10.12). Any API can read it.
 */
@Injectable()
export class SignInState {
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.purpose('sign-in');
  }

  /** @param session hash of the login; null: the machine itself while no password is set */
  make(kind: string, { session, redirectUri }: Omit<z.infer<typeof State>, 'until'>): string {
    const until = Date.now() + MAX_SIGN_IN_MS;
    return this.sealer.seal(kind, JSON.stringify({ session, redirectUri, until } satisfies z.infer<typeof State>));
  }

  /** @returns null if the state is invalid, too old, or belongs to another site or login */
  read(kind: string, state: string, session: string | null): { readonly redirectUri: string } | null {
    try {
      const made = State.parse(JSON.parse(this.sealer.open(kind, state)));
      return made.until > Date.now() && made.session === session ? { redirectUri: made.redirectUri } : null;
    } catch {
      return null;
    }
  }
}
