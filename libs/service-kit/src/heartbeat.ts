const INTERVAL_MS = 1000;

/**
 * Reports to the supervisor every second that the event loop of this process runs. The supervisor kills a process that stays
 * silent (tools/supervisor/process-handle.ts). In a cluster, `/health/live` serves the same purpose.
 */
export function sendHeartbeats(): void {
  setInterval(() => {
    if (process.connected) process.send?.({ alive: true }, undefined, undefined, () => undefined);
  }, INTERVAL_MS).unref();
}
