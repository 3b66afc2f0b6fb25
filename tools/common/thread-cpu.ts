/** CPU time of this thread so far, ms. Does not count the time in which other processes have the core. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures the CPU time of this thread between two turns of its event loop. */
export class TurnMeter {
  longestMs = 0;
  private last = threadCpuMs();
  private next = setImmediate(() => {
    this.turn();
  });

  stop(): void {
    clearImmediate(this.next);
    this.measure();
  }

  private turn(): void {
    this.measure();
    this.next = setImmediate(() => {
      this.turn();
    });
  }

  private measure(): void {
    const now = threadCpuMs();
    this.longestMs = Math.max(this.longestMs, now - this.last);
    this.last = now;
  }
}

const RUNS = 3;
/** Work that takes less CPU time than this counts as if it took as much: it is too short to be compared. */
const LEAST_MS = 1;

/** Limit for {@link growth} of linear work, for which it is 4; for quadratic work it is 16. */
export const LINEAR_GROWTH = 9;

/**
 * How many times the CPU time of a piece of work grows when its input is four times as large.
 * @param prepare makes an input of a size; returns the work on it, which is repeatable and may be asynchronous
 */
export async function growth(prepare: (size: number) => () => unknown, size: number): Promise<number> {
  const small = await cpuMsOf(prepare(size));
  return (await cpuMsOf(prepare(4 * size))) / Math.max(small, LEAST_MS);
}

/** The least of some runs: the others also compile the code, and collect garbage. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < RUNS; n += 1) {
    const before = threadCpuMs();
    await work();
    least = Math.min(least, threadCpuMs() - before);
  }
  return least;
}
