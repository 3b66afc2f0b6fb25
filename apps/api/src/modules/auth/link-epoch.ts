import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OperatorRepository } from '../../persistence/repositories/operator.repository.js';
import { NO_PASSWORD_EPOCH } from '../../persistence/repositories/player-link.repository.js';
import { Clock } from '../../platform/clock.js';
import { Settings } from '../../settings/settings.service.js';
import { TtlCache } from './ttl-cache.js';

/** The epoch of links for players. A later one ends all links: after a new password, or when guests are switched off. */
@Injectable()
export class LinkEpoch implements OnApplicationBootstrap {
  private readonly known = new TtlCache<string>();
  /** Whether guests are let in, as it is stored; null: not known. */
  private storedGuests: boolean | null = null;
  constructor(
    private readonly rows: OperatorRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.settings.onValues((values) => this.recordGuests(values.guest_mode));
  }

  get(): Promise<string> {
    return this.known.get('', this.clock.now(), async () => {
      const epoch = await this.rows.linkEpoch();
      return epoch === null ? NO_PASSWORD_EPOCH : String(epoch);
    });
  }

  /** Reads the epoch again, after a change of the password on this API. */
  forget(): void {
    this.known.forgetAll();
    this.storedGuests = null;
  }

  private async recordGuests(mayEnter: boolean): Promise<void> {
    if (this.storedGuests === mayEnter) return;
    if (await this.rows.recordGuests(mayEnter)) this.storedGuests = mayEnter;
    this.known.forgetAll();
  }
}
