import { setTimeout as pause } from 'node:timers/promises';
import { Bus, connectBus, JetStreamStrategy } from '#libs/bus';
import { loadConfig, SERVICES } from '#libs/config';
import { EVENTS, SCRIPT_HEADER } from '#libs/contracts';
import { CONFIG, Drain, HealthRegistry, Keyring, Log, STORAGE } from '#libs/service-kit';
import { type ObjectInfo, type OpenStorage, openStorage, type S3Settings } from '#libs/storage';
import { dropDatabase, postgresOfRun, startNats, tempDir, type TestNats, type PostgresOfRun } from '#libs/testkit';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { join } from 'node:path';
import { type AddressInfo } from 'node:net';
import { AppModule } from '../app.module.js';
import { buildDataSource } from '../persistence/database/data-source.js';
import { migrate } from '../persistence/database/migrate.js';
import { configureHttp } from '../configure-http.js';
import { HttpConfig } from '../platform/http-config.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { workflowSwitch } from '../platform/messaging/leader-only-consumption.js';
import { migratedDatabase } from './migrated-database.js';

/** The API with a real Postgres, NATS and file storage; the spec fakes the recorder and the converter. */
export class TestApp {
  readonly bus: Bus;
  readonly storage: OpenStorage;

  private constructor(
    readonly nest: NestExpressApplication,
    private readonly testServers: TestServers,
    { bus, storage }: { bus: Bus; storage: OpenStorage },
  ) {
    this.bus = bus;
    this.storage = storage;
  }

  /**
   * @param options `without`: tasks that do not run by themselves; `running`: tasks that do, although most specs run
   *   without them; `sites`: address of streaming sites, in the format
   *   of VODKEEP_SITES; `s3`: a bucket instead of a folder; `databaseUrl`: an existing database instead of a fresh one,
   *   dropped at the end
   */
  static async start(options: TestAppOptions = {}): Promise<TestApp> {
    return TestApp.on(await TestServers.start(options.databaseUrl), options);
  }

  private static async on(
    testServers: TestServers,
    { receivesEvents = true, without = [], running = [], sites = 'https://{host}', s3 }: TestAppOptions,
  ): Promise<TestApp> {
    const bus = await connectBus({ servers: testServers.nats.url, token: testServers.nats.token, name: 'api-test' });
    await bus.ensure();
    const storage = await openStorage(
      s3 ?? { kind: 'file', rootDir: join(testServers.dir.path, 'storage'), sync: 'off' },
    );
    const db = buildDataSource(testServers.databaseUrl);
    await db.initialize();
    await migrate(db);
    const config = loadConfig(
      {
        VODKEEP_DATA: testServers.dir.path,
        VODKEEP_PG_URL: testServers.databaseUrl,
        VODKEEP_NATS_URL: testServers.nats.url,
        VODKEEP_WEB_DIR: join(testServers.dir.path, 'web'),
        VODKEEP_SITES: sites,
        VODKEEP_ISOLATED_RECORDERS: '4',
      },
      SERVICES.api,
    );
    const quiet = new Log({ service: 'api', node: 'test', pid: process.pid }, 'api', () => undefined);
    const kit = [
      { provide: Bus, useValue: bus },
      { provide: STORAGE, useValue: storage },
      { provide: CONFIG, useValue: config },
      { provide: Log, useValue: quiet },
      { provide: Drain, useValue: new Drain(quiet) },
      { provide: HealthRegistry, useValue: new HealthRegistry({ service: 'api', node: 'test', version: '0' }) },
    ];
    @Global()
    @Module({ providers: kit, exports: kit.map((k) => k.provide) })
    class TestKit {}
    const http = new HttpConfig({ answerCheck: 'fail' });
    const root = {
      module: class Root {},
      imports: [TestKit, AppModule.of({ db, keyring: testServers.keyring, http })],
    };
    const app = await NestFactory.create<NestExpressApplication>(root, {
      logger: ['error', 'fatal'],
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
    });
    configureHttp(app, http);
    if (receivesEvents)
      app.connectMicroservice({
        strategy: new JetStreamStrategy(bus, {
          events: { group: 'workflows', defs: Object.values(EVENTS), consumptionSwitch: workflowSwitch },
        }),
      });
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
    const stopped = TASKS_NOT_STARTED.filter((task) => !running.includes(task));
    await app.get(Scheduler, { strict: false }).start({ without: [...stopped, ...without] });
    return new TestApp(app, testServers, { bus, storage });
  }

