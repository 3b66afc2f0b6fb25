import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ChildPlan } from './child-plan.js';
import { Children, STOP_ORDER } from './children.js';
import { demandDataFolder, openDataFolder, type DataFolder } from './data-folder.js';
import { lockFolder } from './folder-lock.js';
import { prepareGround, type Ground } from './ground.js';
import type { ExtraService, HouseOptions } from './house-options.js';
import { extraPlan, isKeyringGiven, servicePlans } from './house-services.js';
import { demandKeyring } from './keyring-file.js';
import { trimLogs } from './log-files.js';
import { endOrphans } from './pid-files.js';
import { demandFreePort } from './ports.js';

const ORPHAN_GRACE_MS = 8000;
const LOG_CHECK_MS = 60_000;

/** A running Vodkeep: its ground, its services, and the means to hurt them. */
export interface House {
  /** of the page, without a slash at its end */
  readonly url: string;
  readonly dataDir: string;
  /** how the services reach NATS and storage, and api the database: for tests that look behind the scenes */
  readonly env: Readonly<Record<string, string>>;
  /** name (`api`, `recorder-0`, `postgres`, `nats`, `s3`, ...) -> pid, null while down */
  pids(): Readonly<Record<string, number | null>>;
  /**
   * Sends a signal to one child; with `stayDown` it is not started again before `restart` (a plain kill is mended by
   * the house).
   */
  kill(child: string, signal: NodeJS.Signals, options?: { readonly stayDown?: boolean }): void;
  /** Starts a child again (after a drain, when it runs); resolves when it is ready. */
  restart(child: string): Promise<void>;
  /** Starts one more program of ours, kept like the others. */
  add(service: ExtraService): Promise<void>;
  /** Drains all in order. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts everything on one data folder and resolves when all of it is ready.
 * @throws UserError, OutsideError - one line that names the remedy; what was started is ended again
 */
export async function startHouse(options: HouseOptions): Promise<House> {
  const dir = resolve(options.dataDir);
  const say = options.say ?? (() => undefined);
  demandDataFolder(dir);
  const lock = await lockFolder(dir);
  const cleaning = new AsyncDisposableStack();
  cleaning.defer(() => lock.release());
  try {
    const folder = openDataFolder(dir, options.storageDir);
    await endOrphans({ runDir: folder.runDir, order: STOP_ORDER, graceMs: ORPHAN_GRACE_MS, say });
    await demandFreePort(options.port, options.host ?? '0.0.0.0');
    if (!isKeyringGiven(options)) demandKeyring(folder.keyringFile, say);
    const trimmer = setInterval(() => {
      trimLogs(folder.logDir);
    }, LOG_CHECK_MS).unref();
    cleaning.defer(() => {
      clearInterval(trimmer);
    });
    const ground = await prepareGround(options, folder);
    const children = new Children(folder, say, options.onFatal ?? (() => undefined));
    cleaning.defer(() => children.stop());
    const [services] = await Promise.all([
      servicePlans(options, folder, ground),
      unlessStopped(children.start(ground.plans), options.signal),
    ]);
    for (const group of inOrder(services)) await unlessStopped(children.start(group), options.signal);
    return openHouse({ options, folder, ground, children, stop: once(() => cleaning.disposeAsync()) });
  } catch (thrown) {
    await cleaning.disposeAsync();
    throw thrown;
  }
}

interface Built {
  readonly options: HouseOptions;
  readonly folder: DataFolder;
  readonly ground: Ground;
  readonly children: Children;
  readonly stop: () => Promise<void>;
}

function openHouse({ options, folder, ground, children, stop }: Built): House {
  const url = `http://localhost:${String(options.port)}${options.basepath ?? ''}`;
  const houseFile = join(folder.runDir, 'house.json');
  writeFileSync(houseFile, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 });
  return {
    url,
    dataDir: folder.dir,
    env: { ...ground.env, VODKEEP_PG_URL: ground.pgUrl, VODKEEP_DATA: folder.dir },
    pids: () => children.pids(),
    kill: (name, signal, how) => {
      children.get(name).kill(signal, how);
    },
    restart: (name) => children.get(name).restart(),
    add: async (service) => {
      await children.start([extraPlan(service, { ...process.env, ...ground.env })]);
    },
    stop: async () => {
      await stop();
      rmSync(houseFile, { force: true });
    },
  };
}

/** A start that the operator broke off must not be waited for. */
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

/** api alone first: it brings the database up to date before anybody counts on it. */
function inOrder<P extends ChildPlan>(plans: readonly P[]): P[][] {
  const first = plans.filter((plan) => plan.name === 'api');
  return [first, plans.filter((plan) => plan.name !== 'api')];
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= act());
}
