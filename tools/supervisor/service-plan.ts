import { SILENT_LIMIT_MS } from './silent-limit.js';
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
  /** default: {@link READY_LIMIT_MS} */
  readonly readyLimitMs?: number;
  /** default: {@link SILENT_LIMIT_MS} */
  readonly silentLimitMs?: number;
}

const READY_LIMIT_MS = 90_000;

/**
 * Environment that saves memory: at 20 streams of 8 Mbit/s, a recorder uses 88 MB instead of 234 (tools/bench).
 *
 * - `--max-semi-space-size`: the young generation stays small. Node's default lets it grow to three times 16 MB in each
 *   process before a collection.
 * - `MALLOC_MMAP_THRESHOLD_`: large blocks return to the system when they are freed. By default, glibc raises the
 *   threshold with the first block that is freed, and retains the memory from then on.
 *
 * The operator's own values override both.
 */
function lowMemoryEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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
  silentLimitMs = SILENT_LIMIT_MS,
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
    silentLimitMs,
    env: { ...lowMemoryEnv(env), VODKEEP_STDIN_GUARD: '1' },
    ready: async (child, signal) => {
      const message = await readyMessage(child, signal, onProgress);
      onReady?.(message);
    },
  };
}