  private open = true;

  /** File driver only: the folder with which other processes open the storage. */
  get storageDir(): string {
    return join(this.testServers.dir.path, 'storage');
  }

  /** The connection options for other processes. */
  get busServer(): { readonly servers: string; readonly token: string } {
    const { url: servers, token } = this.testServers.nats;
    return { servers, token };
  }

  /** File driver only: the folder that media servers read. */
  get libraryDir(): string {
    return join(this.testServers.dir.path, 'storage', 'library');
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.nest.getHttpServer().address() as AddressInfo).port}`;
  }

  /** Sends one API call as the operator on the same machine. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the answer's data is
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{
    status: number;
    body: { status: string; message?: string; code?: string; fields?: { path: string; message: string }[]; data?: T };
    text: string;
  }> {
    const res = await fetch(`${this.origin}/api/v0${path}`, {
      method,
      headers: { [SCRIPT_HEADER]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await res.text();
    return {
      status: res.status,
      text,
      body: (res.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : {}) as never,
    };
  }

  /** Objects on storage below a prefix, by key. */
  async objects(prefix: string): Promise<ObjectInfo[]> {
    const found: ObjectInfo[] = [];
    for await (const object of this.storage.list(prefix)) found.push(object);
    return found;
  }

  /** False once the app is being stopped. */
  get isOpen(): boolean {
    return this.open;
  }

  /** Stops this API, and starts another one on the same database, bus and storage. */
  async restarted(options: TestAppOptions = {}): Promise<TestApp> {
    await this.end();
    return TestApp.on(this.testServers, options);
  }

  async stop(): Promise<void> {
    await this.end();
    await this.testServers.stop();
  }

  private async end(): Promise<void> {
    this.open = false;
    await this.nest.close();
    await this.bus.close();
    await this.storage.close();
  }
}

interface TestAppOptions {
  readonly receivesEvents?: boolean;
  readonly without?: readonly string[];
  readonly running?: readonly string[];
  readonly sites?: string;
  readonly s3?: S3Settings | undefined;
  readonly databaseUrl?: string | undefined;
}

class TestServers {
  /** Two keys, as after a change of the keyring. */
  readonly keyring = Keyring.parse(`${Keyring.newEntry()}\n${Keyring.newEntry()}`);

  private constructor(
    readonly dir: ReturnType<typeof tempDir>,
    readonly nats: TestNats,
    private readonly database: { readonly server: PostgresOfRun; readonly url: string },
  ) {}

  get databaseUrl(): string {
    return this.database.url;
  }

  static async start(databaseUrl?: string): Promise<TestServers> {
    const [nats, server] = await Promise.all([startNats(), postgresOfRun()]);
    return new TestServers(tempDir('api'), nats, { server, url: databaseUrl ?? (await migratedDatabase(server.url)) });
  }

  async stop(): Promise<void> {
    await Promise.all([this.nats.stop(), dropDatabase(this.databaseUrl)]);
    await this.database.server.stop();
    this.dir.remove();
  }
}

/** Tasks that change what specs check; a spec runs them itself. */
const TASKS_NOT_STARTED = [
  'after-recording',
  'detection-watchdog',
  'local-videos',
  'schedules',
  'site-accounts',
  'storage-identity',
  'storage-sweep',
  'storage-use',
  'sweeper',
  // Jest would read its messages as answers of its worker.
  'worker-demand',
];

const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** Probes of a case that waits take at most a fifth of its time: they must not slow down what they wait for. */
const PAUSES_PER_PROBE = 4;

/**
 * Waits until `probe` returns a value. The limit counts probes: on a machine that is four times slower, it lasts four
 * times as long.
 * @param limitMs least time; slow probes, with their longer pauses, take up to ten times as long
 * @throws RangeError after one probe for each 50 ms of `limitMs`; it names `what`
 */
export async function eventually<T>(
  probe: () => Promise<T | null | undefined | false>,
  what: string,
  limitMs = 20_000,
): Promise<T> {
  for (let left = limitMs / SHORTEST_PAUSE_MS; left > 0; left -= 1) {
    const began = performance.now();
    const found = await probe();
    if (found !== null && found !== undefined && found !== false) return found;
    const tookMs = performance.now() - began;
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, PAUSES_PER_PROBE * tookMs)));
  }
  throw new RangeError(`timed out waiting for ${what}`);
}
