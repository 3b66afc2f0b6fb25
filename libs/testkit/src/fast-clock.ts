/** A clock that runs `speed` times as fast as real time; same shape as the HLS engine's `Clock`. */
export const fastClock = (speed: number) => ({
  now: (): number => performance.now() * speed,
  wall: (): number => Date.now() * speed,
  sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms / speed);
      signal?.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    }),
});
