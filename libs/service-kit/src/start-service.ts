import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import {
  type DynamicModule,
  type INestApplicationContext,
  type NestApplicationOptions,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
// `import type`, because `import { type X }` still loads the module: express would cost the workers 9 MB.
import type { NestExpressApplication } from '@nestjs/platform-express';
import { JetStreamStrategy, type ConsumedMessages } from '#libs/bus';
import { loadServiceConfig, type ConfigOf, type ServiceName, type SharedConfig } from '#libs/config';
import { isAppError, messageOf, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { consoleLog } from './console-log.js';
import { Drain } from './drain.js';
import { reportHealth } from './health-reporter.js';
import { serveHealth } from './health-server.js';
import { sendHeartbeats } from './heartbeat.js';
import { KitModule, type Kit } from './kit.js';
import { Log, LogVolume } from './log.js';
import { LogShipper } from './log-shipper.js';
import { NestLog } from './nest-log.js';
import { openKit } from './open-kit.js';
import { EXIT_OPERATOR, watchProcessEnd } from './process-end.js';
import { releaseStartUpMemory } from './start-up-memory.js';
import { VERSION } from './version.js';

/** The HTTP server of a service; only the API has one. */
interface HttpPlan<N extends ServiceName> {
  readonly listen: (kit: Kit<N>) => { readonly host: string; readonly port: number };
  readonly options?: NestApplicationOptions;
  /** Runs before the server listens: middleware, guards, filters, the socket adapter. */
  readonly configure?: (app: NestExpressApplication, kit: Kit<N>) => void | Promise<void>;
}

/** A service: its module, its messages, and its HTTP server. */
export interface ServicePlan<N extends ServiceName> {
  readonly name: N;
  /** The service's Nest module. `Bus`, `Log`, `HealthRegistry`, `Drain`, CONFIG and STORAGE can be injected into it. */
  readonly module: (kit: Kit<N>) => Type | DynamicModule | Promise<Type | DynamicModule>;
  /** Commands and events that the service consumes; default: none. */
  readonly claims?: (kit: Kit<N>) => ConsumedMessages;
  readonly http?: HttpPlan<N>;
  /** Runs when everything listens, before the service reports that it is ready. */
  readonly started?: (app: INestApplicationContext, kit: Kit<N>) => void | Promise<void>;
}

/**
 * Runs a service from start to end: settings, log, NATS, storage, its module, health, "ready" to the supervisor, drain.
 * Exits with 78 and one line on stderr if only the operator can fix the cause, with 1 if a restart may help.
 */
export async function startService<N extends ServiceName>(plan: ServicePlan<N>): Promise<void> {
  try {
    await boot(plan);
  } catch (error) {
    process.stderr.write(`${oneLine(error)}\n`);
    process.exit(isAppError(error) && error.fault === 'user' ? EXIT_OPERATOR : 1);
  }
}

async function boot<N extends ServiceName>(plan: ServicePlan<N>): Promise<void> {
  const config = loadServiceConfig(plan.name) as ConfigOf<N> & SharedConfig;
  const { core }: SharedConfig = config;
  const out = consoleLog();
  const shipper = new LogShipper();
  const log = new Log(
    { service: plan.name, node: core.node, pid: process.pid, volume: new LogVolume(core.logLevel) },
    plan.name,
    (line) => {
      out.write(line);
      shipper.add(line);
    },
  );
  const drain = new Drain(log);
  watchProcessEnd({ log, drain, flush: out.flush, stdinGuard: core.stdinGuard });
  try {
    const kit: Kit<N> = await openKit({ name: plan.name, version: VERSION, config, log, drain, shipper });
    const { app, port } = await openApp(plan, kit);
    const health = await serveHealth(kit.health, { host: core.healthHost, port: core.healthPort });
    drain.addLast({ name: 'health', run: health.close, limitMs: 1_000 });
    await plan.started?.(app, kit);
    drain.add({
      name: 'health-report',
      run: reportHealth(kit.bus, kit.health, `${plan.name}@${core.node}/${process.pid}`),
    });
    log.info('ready', { port: port ?? health.port, healthPort: health.port });
    process.send?.(
      { ready: true, port: port ?? health.port, healthPort: health.port },
      undefined,
      undefined,
      () => undefined,
    );
    sendHeartbeats();
    releaseStartUpMemory();
  } catch (error) {
    log.fatal('service not started', { error });
    out.flush();
    throw error;
  }
}

async function openApp<N extends ServiceName>(
  plan: ServicePlan<N>,
  kit: Kit<N>,
): Promise<{ readonly app: INestApplicationContext; readonly port: number | null }> {
  const root: DynamicModule = { module: class Root {}, imports: [KitModule.of(kit), await plan.module(kit)] };
  const logger = new NestLog(kit.log);
  const strategy = plan.claims ? new JetStreamStrategy(kit.bus, plan.claims(kit)) : null;
  if (plan.http) return openHttp(plan.http, { kit, root, logger, strategy });
  const app = await (strategy
    ? openConsumer(root, strategy, logger)
    : NestFactory.createApplicationContext(root, { logger, abortOnError: false }));
  kit.drain.addLast({ name: 'nest', run: () => app.close(), limitMs: 15_000 });
  return { app, port: null };
}

async function openConsumer(
  root: DynamicModule,
  strategy: JetStreamStrategy,
  logger: NestLog,
): Promise<INestApplicationContext> {
  const app = await NestFactory.createMicroservice(root, { strategy, logger, abortOnError: false });
  await app.listen();
  return app;
}

interface HttpParts<N extends ServiceName> {
  readonly kit: Kit<N>;
  readonly root: DynamicModule;
  readonly logger: NestLog;
  readonly strategy: JetStreamStrategy | null;
}

async function openHttp<N extends ServiceName>(
  http: HttpPlan<N>,
  { kit, root, logger, strategy }: HttpParts<N>,
): Promise<{ readonly app: INestApplicationContext; readonly port: number }> {
  const app = await NestFactory.create<NestExpressApplication>(root, {
    ...http.options,
    logger,
    abortOnError: false,
    forceCloseConnections: true,
  });
  kit.drain.addLast({ name: 'nest', run: () => app.close(), limitMs: 8_000 });
  await http.configure?.(app, kit);
  if (strategy) app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  const { host, port } = http.listen(kit);
  const server = await listen(app, host, port);
  return { app, port: (server.address() as AddressInfo).port };
}

async function listen(
  app: NestExpressApplication,
  host: string,
  port: number,
): Promise<ReturnType<NestExpressApplication['getHttpServer']>> {
  try {
    await app.listen(port, host);
    return app.getHttpServer();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'EADDRINUSE')
      throw new UserError(message('error.port-in-use', { port }), { cause: error });
    throw error;
  }
}

const oneLine = (error: unknown): string => messageOf(error).replaceAll(/\s*\n\s*/g, ' | ');
