import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Programs of the converter, built into a folder of their own, since Node cannot run decorators from source. */
export class BuiltConverter {
  /** Holds an `ffmpeg` that reads its input as fast as it plays, so that a conversion has a middle to be killed in. */
  readonly slowBinaries: string;
  private readonly children: ChildProcess[] = [];

  /** @param files paths from the root of the repository */
  constructor(
    private readonly dir: string,
    files: readonly string[],
  ) {
    const config = path.join(dir, 'tsconfig.json');
    const dist = path.join(dir, 'dist');
    writeFileSync(
      config,
      JSON.stringify({
        extends: path.join(ROOT, 'tsconfig.base.json'),
        compilerOptions: { rootDir: ROOT, outDir: dist, noCheck: true, sourceMap: false, types: [] },
        files: files.map((file) => path.join(ROOT, file)),
      }),
    );
    execFileSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    writeFileSync(
      path.join(dist, 'package.json'),
      JSON.stringify({ type: 'module', imports: { '#libs/*': './libs/*/src/index.js' } }),
    );
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(dist, 'node_modules'));
    this.slowBinaries = path.join(dir, 'slow');
    mkdirSync(this.slowBinaries);
    const ffmpeg = execFileSync('sh', ['-c', 'command -v ffmpeg']).toString().trim();
    writeFileSync(path.join(this.slowBinaries, 'ffmpeg'), `#!/bin/sh\nexec ${ffmpeg} -re "$@"\n`, { mode: 0o755 });
  }

  /** @param file as given to the constructor */
  spawn(
    file: string,
    { args = [], env = {}, isSlow = false }: { args?: readonly string[]; env?: NodeJS.ProcessEnv; isSlow?: boolean },
  ): ChildProcess {
    const child = spawn(process.execPath, [path.join(this.dir, 'dist', file.replace(/\.ts$/, '.js')), ...args], {
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      env: { PATH: `${isSlow ? `${this.slowBinaries}:` : ''}${process.env['PATH'] ?? ''}`, ...env },
    });
    this.children.push(child);
    return child;
  }

  /** Kills what still runs. */
  async stop(): Promise<void> {
    await Promise.all(
      this.children
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => {
          child.kill('SIGKILL');
          return once(child, 'exit');
        }),
    );
  }
}
