import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { timeAll, type Timing } from './timed-requests.js';

interface Question {
  readonly installation: string;
  readonly path: string;
  readonly count: number;
  readonly dir: string;
}

/**
 * The lower limit for a large response: a server that has the response in memory, measured in the same way on the same
 * machine in the same minute.
 */
export async function bareAnswer({ installation, path, count, dir }: Question): Promise<Timing> {
  const file = join(dir, 'bare-answer.json');
  writeFileSync(file, Buffer.from(await (await fetch(`${installation}/api/v0${path}`)).arrayBuffer()));
  const child = fork(join(import.meta.dirname, 'bare-answer-main.js'), [file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [output] = await Promise.race([
      once(child, 'message') as Promise<[{ port: number }]>,
      once(child, 'exit').then(() => {
        throw new OutsideError(untranslated('bench-api', 'The bare server ended.'));
      }),
    ]);
    const { bare } = await timeAll(`http://127.0.0.1:${String(output.port)}`, { bare: () => '/' }, count);
    return bare;
  } finally {
    child.disconnect();
  }
}
