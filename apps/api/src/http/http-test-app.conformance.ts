import { type Bus } from '#libs/bus';
import { ROUTES, type RouteDef } from '#libs/contracts';
import { Keyring, Log } from '#libs/service-kit';
import { Controller, Global, Module, type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type DataSource } from 'typeorm';
import { buildDataSource } from '../persistence/database/data-source.js';
import { migrate } from '../persistence/database/migrate.js';
import { SettingsExtras } from '../modules/settings/settings-extras.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { UiNotifier, type UiChange } from '../platform/messaging/ui-notifier.js';
import { ViewLoader } from '../views/view-loader.service.js';
import { ChangeBroadcaster } from '../realtime/change-broadcaster.js';
import { EventWebhook } from '../realtime/event-webhook.js';
import { RealtimeGateway } from '../realtime/realtime.gateway.js';
import { Realtime } from '../realtime/realtime.service.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { ClientSettingsModule } from '../modules/client-settings/client-settings.module.js';
import { MediaController } from '../modules/media/media.controller.js';
import { OpenapiModule } from '../modules/openapi/openapi.module.js';
import { AppUrlCheck } from '../modules/settings/app-url-check.js';
import { SettingsController } from '../modules/settings/settings.controller.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { KeyringCheck } from '../platform/keyring-check.js';
import { SettingsModule } from '../settings/settings.module.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { migratedDatabase } from '../testing/migrated-database.js';
import { Clock } from '../platform/clock.js';
import { configureHttp } from '../configure-http.js';
import { HttpConfig } from '../platform/http-config.js';
import { HttpModule } from './http.module.js';
import { Implements } from './implements-route.js';
import { MediaResolver, MediaStore } from '../platform/storage/ports.js';

/**
 * The complete HTTP layer on its own database, with fakes for the features. For medium specs; not part of the product.
 */
export interface HttpTestApp {
  readonly url: string;
  readonly nest: NestExpressApplication;
  readonly clock: FakeClock;
  readonly ui: FakeUiNotifier;
  readonly store: FakeStore;
  readonly db: DataSource;
  close(): Promise<void>;
}
export interface HttpTestAppOptions {
  readonly config?: Partial<HttpConfig>;
  readonly controllers?: readonly Type[];
  readonly views?: Partial<ViewLoader>;
  readonly keyring?: string;
  readonly databaseUrl?: string;
}

class FakeClock extends Clock {
  at = Date.UTC(2026, 10, 28);
  override now(): number {
    return this.at;
  }
}

