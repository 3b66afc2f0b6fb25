import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { OutsideError } from '#libs/errors';

/** A bare reader in a process of its own, in the room. */
export interface Reader {
  readonly pid: number;
  lines(): Promise<number>;
  stop(): Promise<void>;
}

export async function startReader(url: string, room: string): Promise<Reader> {
  const child = fork(join(import.meta.dirname, 'bare-reader.js'), [url, room], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new OutsideError('bench-reader', `The bare reader ended with ${String(code)}.`);
  });
  died.catch(() => undefined);
  const answer = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), died]))[0] as unknown;
  await answer();
  return {
    pid: child.pid ?? 0,
    lines: async () => {
      const answered = answer();
      child.send('count');
      return ((await answered) as { readonly lines: number }).lines;
    },
    stop: async () => {
      child.disconnect();
      await died.catch(() => undefined);
    },
  };
}
