import { join } from 'node:path';
import { ulid } from 'ulid';
import { type Bus, connectBus } from '#libs/bus';
import { type Assignment, type LogLine, type Payload, PULSES } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { Providers } from '#libs/providers';
import { Drain, Log } from '#libs/service-kit';
import { openStorage, type OpenStorage, type Storage } from '#libs/storage';
import { LiveHls, tempDir, type TestNats } from '#libs/testkit';
import { CaptureFactory } from '../src/capture/capture-factory.js';
import { SourceOpener } from '../src/capture/source-opener.js';
import { SourceSecrets } from '../src/capture/source-secrets.js';
import { EventOutbox } from '../src/core/event-outbox.js';
import { DEFAULT_TIMES, type RecorderIdentity } from '../src/core/tokens.js';
import { DrainHandover } from '../src/slots/drain-handover.js';
import { LeaseTaker } from '../src/slots/lease-taker.js';
import { RecorderDeaths } from '../src/slots/recorder-deaths.js';
import { Slots } from '../src/slots/slots.service.js';
import { Spool } from '../src/store/spool.js';
import { anAssignment, aSegment, range, storedParts } from './capture-data.fixture.js';

type Snapshot = Payload<typeof PULSES.captureSnapshot>;
interface SentEvent {
  readonly name: string;
  readonly msgId: string;
  readonly payload: Record<string, unknown>;
}
interface Recorder {
  readonly drain: Drain;
  readonly spool: Spool;
  readonly slots: Slots;
  readonly bus: Bus;
  stop(): Promise<void>;
}
interface TestServers {
  readonly nats: TestNats;
  readonly dir: ReturnType<typeof tempDir>;
  readonly bus: Bus;
  readonly storage: OpenStorage;
  readonly live: LiveHls;
}

const CHECK_EVERY_MS = 50;

