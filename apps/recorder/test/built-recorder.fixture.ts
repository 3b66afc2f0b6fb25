import { buildSources, COMPILE_CACHE } from '#libs/testkit';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Builds the recorder service, so that tests can start and kill it. */
export class BuiltRecorder {
  private readonly children: ChildProcess[] = [];
  /** From the path of a source to the path of its built file. */
  readonly built = buildSources(['libs', 'apps/recorder']);

  /** @param dir folder of the installation's data */
  constructor(private readonly dir: string) {}

  /** @returns the process, once it reports that it is ready */
  async start(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
    const child = spawn(process.execPath, [this.built('apps/recorder/src/main.ts')], {
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      env: {
        ...COMPILE_CACHE,
        PATH: process.env['PATH'],
        VODKEEP_DATA: this.dir,
        VODKEEP_NODE: 'nas',
        VODKEEP_STDIN_GUARD: '1',
        ...env,
      },
    });
    this.children.push(child);
    await once(child, 'message');
    return child;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children
        .splice(0)
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          return gone;
        }),
    );
  }
}
