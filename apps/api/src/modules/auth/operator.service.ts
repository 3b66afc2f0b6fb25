import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '../../platform/clock.js';
import { OperatorRepository } from '../../persistence/repositories/operator.repository.js';
import { PasswordHash } from './password-hash.js';
import { TtlCache } from './ttl-cache.js';
import { Sessions } from './sessions.service.js';

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
    return stored === null ? '' : createHash('sha256').update(stored).digest('base64url').slice(0, 12);
  }

  /** Checks a password. Always reads the database, so that a reset takes effect at once. */
  async verifyPassword(password: string): Promise<boolean> {
    const stored = await this.rows.hash();
    return stored !== null && this.hashes.verify(password, stored);
  }

  /** @throws UserError `password-set` (409): another request set the password first */
  async setFirst(password: string): Promise<void> {
    const isFirst = await this.rows.setFirst(await this.hashes.hash(password), new Date(this.clock.now()));
    this.known.forget('');
    if (!isFirst) throw new UserError(message('error.password-set'), { status: 409 });
  }

  /** Changes the password and ends every session. */
  async change(password: string): Promise<void> {
    await this.rows.set(await this.hashes.hash(password), new Date(this.clock.now()));
    this.known.forget('');
    await this.sessions.endAll();
  }
}
