import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Fault, FuzzCase } from './fuzz-case.js';

/** Limits of the thread that runs the cases. */
const HEAP_MB = 128;
const HANG_MS = 20_000;
/** Of a case that is known to hang, and of the smaller ones that are made of it. */
const KNOWN_HANG_MS = 4000;

/** Runs cases in a thread of its own, which is replaced after a case has ended or hung it. */
export class CaseRunner {
  private worker: Worker | null = null;

  constructor(private readonly file: URL) {}

  async run(one: FuzzCase, hangs = false): Promise<Fault | null> {
    const hangMs = hangs ? KNOWN_HANG_MS : HANG_MS;
    const worker = (this.worker ??= new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } }));
    const limit = AbortSignal.timeout(hangMs);
    worker.postMessage(one);
    try {
      const [fault] = (await once(worker, 'message', { signal: limit })) as [Fault | null];
      return fault;
    } catch (thrown) {
      await this.close();
      if (limit.aborted) return { kind: 'hang', detail: `no answer for ${String(hangMs / 1000)} s` };
      const isMemory = (thrown as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      return { kind: isMemory ? 'memory' : 'crash', detail };
    }
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }
}
