import { existsSync, readdirSync, rmSync } from 'node:fs';
import { cpus, loadavg, totalmem, type as osType, release } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import { repositoryRoot } from '../supervisor/root.js';
import { apiBench } from './api/api-bench.js';
import { automationBench } from './automation/automation-bench.js';
import { parseArguments, type Arguments } from './arguments.js';
import { chatBench } from './chat/chat-bench.js';
import { detectBench } from './detect/detect-bench.js';
import { finaliseBench } from './finalise/finalise-bench.js';
import { faultsBench } from './faults/faults-bench.js';
import { idleBench } from './idle/idle-bench.js';
import { findLargest } from './largest.js';
import { startEncodes } from './measure/encodes.js';
import { figuresOf } from './report/figures.js';
import { goalsOf } from './report/goals.js';
import { type Result, resultOf } from './report/result.js';
import { goalLines, tableOf } from './report/table.js';
import { soakBench } from './soak/soak-bench.js';
import { startSource, type Source } from './source/start-source.js';
import { runBare, runThirdParty } from './tools/run-third-party.js';
import { runOurs } from './tools/run-ours.js';
import type { ToolName, RunInfo, RunPlan } from './tools/tool-run.js';

const say = (line: string): void => {
  console.log(line);
};
const GB = 2 ** 30;
/** One for each core of the reference machine. */
const BUSY_ENCODES = 2;
/** In the repository's folder, so that it uses the same disk as the repository's own data. */
const WORK_DIR = join(repositoryRoot(), '.cache/bench');
const machine = (): string =>
  `${String(cpus().length)} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${(totalmem() / GB).toFixed(0)} GB, ${osType()} ${release()}, Node ${process.version}`;
const load = (): string =>
  loadavg()
    .map((n) => n.toFixed(1))
    .join(' ');

interface Measurement {
  readonly tool: ToolName;
  readonly streams: number;
  readonly seconds: number;
}

async function measure(
  { tool, streams, seconds }: Measurement,
  source: Source,
  { perProcess, nodeOptions, mode }: Arguments,
): Promise<Result> {
  say(`${tool}, N = ${String(streams)}, ${String(seconds)} s (load ${load()})`);
  const dir = join(WORK_DIR, `${tool}-${String(process.pid)}`);
  const encodes = await startEncodes(mode === 'busy' ? BUSY_ENCODES : 0);
  const plan = { source, streams, seconds, dir, perProcess, nodeOptions, loads: encodes.pids };
  let info: RunInfo;
  try {
    info = await runTool(tool, plan);
  } finally {
    await encodes.stop();
  }
  const result = resultOf(tool, info, source.segmentBytes);
  say(
    `  steady CPU ${result.steadyCpu.toFixed(5)}, PSS ${result.pssMb.toFixed(0)} MB, lag p95 ${result.lagP95S.toFixed(2)} s, lost ${String(result.lost)} of ${String(result.published)}`,
  );
  return result;
}

async function run(options: Arguments): Promise<void> {
  say(`machine: ${machine()}; load ${load()}`);
  sweepLeftOvers(WORK_DIR);
  const source = await startSource(options.mode === 'tls');
  try {
    const results: Result[] = [];
    for (const streams of options.streams)
      for (const tool of options.tools)
        results.push(await measure({ tool, streams, seconds: options.seconds }, source, options));
    const found = options.largest
      ? await findLargest((streams, seconds) => measure({ tool: 'ours', streams, seconds }, source, options))
      : null;
    const goals = goalsOf(results, options.mode);
    say(`\n${tableOf(results)}`);
    if (found) say(`\nlargest N at 0 lost: ${String(found.largest)}\n${tableOf(found.results)}`);
    say(`\n${goalLines(goals)}`);
    if (options.json)
      say(
        JSON.stringify({
          bench: options.mode === 'plain' ? 'capture' : `capture --${options.mode}`,
          machine: machine(),
          figures: { ...figuresOf(results), ...(found ? { largestStreams: found.largest } : {}) },
          goals,
        }),
      );
  } finally {
    await source.stop();
  }
}

/** Deletes the data (gigabytes) of killed runs: folders `<tool>-<pid>` whose process has ended. */
function sweepLeftOvers(workDir: string): void {
  if (!existsSync(workDir)) return;
  for (const name of readdirSync(workDir)) {
    const pid = /-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(workDir, name), { recursive: true, force: true });
  }
}

function runTool(tool: ToolName, plan: RunPlan): Promise<RunInfo> {
  if (tool === 'ours') return runOurs(plan);
  return tool === 'bare' ? runBare(plan) : runThirdParty(tool, plan);
}

const [scenario, ...rest] = process.argv.slice(2);
try {
  if (scenario === 'detect')
    await detectBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `detect-${String(process.pid)}`) });
  else if (scenario === 'api')
    await apiBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `api-${String(process.pid)}`) });
  else if (scenario === 'automation')
    await automationBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `automation-${String(process.pid)}`) });
  else if (scenario === 'idle')
    await idleBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `idle-${String(process.pid)}`) });
  else if (scenario === 'finalise')
    await finaliseBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `finalise-${String(process.pid)}`) });
  else if (scenario === 'soak')
    await soakBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `soak-${String(process.pid)}`) });
  else if (scenario === 'chat')
    await chatBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `chat-${String(process.pid)}`) });
  else if (scenario === 'faults')
    await faultsBench(rest, { say, machine: machine(), dir: join(WORK_DIR, `faults-${String(process.pid)}`) });
  else await run(parseArguments(process.argv.slice(2)));
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}
