import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Keyring } from '#libs/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretRepository } from '../persistence/repositories/secret.repository.js';

const CHECK_NAME = 'key-check';
const PROBE_TEXT = 'vodkeep';

/**
 * Refuses to start if the keyring does not match the one that sealed this database. At the first start it seals a
 * sample.
 */
@Injectable()
export class KeyringCheck implements OnModuleInit {
  constructor(
    private readonly rows: SecretRepository,
    private readonly keyring: Keyring,
  ) {}

  async onModuleInit(): Promise<void> {
    const sealer = this.keyring.purpose(CHECK_NAME);
    const envelope = await this.rows.find(CHECK_NAME);
    if (envelope !== null && !canOpen(() => sealer.open(CHECK_NAME, envelope))) {
      throw new UserError(message('error.wrong-key.database'));
    }
    if (envelope === null || sealer.isOld(envelope))
      await this.rows.put(CHECK_NAME, sealer.seal(CHECK_NAME, PROBE_TEXT), new Date());
  }
}

function canOpen(open: () => string): boolean {
  try {
    return open() === PROBE_TEXT;
  } catch {
    return false;
  }
}
