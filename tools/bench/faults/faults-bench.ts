import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, untranslated, UserError } from '#libs/errors';
import type { Goal } from '../report/goals.js';
import { goalLines } from '../report/table.js';
import { FAULTS, SUITES, type Fault } from './faults.js';
import { PEERS, type PeerName } from './record-peer.js';
import { OURS, runSuite, type FaultResult, type Neighbour, type SuiteResult } from './run-suite.js';

const USAGE = `npm run bench -- faults [--json] [--only ${FAULTS.slice(0, 2)
  .map(({ name }) => name)
  .join(',')}] [--tools ${PEERS.join(',')}]`;

export interface FaultsBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/**
 * Records sources that misbehave, by Vodkeep and by other tools at the same time.
 * @throws UserError `arguments` - an argument is not allowed
 */
export async function faultsBench(args: readonly string[], { say, machine, dir }: FaultsBenchPorts): Promise<void> {
  const { json, faults, peers } = parseFaultsArguments(args);
  const suites: SuiteResult[] = [];
  for (const name of SUITES) {
    const own = faults.filter(({ suite }) => suite === name);
    if (own.length === 0) continue;
    say(`${name}: ${own.map((fault) => fault.name).join(', ')}`);
    suites.push(await runSuite({ name, faults: own, peers, dir: join(dir, name), say }));
  }
  const results = suites.flatMap((suite) => suite.results);
  const neighbour = suites.find((suite) => suite.neighbour)?.neighbour ?? null;
  const goals = faultGoals(results, neighbour);
  say(`\n${tableOf(results, [OURS, ...peers])}\n\n${goalLines(goals)}`);
  if (json) say(JSON.stringify({ bench: 'faults', machine, figures: figuresOf(results, neighbour), goals }));
}

function parseFaultsArguments(args: readonly string[]): {
  readonly json: boolean;
  readonly faults: readonly Fault[];
  readonly peers: readonly PeerName[];
} {
  const { json, only, tools } = parseOptions(args);
  const named = <T>(text: string, all: readonly T[], nameOf: (one: T) => string): T[] =>
    text
      .split(',')
      .filter((name) => name !== '')
      .map((name) => {
        const found = all.find((one) => nameOf(one) === name);
        if (found === undefined) throw new UserError(untranslated('arguments', `No "${name}". ${USAGE}`));
        return found;
      });
  return {
    json,
    faults: only === undefined ? FAULTS : named(only, FAULTS, ({ name }) => name),
    peers: named(tools, PEERS, (name) => name),
  };
}

function parseOptions(args: readonly string[]): { json: boolean; only?: string | undefined; tools: string } {
  try {
    return parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        tools: { type: 'string', default: PEERS.join(',') },
      },
    }).values;
  } catch (thrown) {
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}

const rounded = (value: number): number => Number(value.toFixed(2));
const beyond = ({ lostS, unreachableS }: FaultResult): number => rounded(lostS - unreachableS);

/** Vodkeep loses only what had left the window, says so, and makes one VOD. */
function faultGoals(results: readonly FaultResult[], neighbour: Neighbour | null): Goal[] {
  const goal = (name: string, value: number, [most, unit]: readonly [number, string]): Goal => ({
    name,
    value: rounded(value),
    goal: most,
    op: '<=',
    unit,
    holds: rounded(value) <= most,
  });
  return [
    ...results
      .filter(({ tool }) => tool === OURS)
      .flatMap((result) => [
        goal(`${result.fault.name}: lost beyond what had left the window`, beyond(result), [0, 's']),
        goal(`${result.fault.name}: lost without a gap on the timeline`, result.unexplainedS ?? 0, [0, 's']),
        goal(`${result.fault.name}: VODs`, result.recorded.vods?.count ?? 0, [1, 'VODs']),
      ]),
    ...(neighbour
      ? [
          goal('healthy channel beside hostile ones: lost', neighbour.lostS, [0, 's']),
          goal('healthy channel beside hostile ones: latest poll', neighbour.latePollS, [2, 's']),
          goal('recorder of hostile channels: longest block of its event loop', neighbour.longestBlockMs, [50, 'ms']),
        ]
      : []),
  ];
}

function figuresOf(results: readonly FaultResult[], neighbour: Neighbour | null): Record<string, number> {
  const nameOf = ({ tool, fault }: FaultResult, what: string): string =>
    `${tool}-${fault.name}-${what}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries([
    ...results.flatMap((result) => [
      [nameOf(result, 'published-s'), rounded(result.publishedS)],
      [nameOf(result, 'lost-s'), rounded(result.lostS)],
      [nameOf(result, 'beyond-window-s'), beyond(result)],
      [nameOf(result, 'doubled-s'), rounded(result.doubledS)],
    ]),
    ...(neighbour
      ? [
          ['healthyLostS', rounded(neighbour.lostS)],
          ['healthyLatePollS', rounded(neighbour.latePollS)],
          ['longestBlockMs', rounded(neighbour.longestBlockMs)],
        ]
      : []),
  ]) as Record<string, number>;
}

/** One line per fault: seconds lost by each tool, of these what had left the window, and what Vodkeep says about it. */
function tableOf(results: readonly FaultResult[], tools: readonly string[]): string {
  const names = [...new Set(results.map(({ fault }) => fault))];
  const cell = (fault: Fault, tool: string): string => {
    const result = results.find((one) => one.fault === fault && one.tool === tool);
    return result ? `${result.lostS.toFixed(1)}/${result.unreachableS.toFixed(1)}${outcomeOf(result)}` : '-';
  };
  const line = (fault: Fault): string => {
    const result = results.find((one) => one.fault === fault && one.tool === OURS);
    return [result?.causes.join(' ') ?? '', result?.recorded.vods?.note ?? ''].filter((text) => text !== '').join('; ');
  };
  const rows = [
    ['fault', ...tools, 'on the timeline'],
    ...names.map((fault) => [fault.name, ...tools.map((tool) => cell(fault, tool)), line(fault)]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  return `seconds lost / of these left the window; "ended N" - the tool ended by itself at that second\n${lines.map((line) => line.trimEnd()).join('\n')}`;
}

function outcomeOf({ fault, recorded: { exit, vods } }: FaultResult): string {
  if (vods) return vods.count === 1 ? '' : ` (${String(vods.count)} VODs)`;
  const endS = fault.source().seconds ?? 0;
  if (exit?.atMs === null || exit === undefined || exit.atMs >= endS * 1000) return '';
  return ` (ended ${(exit.atMs / 1000).toFixed(0)}${exit.code === 0 ? '' : `, ${String(exit.code)}`})`;
}
