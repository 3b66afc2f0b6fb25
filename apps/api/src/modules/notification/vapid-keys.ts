import { makeVapidKeys, type VapidKeys } from '#libs/notifiers';
import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SecretRepository } from '../../persistence/repositories/secret.repository.js';
import { Settings } from '../../settings/settings.service.js';

const NAME = 'web-push.keys';
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });
/** Push services require an address of the sender (RFC 8292 section 2.1). */
const NO_ADDRESS = 'mailto:operator@vodkeep.invalid';

/** The keys of Web Push. They are made at the first use and stored sealed: other keys would end every subscription. */
@Injectable()
export class VapidKeyStore {
  private readonly sealer: Sealer;

  constructor(
    private readonly rows: SecretRepository,
    private readonly settings: Settings,
    keyring: Keyring,
  ) {
    this.sealer = keyring.purpose('web-push');
  }

  async keys(): Promise<VapidKeys> {
    const found = await this.rows.find(NAME);
    const envelope =
      found ??
      (await this.rows.putIfAbsent(NAME, this.sealer.seal(NAME, JSON.stringify(await makeVapidKeys())), new Date()));
    const url = this.settings.get('app_url');
    return {
      ...Keys.parse(JSON.parse(this.sealer.open(NAME, envelope))),
      subject: url.startsWith('https:') ? url : NO_ADDRESS,
    };
  }
}
