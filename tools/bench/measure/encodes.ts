import { spawn } from 'node:child_process';
import { once } from 'node:events';

const ENCODE = '-v error -f lavfi -i testsrc2=size=1280x720:rate=60 -c:v libx264 -preset slow -threads 1 -f null -';

/** CPU-bound encodes at the lowest priority, as a converter or another program beside the recorder. */
export interface Encodes {
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Starts encodes that never end by themselves, each of one thread. */
export async function startEncodes(count: number): Promise<Encodes> {
  const children = Array.from({ length: count }, () =>
    spawn('nice', ['-n', '19', 'ffmpeg', ...ENCODE.split(' ')], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const kill = (): void => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', kill);
  await Promise.all(children.map((child) => once(child, 'spawn')));
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    stop: async () => {
      const ended = Promise.all(children.map((child) => once(child, 'exit')));
      kill();
      process.off('exit', kill);
      await ended;
    },
  };
}
