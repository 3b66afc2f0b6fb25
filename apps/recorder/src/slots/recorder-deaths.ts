import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Bus } from '#libs/bus';
import { EVENTS, type Lease, Ulid } from '#libs/contracts';
import { type EventOutbox } from '../core/event-outbox.js';
import { type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../store/spool.js';

/** Longest wait for NATS to confirm the report of a death. */
const REPORT_LIMIT_MS = 1000;
/** Leases that expire this long after a reconnect expired because NATS was away. */
const RECONNECTED_MS = 10_000;

const Held = z.object({ process: Ulid, bootId: z.string(), vodUuids: z.array(z.uuid()) });

/** Identifies the start of the machine, because a power cut is no death of a recorder; empty where there is none. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

interface RecorderDeathsPorts {
  readonly bus: Pick<Bus, 'onStatus'>;
  readonly outbox: EventOutbox;
  readonly times: Pick<RecorderTimes, 'regainMs'>;
  readonly identity: Pick<RecorderIdentity, 'name' | 'process'>;
  /** Holds the VODs that this process records. Leases expire before a slow machine has started the next process. */
  readonly file: string;
}

/** Reports recorder processes that died while they held leases, once for each process. */
export class RecorderDeaths {
  private readonly reported = new Set<string>();
  private reconnectedAt = -Infinity;

  constructor(private readonly ports: RecorderDeathsPorts) {
    ports.bus.onStatus(({ type }) => {
      if (type === 'reconnected') this.reconnectedAt = performance.now();
    });
  }

  /** Notes what this process records, for the process after it. */
  setHeld(vodUuids: readonly string[]): void {
    const { file, identity } = this.ports;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
      writeFileSync(file, JSON.stringify({ process: identity.process, bootId: readBootId(), vodUuids }), {
        mode: PRIVATE_FILE,
      });
    } catch {
      // A full disk must not end a capture. The leases still show a death.
    }
  }

  /**
   * Reports the process of this recorder before this one, if it died.
   * @returns the VODs that it recorded
   */
  async reportPredecessor(): Promise<readonly string[]> {
    const held = this.readHeld();
    if (held === null || held.vodUuids.length === 0 || held.bootId !== readBootId()) return [];
    this.send({ process: held.process, recorder: this.ports.identity.name, vodUuids: held.vodUuids });
    await this.ports.outbox.flush(REPORT_LIMIT_MS);
    return held.vodUuids;
  }

  private readHeld(): z.infer<typeof Held> | null {
    try {
      return Held.parse(JSON.parse(readFileSync(this.ports.file, 'utf8')));
    } catch {
      return null;
    }
  }

  /** Reports the processes that held these leases. Resolves when NATS has the reports, or after a second. */
  async report(leases: readonly Lease[]): Promise<void> {
    for (const { process } of leases) if (process !== undefined) this.reportOne(process, leases);
    await this.ports.outbox.flush(REPORT_LIMIT_MS);
  }

  /**
   * Reports the process whose lease expired, unless it soon holds a lease again: it was only cut off.
   * @param leases all that are known, also the expired one; changes with each lease
   */
  leaseExpired({ process }: Lease, leases: ReadonlyMap<string, Lease>): void {
    if (process === undefined || this.reported.has(process)) return;
    if (performance.now() - this.reconnectedAt < RECONNECTED_MS) return;
    this.reported.add(process);
    const lost = [...leases.values()].filter((lease) => lease.process === process);
    setTimeout(() => {
      this.reported.delete(process);
      if (![...leases.values()].some((lease) => lease.process === process)) this.reportOne(process, lost);
    }, this.ports.times.regainMs).unref();
  }

  private reportOne(process: string, leases: readonly Lease[]): void {
    const lost = leases.filter((lease) => lease.process === process);
    const recorder = lost[0]?.recorder;
    if (recorder !== undefined) this.send({ process, recorder, vodUuids: lost.map(({ vodUuid }) => vodUuid) });
  }

  private send(death: {
    readonly process: string;
    readonly recorder: string;
    readonly vodUuids: readonly string[];
  }): void {
    if (this.reported.has(death.process)) return;
    this.reported.add(death.process);
    const event = { ...death, vodUuids: [...death.vodUuids], at: Date.now() };
    this.ports.outbox.add(EVENTS.recorderDied, event, `died:${death.process}`);
  }
}