class FakeUiNotifier extends UiNotifier {
  readonly changes: UiChange[] = [];
  private readonly listeners = new Set<(change: UiChange) => void>();
  constructor() {
    super({
      pulse: (_: unknown, change: UiChange) => {
        this.changed(change);
      },
    } as unknown as Bus);
  }
  /** Simulates a change that any API reports. */
  changed(change: UiChange): void {
    this.changes.push(change);
    for (const listener of this.listeners) listener(change);
  }
  override onChanged(listener: (change: UiChange) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

/** Media in memory. `opened` and `aborted` count reads. */
class FakeStore extends MediaStore {
  readonly objects = new Map<string, Buffer>();
  opened = 0;
  aborted = 0;
  head(key: string) {
    const body = this.objects.get(key);
    return Promise.resolve(body ? { sizeBytes: body.length, modifiedAt: new Date(Date.UTC(2026, 0, 1)) } : null);
  }
  get(key: string, range?: { readonly start: number; readonly end?: number }, signal?: AbortSignal) {
    this.opened += 1;
    signal?.addEventListener('abort', () => {
      this.aborted += 1;
    });
    const body = this.objects.get(key) ?? Buffer.alloc(0);
    const isBroken = key.endsWith('/broken') || key.endsWith('/half');
    const part = range ? body.subarray(range.start, (range.end ?? body.length - 1) + 1) : body;
    return Promise.resolve({
      stream: isBroken
        ? brokenStream(key.endsWith('/half') ? part.subarray(0, part.length / 2) : null)
        : Readable.from(chunks(part)),
      sizeBytes: part.length,
      totalBytes: body.length,
      modifiedAt: new Date(0),
    });
  }
}

function* chunks(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}
/** A stream that fails, after some bytes or at once. */
function brokenStream(first: Buffer | null): Readable {
  let left = first;
  return new Readable({
    read() {
      if (left) {
        this.push(left);
        left = null;
      } else
        setImmediate(() => {
          this.destroy(new TypeError('disk died'));
        });
    },
  });
}

const KEYRING = `k:${Buffer.alloc(32, 7).toString('base64')}`;
const HTTP_LAYER_PATHS = /^\/api\/v0\/(auth|settings(?!\/(export|import))|clientsettings)(\/|$)/;

/** A handler for every route outside the HTTP layer. It returns nothing; reaching it means that access was granted. */
function stubs(): Type {
  class Stubs {}
  ROUTES.filter((route) => !HTTP_LAYER_PATHS.test(route.path)).forEach((route: RouteDef, i) => {
    const key = `route${i}`;
    const value = (): unknown => (route.shape === 'raw' ? 'media' : {});
    Object.defineProperty(Stubs.prototype, key, { value, writable: true, configurable: true });
    const bind: (target: object, key: string, d: PropertyDescriptor) => void = Implements(route);
    bind(Stubs.prototype, key, { value });
  });
  Controller()(Stubs);
  return Stubs;
}

export async function startHttpTestApp(postgresUrl: string, options: HttpTestAppOptions = {}): Promise<HttpTestApp> {
  const db = await buildDataSource(options.databaseUrl ?? (await migratedDatabase(postgresUrl))).initialize();
  await migrate(db);
  const config = new HttpConfig({
    version: '1.2.3',
    loginTries: { perAddress: 1_000, inAll: 1_000 },
    ...options.config,
  });
  const [clock, ui, store] = [new FakeClock(), new FakeUiNotifier(), new FakeStore()];
  const given = [
    { provide: HttpConfig, useValue: config },
    { provide: Keyring, useValue: Keyring.parse(options.keyring ?? KEYRING) },
    { provide: Log, useValue: { setVerbose: () => undefined } },
    { provide: Clock, useValue: clock },
    { provide: UiNotifier, useValue: ui },
    { provide: MediaStore, useValue: store },
    {
      provide: MediaResolver,
      useValue: {
        resolve: (path: string) =>
          Promise.resolve(store.objects.has(path) ? { key: path, contentType: 'video/mp4' } : null),
      },
    },
    {
      provide: ViewLoader,
      useValue: {
        vod: () => Promise.resolve(null),
        channel: () => Promise.resolve(null),
        job: () => Promise.resolve(null),
        deadLetters: () => Promise.resolve([]),
        ...options.views,
      },
    },
    { provide: Scheduler, useValue: soloScheduler() },
    {
      provide: SettingsExtras,
      useValue: {
        gather: ({ isGuest }: { readonly isGuest: boolean }) =>
          Promise.resolve({
            channels: isGuest ? [] : [{ uuid: 'channel' }],
            problems: isGuest ? [] : [{ kind: 'channel', text: 'no channels' }],
            favouriteGames: [],
            favouritesVersion: 0,
            quotas: {},
            websocketQuotas: [],
          }),
      },
    },
  ];
  @Global()
  @Module({ providers: given, exports: given.map((g) => g.provide) })
  class Given {}
  const built = await Test.createTestingModule({
    imports: [
      Given,
      PersistenceModule.of(db),
      HttpModule,
      AuthModule,
      SettingsModule,
      ClientSettingsModule,
      OpenapiModule,
    ],
    controllers: [MediaController, SettingsController, stubs(), ...(options.controllers ?? [])],
    providers: [AppUrlCheck, ChangeBroadcaster, EventWebhook, KeyringCheck, Realtime, RealtimeGateway],
  }).compile();
  const app = built.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  configureHttp(app, config);
  try {
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${config.basepath}`,
    nest: app,
    clock,
    ui,
    store,
    db,
    close: async () => {
      await app.close();
      if (db.isInitialized) await db.destroy();
    },
  };
}
