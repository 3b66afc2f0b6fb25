import { parentPort } from 'node:worker_threads';
import type { FuzzCase } from './fuzz-case.js';
import { HLS_TARGETS } from './hls/targets.js';
import { PARSER_TARGETS } from './parsers/targets.js';
import { runCase, type Target } from './run-case.js';

const TARGETS: Readonly<Record<string, Target>> = { ...HLS_TARGETS, ...PARSER_TARGETS };

/** Runs each case that it receives, and reports its fault. A case that ends or hangs this thread is seen from outside. */
parentPort?.on(
  'message',
  ({ target, parts }: { readonly target: FuzzCase['target']; readonly parts: Uint8Array[] }) => {
    const run = TARGETS[target];
    if (!run) throw new TypeError(`no target ${target}`);
    void runCase(
      run,
      parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
    ).then((fault) => {
      parentPort?.postMessage(fault);
    });
  },
);
