import { buildSources } from '#libs/testkit';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Builds the recorder service into a temporary folder, so that tests can start and kill it. */
export class BuiltRecorder {
  private readonly children: ChildProcess[] = [];

  constructor(private readonly dir: string) {
    buildSources(path.join(dir, 'dist'), ['libs', 'apps/recorder']);
  }

  /** @returns the process, once it reports that it is ready */
  async start(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
    const child = spawn(process.execPath, [path.join(this.dir, 'dist/apps/recorder/src/main.js')], {
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env['PATH'], VODKEEP_DATA: this.dir, VODKEEP_NODE: 'nas', VODKEEP_STDIN_GUARD: '1', ...env },
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
