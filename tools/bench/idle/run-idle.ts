import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { connectBus } from '#libs/bus';
import { COMMANDS, objectKeys } from '#libs/contracts';
import { BugError, OutsideError, untranslated } from '#libs/errors';
import { freePort } from '../../supervisor/ports.js';
import { programFile } from '../../supervisor/program-file.js';
import { repositoryRoot } from '../../supervisor/root.js';
import { cpuSeconds, ownPssMb, pssMb } from '../measure/process-tree.js';

export interface IdlePlan {
  /** Idle time before the memory is measured, s. */
  readonly seconds: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

export interface IdleFigures {
  /** Time of `npm start` on an empty data folder, with packages and build present, until it reports ready. */
  readonly firstStartS: number;
  readonly secondStartS: number;
  /** Memory by name of the process, MB; PostgreSQL counts as one process. */
  readonly pssMb: Readonly<Record<string, number>>;
  readonly totalPssMb: number;
  /** CPU of all processes while idle. */
  readonly cores: number;
  /** Time from a command in the queue until the converter, which did not run, has processed it. */
  readonly workerWaitS: number;
  /** Memory of the converter directly after that. */
  readonly converterPssMb: number;
}

const READY_LIMIT_MS = 180_000;
const WORKER_LIMIT_MS = 60_000;

interface Running {
  readonly pid: number;
  readonly startS: number;
  readonly stop: () => Promise<void>;
}

/** Starts Vodkeep three times on one data folder, and measures the third one while idle. */
export async function runIdle({ seconds, dir, say }: IdlePlan): Promise<IdleFigures> {
  mkdirSync(dir, { recursive: true });
  const dataDir = join(dir, 'data');
  try {
    const first = await startByNpm(dataDir);
    await first.stop();
    const second = await startByNpm(dataDir);
    await second.stop();
    say(
      `started in ${first.startS.toFixed(1)} s, then in ${second.startS.toFixed(1)} s; idle for ${String(seconds)} s`,
    );
    const alone = await startAlone(dir, dataDir);
    try {
      const before = cpuSeconds([alone.pid]);
      await wait(seconds * 1000);
      const cores = (cpuSeconds([alone.pid]) - before) / seconds;
      const memory = { supervisor: ownPssMb(alone.pid), ...memoryOfChildren(dataDir) };
      const totalPssMb = pssMb([alone.pid]);
      const workerWaitS = await measureWorkerWait(dataDir);
      return {
        firstStartS: first.startS,
        secondStartS: second.startS,
        pssMb: memory,
        totalPssMb,
        cores,
        workerWaitS,
        converterPssMb: converterPssMb(dataDir),
      };
    } finally {
      await alone.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const startByNpm = async (dataDir: string): Promise<Running> =>
  startProcess('npm', ['start', '--', '--data', dataDir, '--port', String(await freePort())]);

/**
 * Starts the supervisor with a copy of the Node binary: the processes of this bench also run on Node, and PSS would
 * count pages that they share with the supervisor only in part.
 */
async function startAlone(dir: string, dataDir: string): Promise<Running> {
  const node = join(dir, 'node');
  copyFileSync(process.execPath, node);
  const port = String(await freePort());
  return startProcess(node, ['--optimize-for-size', programFile('supervisor'), '--data', dataDir, '--port', port]);
}

async function startProcess(file: string, args: readonly string[]): Promise<Running> {
  const began = performance.now();
  // Variables that npm passes to its scripts must not reach another npm.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const child = spawn(file, args, {
    cwd: repositoryRoot(),
    env: { ...env, VODKEEP_HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  };
  try {
    await waitUntilReady(child);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { pid: child.pid ?? 0, startS: (performance.now() - began) / 1000, stop };
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new BugError('no-pipe', 'The start has no stdout');
  const lines: string[] = [];
  const limit = setTimeout(() => child.kill('SIGTERM'), READY_LIMIT_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.startsWith('Vodkeep is ready')) break;
    }
  } finally {
    clearTimeout(limit);
  }
  child.stdout.resume();
  if (!(lines.at(-1) ?? '').startsWith('Vodkeep is ready'))
    throw new OutsideError(untranslated('bench-start', `Vodkeep did not start:\n${lines.slice(-10).join('\n')}`));
}

/** Reads the pids from the supervisor's pid files. */
function memoryOfChildren(dataDir: string): Record<string, number> {
  const runDir = join(dataDir, 'run');
  const files = readdirSync(runDir).filter((name) => name.endsWith('.pid'));
  return Object.fromEntries(
    files.map((name) => {
      const { pid } = JSON.parse(readFileSync(join(runDir, name), 'utf8')) as { readonly pid: number };
      return [name.slice(0, -'.pid'.length), pssMb([pid])];
    }),
  );
}

function converterPssMb(dataDir: string): number {
  const mb = memoryOfChildren(dataDir)['converter'];
  if (mb === undefined) throw new OutsideError(untranslated('bench-worker', 'The converter does not run.'));
  return mb;
}

/** Queues a thumbnail of a VOD that does not exist: the converter fails at once, and the command leaves the queue. */
async function measureWorkerWait(dataDir: string): Promise<number> {
  const config = readFileSync(join(dataDir, 'run/nats.conf'), 'utf8');
  const bus = await connectBus({
    servers: `nats://${/^listen: "(.+)"$/m.exec(config)?.[1] ?? ''}`,
    token: /token: "(.+?)"/.exec(config)?.[1] ?? null,
    name: 'bench',
  });
  const vodUuid = crypto.randomUUID();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  try {
    await bus.publish(
      COMMANDS.picture,
      {
        vodUuid,
        partId: '0'.repeat(26),
        segment: 'none',
        initCrc: null,
        outKey: objectKeys.thumb(vodUuid, 'live-bench.jpg'),
      },
      { msgId: vodUuid },
    );
    while ((await bus.queuedCommands()).has(COMMANDS.picture.name)) {
      if (seconds() * 1000 > WORKER_LIMIT_MS)
        throw new OutsideError(untranslated('bench-worker', 'The converter did not start'));
      await wait(20);
    }
    return seconds();
  } finally {
    await bus.close();
  }
}
