import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutsideError } from '#libs/errors';
import { askAll, type Asked } from './ask.js';

interface Question {
  readonly house: string;
  readonly path: string;
  readonly count: number;
  readonly dir: string;
}

/**
 * The floor of a large answer: a server that knows it already, asked in the same way on the same machine in the same
 * minute.
 */
export async function bareAnswer({ house, path, count, dir }: Question): Promise<Asked> {
  const file = join(dir, 'bare-answer.json');
  writeFileSync(file, Buffer.from(await (await fetch(`${house}/api/v0${path}`)).arrayBuffer()));
  const child = fork(join(import.meta.dirname, 'bare-answer-main.js'), [file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [said] = await Promise.race([
      once(child, 'message') as Promise<[{ port: number }]>,
      once(child, 'exit').then(() => {
        throw new OutsideError('bench-api', 'The bare server ended.');
      }),
    ]);
    const { bare } = await askAll(`http://127.0.0.1:${String(said.port)}`, { bare: () => '/' }, count);
    return bare;
  } finally {
    child.disconnect();
  }
}
