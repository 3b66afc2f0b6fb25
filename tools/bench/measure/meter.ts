import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds, machineBusySeconds, pssMb } from './process-tree.js';
import { median } from './quantile.js';

/** Pids of the processes of each group, by the group's name. */
export type Groups = Readonly<Record<string, readonly number[]>>;

/** Resources that one group used. CPU in seconds. */
interface Usage {
  readonly wholeCpuS: number;
  readonly steadyCpuS: number;
  readonly pssMb: number;
}

export interface Metered {
  readonly groups: Readonly<Record<string, Usage>>;
  readonly wholeS: number;
  readonly steadyS: number;
  /**
   * CPU seconds of all processes outside the groups, over the complete run: shows how much other load the machine had.
   */
  readonly outsideCpuS: number;
}

/**
 * Shares of the run between which the load is steady: 20 and 55 s of 60. Before that is the start, after it the end.
 * Short runs are for trials only.
 */
const STEADY_FROM = 20 / 60;
const STEADY_TO = 55 / 60;
const PSS_AT = [0.5, 2 / 3, 5 / 6];

/**
 * Measures groups of processes over one run.
 * @param originAt start of the run, ms since the Unix epoch
 * @param groupsAt current pids of each group
 */
export async function meter(
  originAt: number,
  seconds: number,
  { groupsAt, before }: { readonly groupsAt: () => Groups; readonly before: Groups },
): Promise<Metered> {
  const untilShare = (share: number): Promise<void> =>
    wait(Math.max(0, originAt + share * seconds * 1000 - Date.now()));
  const start = { ...snapshot(before), busy: machineBusySeconds(), self: selfSeconds() };
  await untilShare(STEADY_FROM);
  const from = snapshot(groupsAt());
  const memory: Record<string, number[]> = {};
  for (const share of PSS_AT) {
    await untilShare(share);
    for (const [name, pids] of Object.entries(groupsAt())) (memory[name] ??= []).push(pssMb(pids));
  }
  await untilShare(STEADY_TO);
  const to = snapshot(groupsAt());
  await untilShare(1);
  const end = snapshot(groupsAt());
  const names = Object.keys(end.cpu);
  const groups = Object.fromEntries(
    names.map((name) => [
      name,
      {
        wholeCpuS: (end.cpu[name] ?? 0) - (start.cpu[name] ?? 0),
        steadyCpuS: (to.cpu[name] ?? 0) - (from.cpu[name] ?? 0),
        pssMb: median(memory[name] ?? []),
      },
    ]),
  );
  const known = Object.values(groups).reduce((sum, { wholeCpuS }) => sum + wholeCpuS, selfSeconds() - start.self);
  return {
    groups,
    wholeS: (end.at - start.at) / 1000,
    steadyS: (to.at - from.at) / 1000,
    outsideCpuS: machineBusySeconds() - start.busy - known,
  };
}

const snapshot = (groups: Groups): { readonly at: number; readonly cpu: Readonly<Record<string, number>> } => ({
  at: performance.now(),
  cpu: Object.fromEntries(Object.entries(groups).map(([name, pids]) => [name, cpuSeconds(pids)])),
});

function selfSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
