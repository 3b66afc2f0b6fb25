import { marginalPssMb, type Result } from './result.js';
import type { Goal } from './goals.js';

const HEAD = [
  'tool',
  'N',
  'CPU whole',
  'steady',
  'x bare',
  'PSS MB',
  'x ours',
  'MB/stream',
  'lag p50',
  'p95',
  'max s',
  'lost',
  'outside cores',
];
const cpu = (n: number): string => n.toFixed(5);
const twoDigits = (n: number | null | undefined): string =>
  n === null || n === undefined || Number.isNaN(n) ? '-' : n.toFixed(2);

function rowOf(result: Result, results: readonly Result[]): string[] {
  const at = (tool: string): Result | undefined =>
    results.find((other) => other.tool === tool && other.streams === result.streams);
  const bare = at('bare');
  const ours = at('ours');
  return [
    result.tool,
    String(result.streams),
    cpu(result.wholeCpu),
    cpu(result.steadyCpu),
    twoDigits(bare && result.steadyCpu / bare.steadyCpu),
    result.pssMb.toFixed(0),
    twoDigits(ours && result.pssMb / ours.pssMb),
    twoDigits(marginalPssMb(result, results)),
    twoDigits(result.lagP50S),
    twoDigits(result.lagP95S),
    twoDigits(result.lagMaxS),
    `${String(result.lost)}/${String(result.published)}`,
    twoDigits(result.outsideCores),
  ];
}

/**
 * Table for people: one line per run, with the other services of the installation below. CPU in core seconds per second
 * of one stream.
 */
export function tableOf(results: readonly Result[]): string {
  const rows = [HEAD, ...results.map((result) => rowOf(result, results))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const installation = results
    .filter(({ tool }) => tool === 'ours')
    .map(
      ({ streams, installationCpu, installationPssMb }) =>
        `rest of the installation, N = ${String(streams)}, steady CPU (PSS MB): ${Object.entries(installationCpu)
          .map(([name, value]) => `${name} ${cpu(value)} (${(installationPssMb[name] ?? 0).toFixed(0)})`)
          .join(', ')}`,
    );
  return [
    ...rows.map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    ),
    ...installation,
  ].join('\n');
}

export const goalLines = (goals: readonly Goal[]): string =>
  goals
    .map(
      ({ name, value, op, goal, unit, holds }) =>
        `${holds ? 'holds' : 'FAILS'}  ${name}: ${String(value)} ${op} ${String(goal)} ${unit}`,
    )
    .join('\n');
