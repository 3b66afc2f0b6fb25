import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';

export interface ServerPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** Checks whether the server is usable; an error means "not yet". */
  readonly ready: () => Promise<void>;
}

// Kills the server when its stdin pipe closes, also after a SIGKILL of the test. The guard forks twice, because
// PostgreSQL must not find a child that it did not start.
const GUARD = 'me=$$; exec 3<&0; ( (cat <&3 >/dev/null; kill -9 $me) >/dev/null 2>&1 & ); exec "$@" </dev/null 3<&-';
const LIMIT_MS = 60_000;

/** An external server of a test, which the test can kill and restart. */
export class ServerChild {
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(private readonly plan: ServerPlan) {}

  static async start(plan: ServerPlan): Promise<ServerChild> {
    const server = new ServerChild(plan);
    await server.restart();
    return server;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Sends the signal (default SIGKILL) and resolves after the process has exited. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /**
   * Starts the server in the same place and waits until it responds. Starts it again if it exits immediately: after a
   * kill, PostgreSQL waits for its old children.
   */
  async restart(): Promise<void> {
    const until = Date.now() + LIMIT_MS;
    let child = this.#spawn();
    for (;;) {
      if (Date.now() > until)
        throw new OutsideError(untranslated('server-start', `${this.plan.file} did not start: ${this.#output}`));
      if (child.exitCode !== null) {
        await wait(100);
        child = this.#spawn();
      }
      try {
        await this.plan.ready();
        return;
      } catch {
        await wait(25);
      }
    }
  }

  #spawn(): ChildProcess {
    const child = spawn('/bin/sh', ['-c', GUARD, 'guard', this.plan.file, ...this.plan.args], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000);
    });
    this.#child = child;
    return child;
  }
}
