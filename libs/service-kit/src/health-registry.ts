import { setTimeout as wait } from 'node:timers/promises';
import { type HealthReport } from '#libs/contracts';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';

/** One question about what a service stands on. */
export interface Check {
  /** What it is about, one word: `nats`, `storage`, `postgres`, `disk`. */
  readonly name: string;
  /** Says in a few words how it is; throws when it is not well. */
  readonly run: (signal: AbortSignal) => Promise<Message>;
  /** What the operator can do when it is not well. */
  readonly remedy: Message | '';
}

/** Whose health it is. */
export interface HealthOrigin {
  readonly service: string;
  readonly node: string;
  readonly version: string;
}

/** Named checks of one service; asked by its health answer and by `GET /api/v0/health`. */
export class HealthRegistry {
  readonly #checks = new Map<string, Check>();

  /** @param limitMs a check that has not answered by then is not well */
  constructor(
    private readonly origin: HealthOrigin,
    private readonly limitMs = 3_000,
  ) {}

  /** Adds a check, or replaces the one of that name. */
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
