import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '../../platform/clock.js';
import { OperatorRepository } from '../../persistence/repositories/operator.repository.js';
import { PasswordHash } from './password-hash.js';
import { TtlCache } from './ttl-cache.js';
import { Sessions } from './sessions.service.js';

/** The one password: whether there is one, whether a try fits, and its change. */
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
   * Changes whenever the password does, also from the command line. Tells nothing of it; empty while the database is
   * away.
   */
  async stamp(): Promise<string> {
    const stored = await this.rows.hash().catch(() => null);
    return stored === null ? '' : createHash('sha256').update(stored).digest('base64url').slice(0, 12);
  }

  /** Always asks the database: a password that was just reset must not be answered from memory. */
  async fits(password: string): Promise<boolean> {
    const stored = await this.rows.hash();
    return stored !== null && this.hashes.fits(password, stored);
  }

  /** @throws UserError `password-set` - somebody was faster */
  async setFirst(password: string): Promise<void> {
    const isFirst = await this.rows.setFirst(await this.hashes.make(password), new Date(this.clock.now()));
    this.known.forget('');
    if (!isFirst) throw new UserError(message('error.password-set'), { status: 409 });
  }

  /** Every login ends with the old password. */
  async change(password: string): Promise<void> {
    await this.rows.set(await this.hashes.make(password), new Date(this.clock.now()));
    this.known.forget('');
    await this.sessions.endAll();
  }
}
