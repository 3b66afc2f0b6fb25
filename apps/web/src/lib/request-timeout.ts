/**
 * How long a question may stay without an answer. A server that hangs takes connections and says nothing, and a browser
 * waits for it without end.
 */
export const REQUEST_TIMEOUT_MS = {
  /** What the page always shows; the server has it at hand. */
  quick: 10_000,
  /** What is counted, or asked of a site, first. */
  thorough: 60_000,
} as const;
export type RequestTimeout = keyof typeof REQUEST_TIMEOUT_MS;

/**
 * Runs `work` with a signal that ends it when `ms` are up. `extend` once the answer has begun: who answers is there, and
 * the rest may be long.
 */
export async function withTimeout<T>(
  ms: number | null,
  work: (signal: AbortSignal, extend: (ms: number) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const extend = (by: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      controller.abort();
    }, by);
  };
  if (ms !== null) extend(ms);
  try {
    return await work(controller.signal, extend);
  } finally {
    clearTimeout(timer);
  }
}
