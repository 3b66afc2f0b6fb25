import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const State = z.object({ kind: z.string(), redirectUri: z.string(), until: z.number() });
/** Maximum duration of a sign-in. */
const MAX_SIGN_IN_MS = 15 * 60_000;

/**
 * State that goes to the site and returns with the browser. It is sealed, so that only a sign-in that started here can
 * finish here (RFC 6749 10.12). Any API can read it.
 */
@Injectable()
export class SignInState {
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.purpose('sign-in');
  }

  make(kind: string, redirectUri: string): string {
    return this.sealer.seal(
      kind,
      JSON.stringify({ kind, redirectUri, until: Date.now() + MAX_SIGN_IN_MS } satisfies z.infer<typeof State>),
    );
  }

  /** @returns null if the state is invalid, belongs to another site, or is too old */
  read(kind: string, state: string): { readonly redirectUri: string } | null {
    try {
      const { redirectUri, until } = State.parse(JSON.parse(this.sealer.open(kind, state)));
      return until > Date.now() ? { redirectUri } : null;
    } catch {
      return null;
    }
  }
}
