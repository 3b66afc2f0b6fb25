import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

const readOrEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/**
 * Processes that belong to a data folder, by their arguments, their environment or their working folder. Zombies do not
 * count.
 */
export function processesOf(dataDir: string): FoundProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const at = (file: string): string => join('/proc', name, file);
      const command = readOrEmpty(() => readFileSync(at('cmdline'), 'utf8'))
        .replaceAll('\0', ' ')
        .trim();
      const workingDir = `${readOrEmpty(() => readlinkSync(at('cwd')))}/`;
      const belongs =
        command.includes(dataDir) ||
        workingDir.startsWith(`${dataDir}/`) ||
        readOrEmpty(() => readFileSync(at('environ'), 'utf8')).includes(dataDir);
      return belongs && command !== '' ? [{ pid: Number(name), command }] : [];
    });
}
