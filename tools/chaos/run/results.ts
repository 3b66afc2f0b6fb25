import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '#libs/errors';
import { repositoryRoot } from '../../supervisor/root.js';

interface Failure {
  readonly name: string;
  readonly thrown: unknown;
  /** Log files of the processes, and folders with them. */
  readonly logs: readonly string[];
  readonly simLog: unknown;
}

/** Counts and reports passed and failed runs, and stores what is needed to analyse a failure. */
export class Results {
  passed = 0;
  failed = 0;
  /** Names of all runs with a result. */
  readonly names = new Set<string>();

  constructor(private readonly say: (line: string) => void) {}

  pass(name: string, seconds: number): void {
    this.names.add(name);
    this.passed += 1;
    this.say(`ok    ${name} (${seconds.toFixed(0)} s)`);
  }

  fail({ name, thrown, logs, simLog }: Failure): void {
    this.names.add(name);
    this.failed += 1;
    const folder = join(repositoryRoot(), '.cache/chaos', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const from of logs)
      if (existsSync(from))
        cpSync(from, from.endsWith('.log') ? join(folder, basename(from)) : folder, { recursive: true });
    writeFileSync(join(folder, 'sim-log.json'), JSON.stringify(simLog, null, 1));
    this.say(`FAIL  ${name}: ${messageOf(thrown)} (logs: ${folder})`);
  }

  get closingLine(): string {
    return `${String(this.passed)} passed, ${String(this.failed)} failed`;
  }
}
