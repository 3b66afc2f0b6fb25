import { PULSES, type HealthReport } from '#libs/contracts';
import { type Bus } from '#libs/bus';
import { type HealthRegistry } from './health-registry.js';

const PULSE_INTERVAL_MS = 5_000;
/** The checks write to streams and storage, so they run less often than the pulse. */
const PULSES_PER_CHECK = 3;

/** Publishes the health of this process every 5 s, for the dashboard. @returns a function that stops it */
export function reportHealth(bus: Bus, health: HealthRegistry, id: string): () => void {
  let latest: HealthReport | undefined;
  let count = 0;
  let isChecking = false;
  const report = async (): Promise<void> => {
    isChecking = true;
    try {
      latest = await health.report();
    } finally {
      isChecking = false;
    }
  };
  const sendPulse = async (): Promise<void> => {
    if (!isChecking && count % PULSES_PER_CHECK === 0) await report();
    count += 1;
    if (latest) bus.pulse(PULSES.serviceHealth, { id, at: Date.now(), health: latest });
  };
  const timer = setInterval(() => {
    void sendPulse();
  }, PULSE_INTERVAL_MS).unref();
  void sendPulse();
  return () => {
    clearInterval(timer);
  };
}
