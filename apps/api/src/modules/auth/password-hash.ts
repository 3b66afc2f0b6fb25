import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * OWASP Password Storage Cheat Sheet (read 2026-11): argon2id with 19 MiB, 2 passes, 1 lane. Argon2id is the library's
 * default.
 */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Limits the memory and CPU that a flood of logins can use. The login limit bounds how many wait. */
const MAX_CONCURRENT = 2;

@Injectable()
export class PasswordHash {
  private readonly limit = pLimit(MAX_CONCURRENT);

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, ARGON2_COST));
  }

  /** Waits for the checks before it, and refuses none: one of them may have the right password. */
  verify(password: string, stored: string): Promise<boolean> {
    return this.limit(() => verify(stored, password));
  }
}
