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
  /** 90 s when not given */
  readonly readyLimitMs?: number;
}

const READY_LIMIT_MS = 90_000;

/**
 * Memory: a small young generation (Node's default grows to three times 16 MB in every process before anything is
 * collected), and large blocks that go back to the system when they are freed (glibc otherwise keeps all that was once
 * in use, from the first block it frees on). At 20 streams of 8 Mbit/s a recorder takes 88 MB instead of 234
 * (tools/bench). What the operator sets comes later and wins.
 */
function lean(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    MALLOC_MMAP_THRESHOLD_: '262144',
    ...env,
    NODE_OPTIONS: `--max-semi-space-size=2 ${env['NODE_OPTIONS'] ?? ''}`.trim(),
  };
}

/** One of our own programs as a child; it drains when asked, and when our pipe closes. */
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
