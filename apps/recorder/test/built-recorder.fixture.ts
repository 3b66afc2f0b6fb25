import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * The recorder service, built into a folder of its own, since Node cannot run decorators from source; to be started and
 * killed by tests.
 */
export class BuiltRecorder {
  private readonly children: ChildProcess[] = [];

  constructor(private readonly dir: string) {
    const config = {
      extends: path.join(ROOT, 'tsconfig.base.json'),
      files: [path.join(ROOT, 'apps/recorder/src/main.ts')],
      compilerOptions: { rootDir: ROOT, outDir: path.join(dir, 'dist'), noCheck: true, sourceMap: false, types: [] },
    };
    writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(
      process.execPath,
      [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', path.join(dir, 'tsconfig.json')],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    );
    writeFileSync(
      path.join(dir, 'dist/package.json'),
      JSON.stringify({ type: 'module', imports: { '#libs/*': './libs/*/src/index.js' } }),
    );
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(dir, 'dist/node_modules'));
  }

  /** @returns once it says that it is ready */
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
