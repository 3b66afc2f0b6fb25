/**
 * How long a GET request may wait for an answer. A hanging server accepts connections without answering, and a browser
 * would wait forever.
 */
export const REQUEST_TIMEOUT_MS = {
  /** For data that the page always shows and the server has ready. */
  quick: 10_000,
  /** For data that the server must count or request from a site first. */
  thorough: 60_000,
} as const;
export type RequestTimeout = keyof typeof REQUEST_TIMEOUT_MS;

/**
 * Runs `work` with a signal that aborts after `ms`. Call `extend` when the answer starts: the server is available, and
 * the rest may take long.
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
