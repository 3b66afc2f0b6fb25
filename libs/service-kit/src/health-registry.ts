import { setTimeout as wait } from 'node:timers/promises';
import { type HealthReport } from '#libs/contracts';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';

/** A health check of one dependency of the service. */
export interface Check {
  /** The dependency, one word: `nats`, `storage`, `postgres`, `disk`. */
  readonly name: string;
  /** Returns a short description of the state. Throws if the dependency is unhealthy. */
  readonly run: (signal: AbortSignal) => Promise<Message>;
  /** Advice to the operator if the dependency is unhealthy. */
  readonly remedy: Message | '';
}

/** The service that a health report describes. */
export interface HealthOrigin {
  readonly service: string;
  readonly node: string;
  readonly version: string;
}

/** Named checks of one service, for its health endpoint and for `GET /api/v0/health`. */
export class HealthRegistry {
  readonly #checks = new Map<string, Check>();

  /** @param limitMs a check that does not answer within this time counts as unhealthy */
  constructor(
    private readonly origin: HealthOrigin,
    private readonly limitMs = 3_000,
  ) {}

  /** Adds a check, or replaces the check with the same name. */
  add(check: Check): void {
    this.#checks.set(check.name, check);
  }

  async report(): Promise<HealthReport> {
    const checks = await Promise.all([...this.#checks.values()].map((check) => this.#check(check)));
    return { ...this.origin, ok: checks.every((check) => check.ok), checks };
  }

  async #check({ name, run, remedy }: Check): Promise<HealthReport['checks'][number]> {
    const end = new AbortController();
    try {
      const late = wait(this.limitMs, undefined, { signal: end.signal, ref: false }).then(() => {
        throw new OutsideError(message('error.no-answer', { ms: this.limitMs }));
      });
      late.catch(() => undefined);
      return { name, ok: true, message: await Promise.race([run(end.signal), late]), remedy: '' };
    } catch (error) {
      return { name, ok: false, message: localizedOf(error), remedy };
    } finally {
      end.abort();
    }
  }
}
