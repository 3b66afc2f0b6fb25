import { buildSources, COMPILE_CACHE } from '#libs/testkit';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Builds the programs of the converter. */
export class BuiltConverter {
  /** Folder with an `ffmpeg` that reads its input in real time, so that a test can kill a conversion in the middle. */
  readonly slowBinaries: string;
  private readonly children: ChildProcess[] = [];

  private readonly builtFile: (source: string) => string;

  /** @param dir folder of the test */
  constructor(dir: string) {
    this.builtFile = buildSources(['libs', 'apps/converter']);
    this.slowBinaries = path.join(dir, 'slow');
    mkdirSync(this.slowBinaries);
    const ffmpeg = execFileSync('sh', ['-c', 'command -v ffmpeg']).toString().trim();
    writeFileSync(path.join(this.slowBinaries, 'ffmpeg'), `#!/bin/sh\nexec ${ffmpeg} -re "$@"\n`, { mode: 0o755 });
  }

  /** @param file file of the converter, as a path from the root of the repository */
  spawn(
    file: string,
    { args = [], env = {}, isSlow = false }: { args?: readonly string[]; env?: NodeJS.ProcessEnv; isSlow?: boolean },
  ): ChildProcess {
    const child = spawn(process.execPath, [this.builtFile(file), ...args], {
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      env: { ...COMPILE_CACHE, PATH: `${isSlow ? `${this.slowBinaries}:` : ''}${process.env['PATH'] ?? ''}`, ...env },
    });
    this.children.push(child);
    return child;
  }

  /** Kills the processes that still run. */
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
