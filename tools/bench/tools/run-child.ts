import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of the bench: gone when its time is up, whatever it makes of it. */
export interface ToolChild {
  readonly pid: number;
  /** Waits for its own end, then tells it to stop, then ends it. */
  end(limitMs: number): Promise<void>;
}

const KILL_AFTER_MS = 5000;

export async function runChild(file: string, args: readonly string[]): Promise<ToolChild> {
  const child = spawn(file, args, { stdio: 'ignore' });
  await once(child, 'spawn');
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const within = (ms: number, then: () => void): Promise<void> => {
    const timer = setTimeout(then, ms);
    return ended.finally(() => {
      clearTimeout(timer);
    });
  };
  return {
    pid: child.pid ?? 0,
    end: async (limitMs) => {
      const kill = setTimeout(() => {
        child.kill('SIGKILL');
      }, limitMs + KILL_AFTER_MS);
      await within(limitMs, () => {
        child.kill('SIGTERM');
      });
      clearTimeout(kill);
    },
  };
}
