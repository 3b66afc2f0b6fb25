import { type LoginOutcome } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { callerAddress, limitKey } from '../../http/caller-address.js';
import { type LoginEventEntity } from '../../persistence/entities/login-event.entity.js';
import { LoginEventRepository } from '../../persistence/repositories/login-event.repository.js';
import { Clock } from '../../platform/clock.js';
import { HttpConfig } from '../../platform/http-config.js';
import { TtlCache } from './ttl-cache.js';

/** Of each outcome. */
const MAX_OF_EACH = 100;
const MAX_AGENT_CHARACTERS = 200;

type Sender = Pick<LoginEventEntity, 'address' | 'agent'>;

/** The newest logins and the newest wrong passwords. */
@Injectable()
export class LoginHistory {
  private readonly known = new TtlCache<ReadonlySet<string>>();
  constructor(
    private readonly rows: LoginEventRepository,
    private readonly clock: Clock,
    private readonly config: HttpConfig,
  ) {}

  /** Where a request comes from. */
  senderOf(req: Pick<Request, 'headers' | 'socket'>): Sender {
    const agent = (req.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT_CHARACTERS);
    return { address: callerAddress(req, this.config.trustProxy), agent };
  }

  async add(outcome: LoginOutcome, from: Sender): Promise<void> {
    await this.rows.add({ at: new Date(this.clock.now()), outcome, ...from }, MAX_OF_EACH);
  }

  /** @param key as {@link limitKey} makes it of an address. @returns whether one of the newest logins came from there */
  async hasLoginFrom(key: string): Promise<boolean> {
    const known = await this.known.get('', this.clock.now(), async () => {
      const events = await this.list();
      return new Set(events.flatMap(({ outcome, address }) => (outcome === 'ok' ? [limitKey(address)] : [])));
    });
    return known.has(key);
  }

  list(): Promise<LoginEventEntity[]> {
    return this.rows.list(2 * MAX_OF_EACH);
  }
}
