import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';

export interface ServerPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** Asks whether it can be used; a throw means "not yet". */
  readonly ready: () => Promise<void>;
}

// Ends the server when our pipe closes, also after a kill -9 of the test. Forked twice: Postgres must not find a child
// it did not start.
const GUARD = 'me=$$; exec 3<&0; ( (cat <&3 >/dev/null; kill -9 $me) >/dev/null 2>&1 & ); exec "$@" </dev/null 3<&-';
const LIMIT_MS = 60_000;

/** A foreign server of a test, that can be killed and come back. */
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

  /** `kill -9`; resolves when it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /**
   * Starts it again where it was, and waits until it answers. One that ends at once is tried again: after a kill,
   * Postgres waits for its old children.
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
