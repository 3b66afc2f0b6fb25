import { type SiteAccountStore, type SiteApp, type UserTokens } from '#libs/providers';
import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SecretRepository } from '../persistence/repositories/secret.repository.js';

const App = z.object({ clientId: z.string(), clientSecret: z.string() });
const User = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  scopes: z.array(z.string()),
  userId: z.string(),
  login: z.string(),
  expiresAt: z.number(),
});

/**
 * One account per site: the operator's app, the signed-in user, and the playback token. Each is sealed under its own
 * name.
 */
@Injectable()
export class AccountVault {
  private readonly sealer: Sealer;

  constructor(
    private readonly rows: SecretRepository,
    keyring: Keyring,
  ) {
    this.sealer = keyring.purpose('site-account');
  }

  /** The part of the account that a provider may read and renew. */
  store(kind: string): SiteAccountStore {
    return {
      app: () => this.app(kind),
      user: () => this.user(kind),
      saveUser: (tokens) => this.saveUser(kind, tokens),
    };
  }

  app(kind: string): Promise<SiteApp | null> {
    return this.read(`${kind}.app`, App);
  }
  saveApp(kind: string, app: SiteApp | null): Promise<void> {
    return this.storeSecret(`${kind}.app`, app);
  }
  user(kind: string): Promise<UserTokens | null> {
    return this.read(`${kind}.user`, User);
  }
  saveUser(kind: string, tokens: UserTokens | null): Promise<void> {
    return this.storeSecret(`${kind}.user`, tokens);
  }
  playback(kind: string): Promise<string | null> {
    return this.read(`${kind}.playback`, z.string());
  }
  savePlayback(kind: string, token: string | null): Promise<void> {
    return this.storeSecret(`${kind}.playback`, token);
  }

  private async read<T>(name: string, shape: z.ZodType<T>): Promise<T | null> {
    const envelope = await this.rows.find(name);
    return envelope === null ? null : shape.parse(JSON.parse(this.sealer.open(name, envelope)));
  }

  private async storeSecret(name: string, value: unknown): Promise<void> {
    if (value === null) await this.rows.remove(name);
    else await this.rows.put(name, this.sealer.seal(name, JSON.stringify(value)), new Date());
  }
}
