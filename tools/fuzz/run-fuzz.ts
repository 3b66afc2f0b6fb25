import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Seeded } from '../provider-sim/twitch/seeded.js';
import { caseFileName, caseText, type Fault, type FaultKind, type FuzzCase, parseCase } from './fuzz-case.js';
import { type Dictionary, mutate } from './mutate.js';
import { shrink } from './shrink.js';

export interface FuzzPlan {
  readonly corpus: readonly FuzzCase[];
  /** Cases that each run starts with, as they are. */
  readonly costly: readonly FuzzCase[];
  readonly dictionary: Dictionary;
  readonly seed: number;
  /** Asked after each case: the number of cases so far. */
  readonly isOver: (cases: number) => boolean;
  /** Folder of the cases that failed once; each run repeats them first, and adds to them. */
  readonly seedsDir: string;
  readonly runner: { run(one: FuzzCase, hangs?: boolean): Promise<Fault | null>; close(): Promise<void> };
  readonly say: (line: string) => void;
}

export interface FuzzResult {
  readonly cases: number;
  readonly findings: readonly Fault[];
}

/** A fault of time or memory counts if it comes again each time, in a thread that has run before. */
const REPEATS = 3;
/** A smaller case is looked for at most this often. */
const MAX_TRIES = 400;
const MAX_HANGING_TRIES = 25;
/** Enough to see what is wrong; further cases mostly find the same faults. */
const MAX_FINDINGS = 10;

/**
 * Runs the costly cases and the known ones, then changed ones, until the time is over. The order follows from the seed
 * alone.
 */
export async function runFuzz(plan: FuzzPlan): Promise<FuzzResult> {
  const findings = [...(await runCostly(plan)), ...(await replayKnown(plan))];
  const random = new Seeded(plan.seed);
  const seen = new Set<string>();
  let cases = 0;
  while (!plan.isOver(cases) && findings.length < MAX_FINDINGS) {
    const one = mutate(plan.corpus, random, plan.dictionary);
    const fault = await confirmed(plan, one);
    cases += 1;
    if (!fault || seen.has(signatureOf(one, fault))) continue;
    seen.add(signatureOf(one, fault));
    findings.push(fault);
    await save(plan, { one, fault, cases });
  }
  await plan.runner.close();
  return { cases, findings };
}

async function runCostly(plan: FuzzPlan): Promise<Fault[]> {
  const findings: Fault[] = [];
  for (const [n, one] of plan.costly.entries()) {
    const fault = await confirmed(plan, one);
    if (!fault) continue;
    findings.push(fault);
    plan.say(`FOUND costly case ${String(n)}: ${fault.kind}: ${fault.detail}`);
  }
  return findings;
}

async function replayKnown(plan: FuzzPlan): Promise<Fault[]> {
  mkdirSync(plan.seedsDir, { recursive: true });
  const findings: Fault[] = [];
  for (const name of readdirSync(plan.seedsDir).sort()) {
    const fault = await confirmed(plan, parseCase(readFileSync(path.join(plan.seedsDir, name), 'utf8')));
    if (!fault) continue;
    findings.push(fault);
    plan.say(`FOUND AGAIN ${path.join(plan.seedsDir, name)}: ${fault.kind}: ${fault.detail}`);
  }
  return findings;
}

async function confirmed({ runner }: FuzzPlan, one: FuzzCase, kind?: FaultKind): Promise<Fault | null> {
  let fault = await runner.run(one, kind === 'hang');
  const isMeasured = fault?.kind === 'block' || fault?.kind === 'memory';
  for (let n = 1; n < REPEATS && fault && isMeasured; n += 1) fault = await runner.run(one);
  return fault && (kind === undefined || fault.kind === kind) ? fault : null;
}

/** Two cases that fail at the same place have the same fault. */
const signatureOf = ({ target }: FuzzCase, { kind, detail }: Fault): string =>
  `${target} ${kind} ${kind === 'crash' ? (detail.split('\n')[1] ?? detail) : ''}`;

async function save(
  plan: FuzzPlan,
  { one, fault, cases }: { readonly one: FuzzCase; readonly fault: Fault; readonly cases: number },
): Promise<void> {
  plan.say(`FOUND ${one.target}: ${fault.kind}: ${fault.detail}`);
  const small = await shrink(
    one,
    async (smaller) => {
      const again = await confirmed(plan, smaller, fault.kind);
      return again !== null && signatureOf(smaller, again) === signatureOf(one, fault);
    },
    fault.kind === 'hang' ? MAX_HANGING_TRIES : MAX_TRIES,
  );
  const file = path.join(plan.seedsDir, caseFileName(small));
  writeFileSync(
    file,
    caseText(small, `seed ${String(plan.seed)}, case ${String(cases)}: ${fault.kind}: ${fault.detail}`),
  );
  plan.say(`  saved in ${file}`);
}
