import { readyMessage, type ReadyMessage } from './wait-for.js';
import type { ServicePlan } from './child-plan.js';

interface ServiceSource {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stopLimitMs: number;
  readonly onReady?: (message: ReadyMessage) => void;
}

/** One of our own programs as a child; it drains when asked, and when our pipe closes. */
export function servicePlan({ name, title, file, args = [], env, stopLimitMs, onReady }: ServiceSource): ServicePlan {
  return {
    kind: 'service', name, title, file, args, stopLimitMs, readyLimitMs: 90_000, env: { ...env, VODKEEP_STDIN_GUARD: '1' },
    ready: async (child, signal) => {
      const message = await readyMessage(child, signal);
      onReady?.(message);
    },
  };
}
