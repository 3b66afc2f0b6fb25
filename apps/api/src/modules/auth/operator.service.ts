import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '../../platform/clock.js';
import { OperatorRepository } from '../../persistence/repositories/operator.repository.js';
import { PasswordHash } from './password-hash.js';
import { TtlCache } from './ttl-cache.js';
import { Sessions } from './sessions.service.js';

/** See {@link Operator.stamp}. @param hash stored hash of a password */
export const stampOf = (hash: string): string => createHash('sha256').update(hash).digest('base64url').slice(0, 12);

/** The single password of the operator: checks whether it exists and whether a password matches, and changes it. */
@Injectable()
export class Operator {
  private readonly known = new TtlCache<string | null>();
  constructor(
    private readonly rows: OperatorRepository,
    private readonly hashes: PasswordHash,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async hasPassword(): Promise<boolean> {
    return (await this.known.get('', this.clock.now(), () => this.rows.hash())) !== null;
  }

  /**
   * Returns a value that changes with every change of the password, also from the command line. It reveals nothing
   * about the password. Empty if the database is unavailable.
   */
  async stamp(): Promise<string> {
    const stored = await this.rows.hash().catch(() => null);
    return stored === null ? '' : stampOf(stored);
  }

  /**
   * Checks a password. Always reads the database, so that a reset takes effect at once.
   * @returns the stored hash of the password; null if it is wrong
   */
  async verifiedHash(password: string): Promise<string | null> {
    const stored = await this.rows.hash();
    return stored !== null && (await this.hashes.verify(password, stored)) ? stored : null;
  }

  /**
   * @returns the hash of the password
   * @throws UserError `password-set` (409): another request set the password first
   */
  async setFirst(password: string): Promise<string> {
    const hash = await this.hashes.hash(password);
    const isFirst = await this.rows.setFirst(hash, new Date(this.clock.now()));
    this.known.forget('');
    if (!isFirst) throw new UserError(message('error.password-set'), { status: 409 });
    return hash;
  }

  /**
   * Changes the password and ends every session.
   * @param current the present password
   * @returns the hash of the new one; null if `current` is wrong
   */
  async change(current: string, password: string): Promise<string | null> {
    const before = await this.verifiedHash(current);
    if (before === null) return null;
    const hash = await this.hashes.hash(password);
    const isChanged = await this.rows.replace(before, hash, new Date(this.clock.now()));
    if (isChanged) await this.endAll();
    return isChanged ? hash : null;
  }

  /** Sets a password, whatever the present one is, and ends every session. */
  async reset(password: string): Promise<void> {
    await this.rows.set(await this.hashes.hash(password), new Date(this.clock.now()));
    await this.endAll();
  }

  private async endAll(): Promise<void> {
    this.known.forget('');
    await this.sessions.endAll();
  }
}