/** Recorders of this process, on a real NATS and a folder, with a source that the spec controls. */
export class RecorderFixture {
  readonly sentEvents: SentEvent[] = [];
  readonly snapshots: Snapshot[] = [];
  readonly recorders: Recorder[] = [];
  readonly logged: LogLine[] = [];
  readonly log = new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', (line) => {
    this.logged.push(line);
  });
  /** The keys of the recorders that are started from then on. */
  secrets = new SourceSecrets(null);
  /** Whether storage refuses puts. */
  refuses = (): boolean => false;
  /** Called before each object is stored. */
  onPut: (key: string, body: Parameters<Storage['put']>[1]) => void = () => undefined;
  private readonly checks = new Set<() => void>();

  private constructor(private readonly servers: TestServers) {
    this.bus.onPulse(PULSES.captureSnapshot, '*', (snapshot) => {
      this.snapshots.push(snapshot);
      this.connect();
    });
    this.live.onRequest = () => {
      this.connect();
    };
  }

  static async open(nats: TestNats): Promise<RecorderFixture> {
    const dir = tempDir('recorder');
    const bus = await connectBus({ servers: nats.url, token: nats.token, name: 'test' });
    await bus.ensure();
    const storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
    return new RecorderFixture({ nats, dir, bus, storage, live: await LiveHls.start({ targetSeconds: 1 }) });
  }

  get bus(): Bus {
    return this.servers.bus;
  }
  get storage(): OpenStorage {
    return this.servers.storage;
  }
  get live(): LiveHls {
    return this.servers.live;
  }

  /**
   * Waits for a condition that other processes bring about. Checks it after each event, and at intervals for changes
   * without an event.
   */
  until(ready: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!ready()) return;
        this.checks.delete(check);
        clearInterval(now);
        resolve();
      };
      const now = setInterval(check, CHECK_EVERY_MS).unref();
      this.checks.add(check);
      check();
    });
  }

  publish(from: number, to: number): void {
    this.live.publish(...range(from, to).map((n) => aSegment(n)));
  }
  async assign(more: Partial<Assignment> = {}): Promise<Assignment> {
    const assignment = anAssignment(this.live.url, more);
    await this.bus.assignments.put(assignment);
    return assignment;
  }

  /** Moves the lease to another recorder. The holder renews by itself, so the first writer gets the revision. */
  async takeOver(vodUuid: string): Promise<void> {
    for (;;) {
      const lease = await this.bus.leases.get(vodUuid);
      if (!lease) throw new TypeError('no lease');
      const other = { ...lease.value, recorder: 'n2/0', node: 'n2', partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
      if ((await this.bus.leases.renew(other, lease.revision)) !== null) return;
    }
  }

  event(name: string): SentEvent[] {
    return this.sentEvents.filter((t) => t.name === name);
  }
  stored(vod: string, count: number): Promise<void> {
    return this.until(() => (this.snapshots.findLast((s) => s.vodUuid === vod)?.segments ?? 0) >= count);
  }
  parts(vod: string, rendition: string | null = null): ReturnType<typeof storedParts> {
    return storedParts(this.storage, vod, rendition);
  }
  spoolDir(name: string): string {
    return join(this.servers.dir.path, `spool-${name.replace('/', '-')}`);
  }

  async startRecorder(
    name: string,
    {
      node = 'n1',
      spoolBytes = 1e9,
      slots = 4,
      pid = process.pid,
      isolated,
      retryMs = 200,
      handOverMs = 5000,
      providers = new Providers(),
    }: {
      readonly providers?: Providers;
      readonly retryMs?: number;
      readonly handOverMs?: number;
      readonly node?: string;
      readonly spoolBytes?: number;
      readonly slots?: number;
      readonly pid?: number;
      readonly isolated?: number;
    } = {},
  ): Promise<Recorder> {
    const { nats } = this.servers;
    const { log } = this;
    const own = await connectBus({ servers: nats.url, token: nats.token, name });
    const identity: RecorderIdentity = {
      name,
      node,
      pid,
      slots,
      process: ulid(),
      ...(isolated === undefined ? {} : { isolated }),
    };
    const times = {
      ...DEFAULT_TIMES,
      retryMs,
      retryMaxMs: 2 * retryMs,
      successorMs: 1500,
      regainMs: 500,
      handOverMs,
      snapshotMs: 500,
    };
    const outbox = new EventOutbox(this.busOf(own), log);
    const spool = new Spool({
      dir: this.spoolDir(name),
      maxBytes: spoolBytes,
      maxAgeMs: 60_000,
      now: () => performance.now(),
    });
    const drain = new Drain(log);
    const factory = new CaptureFactory(
      own,
      outbox,
      spool,
      new SourceOpener(this.secrets, providers),
      providers,
      log,
      this.watchedStorage(),
      identity,
      times,
    );
    const deaths = new RecorderDeaths({ bus: own, outbox, times, identity, file: `${this.spoolDir(name)}.leases` });
    const started = new Slots(
      own,
      factory,
      new LeaseTaker(own, log, identity, deaths),
      new DrainHandover(own, outbox, log, identity, times),
      drain,
      log,
      identity,
      times,
      deaths,
    );
    await started.onApplicationBootstrap();
    const recorder: Recorder = {
      drain,
      spool,
      slots: started,
      bus: own,
      stop: async () => {
        await drain.run();
        await own.close();
      },
    };
    this.recorders.push(recorder);
    return recorder;
  }

  async close(): Promise<void> {
    const { bus, live, storage, dir } = this.servers;
    this.refuses = () => false;
    for (const { key } of await bus.assignments.all()) await bus.assignments.delete(key);
    await Promise.all(this.recorders.map((recorder) => recorder.stop()));
    await live.stop();
    await bus.close();
    await storage.close();
    dir.remove();
  }

  /** Checks all waiting conditions. */
  connect(): void {
    for (const check of [...this.checks]) check();
  }

  /** A bus that collects what it publishes. */
  private busOf(own: Bus): Pick<Bus, 'publish'> {
    const publishingBus = {
      publish: async (...[def, payload, options]: Parameters<Bus['publish']>) => {
        const published = await own.publish(def, payload, options);
        this.sentEvents.push({ name: def.name, msgId: options.msgId, payload: payload as Record<string, unknown> });
        this.connect();
        return published;
      },
    };
    return publishingBus as Pick<Bus, 'publish'>;
  }

  private watchedStorage(): Storage {
    const inner = this.storage;
    return Object.assign(Object.create(inner) as Storage, {
      kind: inner.kind,
      library: inner.library,
      list: inner.list.bind(inner),
      read: inner.read.bind(inner),
      put: async (...[key, body, options]: Parameters<Storage['put']>) => {
        if (this.refuses()) {
          this.connect();
          throw new OutsideError(untranslated('storage-away', 'the disk is not there'));
        }
        this.onPut(key, body);
        const info = await inner.put(key, body, options);
        this.connect();
        return info;
      },
    });
  }
}
