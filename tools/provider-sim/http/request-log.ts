import type { LoggedRequest } from '../sim-log.js';

/** Requests kept per channel; the oldest go first. */
const KEPT_REQUESTS = 20_000;

/** What each channel was asked. */
export class RequestLog {
  private readonly kept: ReadonlyMap<string, LoggedRequest[]>;

  constructor(channels: Iterable<string>) {
    this.kept = new Map([...channels].map((name) => [name, []]));
  }

  note(channel: string, request: LoggedRequest): void {
    const kept = this.kept.get(channel);
    if (kept && kept.push(request) > KEPT_REQUESTS) kept.splice(0, KEPT_REQUESTS / 10);
  }

  /** Oldest first. */
  of(channel: string): readonly LoggedRequest[] {
    return this.kept.get(channel) ?? [];
  }
}
