import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isolatedRecorderName } from '#libs/contracts';
import type { ChildPlan } from './child-plan.js';
import { Children, STOP_ORDER } from './children.js';
import { consoleLines } from './console-lines.js';
import { DiskGuard } from './disk-guard.js';
import { requireDataFolder, openDataFolder, type DataFolder } from './data-folder.js';
import { lockFolder } from './folder-lock.js';
import { prepareBootstrap, requireSpace, type Bootstrap } from './bootstrap.js';
import type { ExtraService, InstallationOptions } from './installation-options.js';
import { extraPlan, isKeyringGiven, servicePlans } from './installation-services.js';
import { ensureKeyring } from './keyring-file.js';
import { trimLogs } from './log-files.js';
import { OnDemandWorkers, workersWithWork } from './on-demand.js';
import { endOrphans } from './pid-files.js';
import { restoreDatabase } from './restore-database.js';
import { requireFreePort } from './ports.js';

const ORPHAN_GRACE_MS = 8000;
const LOG_CHECK_MS = 60_000;
/** Time without captures after which an isolated recorder stops, if no time is set for workers. */
const QUIET_MS = 60_000;

/** A running Vodkeep, with methods to kill and restart its parts. */
export interface Installation {
  /** address of the page, without a slash at its end */
  readonly url: string;
  readonly dataDir: string;
  /** addresses of NATS, storage and database, for tests that check internal state */
  readonly env: Readonly<Record<string, string>>;
  /** pid by name (`api`, `recorder-0`, `postgres`, `nats`, `s3`, ...); null while down */
  pids(): Readonly<Record<string, number | null>>;
  /**
   * Sends a signal to one child. With `stayDown` it stays down until `restart`; otherwise the supervisor restarts it.
   */
  kill(child: string, signal: NodeJS.Signals, options?: { readonly stayDown?: boolean }): void;
  /** Restarts a child; drains it first if it runs. Resolves when the child is ready. */
  restart(child: string): Promise<void>;
  /** Starts and supervises one more program of Vodkeep. */
  add(service: ExtraService): Promise<void>;
  /** Drains all children in order. A second call has no effect. */
  stop(): Promise<void>;
}

/**
 * Starts all programs of one data folder. Resolves when all are ready.
 * @throws UserError, OutsideError: when the start fails; the message is one line that names the remedy, and everything
 *   started so far is stopped
 */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const dir = resolve(options.dataDir);
  const say = options.say ?? (() => undefined);
  requireDataFolder(dir);
  const lock = await lockFolder(dir);
  const cleaning = new AsyncDisposableStack();
  cleaning.defer(() => lock.release());
  try {
    const folder = openDataFolder(dir, options.storageDir);
    await endOrphans({ runDir: folder.runDir, order: STOP_ORDER, graceMs: ORPHAN_GRACE_MS, say });
    await requireFreePort(options.port, options.host ?? '0.0.0.0');
    requireSpace(options, folder);
    if (!isKeyringGiven(options)) ensureKeyring(folder.keyringFile, say);
    const trimmer = setInterval(() => {
      trimLogs(folder.logDir);
    }, LOG_CHECK_MS).unref();
    cleaning.defer(() => {
      clearInterval(trimmer);
    });
    const bootstrap = await prepareBootstrap(options, folder);
    const children = new Children(folder, say, options.onFatal ?? (() => undefined));
    cleaning.defer(() => children.stop());
    cleaning.defer(watchDisks({ options, folder, bootstrap, children, say }));
    const onDemand = new OnDemandWorkers({ children, quietMs: options.onDemand?.quietMs ?? QUIET_MS, say });
    cleaning.defer(() => onDemand.close());
    const onMessage = (message: unknown): void => {
      consoleLines(message).forEach(say);
      const names = workersWithWork(message);
      if (names !== null) onDemand.onReport(names);
    };
    const [services] = await Promise.all([
      servicePlans(options, { folder, bootstrap, onMessage }),
      unlessStopped(children.start(bootstrap.plans), options.signal),
    ]);
    if (options.restore !== undefined)
      await restoreDatabase(options.restore, { dataDir: folder.dir, pgUrl: bootstrap.pgUrl, say });
    const isOnDemand = ({ name }: ChildPlan): boolean =>
      name.startsWith(isolatedRecorderName('')) || (options.onDemand?.workers.includes(name) ?? false);
    for (const group of startGroups(services.filter((plan) => !isOnDemand(plan))))
      await unlessStopped(children.start(group), options.signal);
    onDemand.add(services.filter(isOnDemand));
    return openInstallation({
      options,
      folder,
      bootstrap,
      children,
      onDemand,
      stop: once(() => cleaning.disposeAsync()),
    });
  } catch (thrown) {
    await cleaning.disposeAsync();
    throw thrown;
  }
}

interface Watched {
  readonly options: InstallationOptions;
  readonly folder: DataFolder;
  readonly bootstrap: Bootstrap;
  readonly children: Children;
  readonly say: (line: string) => void;
}

/** @returns ends the watch */
function watchDisks({ options, folder, bootstrap, children, say }: Watched): () => void {
  const guard = new DiskGuard({
    dataDir: folder.dir,
    databaseDir: bootstrap.databaseDir,
    messagesDir: bootstrap.messagesDir,
    natsLog: join(folder.logDir, 'nats.err.log'),
    ballastBytes: (options.ballastMb ?? 0) * 1024 ** 2,
    restart: (child) => children.get(child).restart(),
    isDown: (child) => children.pids()[child] === null,
    say,
  });
  guard.start();
  return () => {
    guard.stop();
  };
}

interface Built {
  readonly options: InstallationOptions;
  readonly folder: DataFolder;
  readonly bootstrap: Bootstrap;
  readonly children: Children;
  readonly onDemand: OnDemandWorkers;
  readonly stop: () => Promise<void>;
}

function openInstallation({ options, folder, bootstrap, children, onDemand, stop }: Built): Installation {
  const url = `http://localhost:${String(options.port)}${options.basepath ?? ''}`;
  const installationFile = join(folder.runDir, 'installation.json');
  writeFileSync(installationFile, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 });
  return {
    url,
    dataDir: folder.dir,
    env: { ...bootstrap.env, VODKEEP_PG_URL: bootstrap.pgUrl, VODKEEP_DATA: folder.dir },
    pids: () => children.pids(),
    kill: (name, signal, how) => {
      children.get(name).kill(signal, how);
    },
    restart: async (name) => {
      if (!(await onDemand.wake(name))) await children.get(name).restart();
    },
    add: async (service) => {
      await children.start([extraPlan(service, { ...process.env, ...bootstrap.env })]);
    },
    stop: async () => {
      await stop();
      rmSync(installationFile, { force: true });
    },
  };
}

/** Rejects as soon as the operator aborts the start, without waiting for the start to finish. */
async function unlessStopped(started: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return started;
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = () => {
    stopped.reject(signal.reason);
  };
  signal.addEventListener('abort', stop);
  await Promise.race([started, stopped.promise]).finally(() => {
    signal.removeEventListener('abort', stop);
  });
}

/** Starts the api alone first: it migrates the database before other services use it. */
function startGroups<P extends ChildPlan>(plans: readonly P[]): P[][] {
  const first = plans.filter((plan) => plan.name === 'api');
  return [first, plans.filter((plan) => plan.name !== 'api')];
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= work());
}
