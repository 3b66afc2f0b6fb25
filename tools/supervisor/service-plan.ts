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
  readonly onProgress?: (text: string) => void;
  /** default 90 s */
  readonly readyLimitMs?: number;
}

const READY_LIMIT_MS = 90_000;

/**
 * Environment that saves memory. A small young generation (by default, Node lets it grow to three times 16 MB in every
 * process before a collection). Large blocks return to the system when they are freed (otherwise, glibc keeps all
 * memory that was once in use, from the first block that it frees). At 20 streams of 8 Mbit/s, a recorder uses 88 MB
 * instead of 234 (tools/bench). The operator's settings come later and override these.
 */
function lean(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    MALLOC_MMAP_THRESHOLD_: '262144',
    ...env,
    NODE_OPTIONS: `--max-semi-space-size=2 ${env['NODE_OPTIONS'] ?? ''}`.trim(),
  };
}

/** Plan of a Vodkeep program as a child. It drains on SIGTERM, and when the supervisor's pipe closes. */
export function servicePlan({
  name,
  title,
  file,
  args = [],
  env,
  stopLimitMs,
  readyLimitMs = READY_LIMIT_MS,
  onReady,
  onProgress,
}: ServiceSource): ServicePlan {
  return {
    kind: 'service',
    name,
    title,
    file,
    args,
    stopLimitMs,
    readyLimitMs,
    env: { ...lean(env), VODKEEP_STDIN_GUARD: '1' },
    ready: async (child, signal) => {
      const message = await readyMessage(child, signal, onProgress);
      onReady?.(message);
    },
  };
}
