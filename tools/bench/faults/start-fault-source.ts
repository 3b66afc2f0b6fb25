import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BugError, OutsideError, untranslated } from '#libs/errors';

/** What a source recorded. `atMs`: its clock now, which starts with the first request; null: there was none. */
export interface SourceLog {
  readonly atMs: number | null;
  readonly ended: boolean;
  /** Times of the requests for the playlist. */
  readonly polls: readonly number[];
}
export type SourceLogs = Readonly<Record<string, SourceLog>>;

export interface FaultSource {
  urlOf(name: string): string;
  logs(): Promise<SourceLogs>;
  stop(): Promise<void>;
}

export const sourceName = (fault: string, tool: string): string => `${fault}-${tool}`;

/** Starts the sources of these faults, one for each tool, in a process of its own. */
export async function startFaultSource(faults: readonly string[], tools: readonly string[]): Promise<FaultSource> {
  const child = fork(join(import.meta.dirname, 'fault-source-main.js'), [faults.join(','), tools.join(',')], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new OutsideError(untranslated('bench-source', `The bench's source ended with ${String(code)}.`));
  });
  died.catch(() => undefined);
  const answer = async <T>(): Promise<T> => (await Promise.race([once(child, 'message'), died]))[0] as T;
  const { urls } = await answer<{ readonly urls: Readonly<Record<string, string>> }>();
  let asking: Promise<SourceLogs> | null = null;
  return {
    urlOf: (name) => {
      const url = urls[name];
      if (url === undefined) throw new BugError('bench-source', `no source ${name}`);
      return url;
    },
    logs: () => {
      asking ??= answer<{ readonly logs: SourceLogs }>()
        .then(({ logs }) => logs)
        .finally(() => {
          asking = null;
        });
      child.send('logs');
      return asking;
    },
    stop: async () => {
      child.disconnect();
      await died.catch(() => undefined);
    },
  };
}
