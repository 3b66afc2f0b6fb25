import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openStorage, type OpenStorage } from '#libs/storage';
import { COMPILE_CACHE, tempDir } from '#libs/testkit';
import { type ChannelSpec, type Sim, startSim } from '../../../tools/provider-sim/index.js';
import { BuiltRecorder } from './built-recorder.fixture.js';

/** One delivery: a process of the program. */
export interface Delivery {
  /** The output so far. */
  readonly output: () => string;
  /** Resolves when the process has ended. */
  readonly gone: Promise<unknown>;
  readonly kill: (signal: 'SIGKILL') => Promise<unknown>;
  /** Sends a line to its input. */
  readonly tell: (line: string) => void;
}

/**
 * Delivers commands, each to a process of its own that a spec can kill. The simulated site and the storage folder
 * outlive the processes.
 */
export class Deliveries {
  readonly sim: Sim;
  readonly storage: OpenStorage;

  private constructor(
    private readonly dir: ReturnType<typeof tempDir>,
    private readonly program: string,
    { sim, storage }: { readonly sim: Sim; readonly storage: OpenStorage },
  ) {
    this.sim = sim;
    this.storage = storage;
  }

  /**
   * @param program path of the source of the program, from the root of the repository: it runs in place of the
   *   recorder's service and gets its arguments by {@link openDelivery}
   */
  static async open({
    name,
    channel,
    program,
  }: {
    readonly name: string;
    readonly channel: ChannelSpec;
    readonly program: string;
  }): Promise<Deliveries> {
    const dir = tempDir(name);
    const sim = await startSim({ scenario: { name: 'spec', about: '', steps: [], channels: [channel] } });
    const storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
    return new Deliveries(dir, new BuiltRecorder(dir.path).built(program), { sim, storage });
  }

  get sites(): string {
    return `${this.sim.url}/h/{host}`;
  }

  path(name: string): string {
    return join(this.dir.path, name);
  }

  /** @param option of the program; empty: none */
  deliver(command: object, option = ''): Delivery {
    const child = spawn(
      process.execPath,
      [this.program, this.path('media'), this.sites, JSON.stringify(command), option],
      { stdio: ['pipe', 'pipe', 'inherit'], env: { ...COMPILE_CACHE, PATH: process.env['PATH'] } },
    );
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
    });
    const gone = once(child, 'exit');
    return {
      output: () => output,
      gone,
      kill: (signal) => {
        child.kill(signal);
        return gone;
      },
      tell: (line) => {
        child.stdin.write(`${line}\n`);
      },
    };
  }

  /** Counts the objects below a prefix whose key matches. */
  async count(prefix: string, is: (key: string) => boolean = () => true): Promise<number> {
    let n = 0;
    for await (const { key } of this.storage.list(prefix)) n += is(key) ? 1 : 0;
    return n;
  }

  async close(): Promise<void> {
    await this.storage.close();
    await this.sim.stop();
    this.dir.remove();
  }
}
