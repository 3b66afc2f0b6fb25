import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * OWASP Password Storage Cheat Sheet (read 2026-11): argon2id with 19 MiB, 2 passes, 1 lane. Argon2id is the library's
 * default.
 */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Limit the memory and CPU that a flood of logins can use. Requests beyond `MAX_WAITING` are rejected. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 20;

@Injectable()
export class PasswordHash {
  private readonly limit = pLimit(MAX_CONCURRENT);

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, ARGON2_COST));
  }

  /** @throws UserError `too-many-tries` (429): too many checks are waiting */
  async verify(password: string, stored: string): Promise<boolean> {
    if (this.limit.pendingCount >= MAX_WAITING)
      throw new UserError(message('error.too-many-tries.at-once'), { status: 429 });
    return this.limit(() => verify(stored, password));
  }
}
