import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const State = z.object({ kind: z.string(), redirectUri: z.string(), until: z.number() });
/** How long signing in may take. */
const LIFE_MS = 15 * 60_000;

/**
 * What goes to the site and comes back with the browser: sealed, so that only a way that began here ends here (RFC 6749
 * 10.12). Any api can read it.
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
      JSON.stringify({ kind, redirectUri, until: Date.now() + LIFE_MS } satisfies z.infer<typeof State>),
    );
  }

  /** @returns null when it is not ours, of another site, or too old */
  read(kind: string, state: string): { readonly redirectUri: string } | null {
    try {
      const { redirectUri, until } = State.parse(JSON.parse(this.sealer.open(kind, state)));
      return until > Date.now() ? { redirectUri } : null;
    } catch {
      return null;
    }
  }
}
