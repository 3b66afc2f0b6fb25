import { score } from '../measure/score.js';
import type { RunFacts, ToolName } from '../tools/tool-run.js';
import type { Result } from './result.js';

const NOTHING = { wholeCpuS: 0, steadyCpuS: 0, pssMb: 0 };
const NOT_THE_HOUSE = new Set(['tool', 'source']);

/** Judges what a run gave. */
export function resultOf(
  tool: ToolName,
  { clock, logs, stored, metered, idle }: RunFacts,
  segmentBytes: readonly number[],
): Result {
  const { groups, wholeS, steadyS, outsideCpuS } = metered;
  const { streams } = clock;
  const taken = groups['tool'] ?? NOTHING;
  const house = Object.entries(groups).filter(([name]) => !NOT_THE_HOUSE.has(name));
  return {
    tool,
    streams,
    ...score({ clock, logs, segmentBytes, stored }),
    wholeCpu: taken.wholeCpuS / (wholeS * streams),
    steadyCpu: taken.steadyCpuS / (steadyS * streams),
    houseCpu: Object.fromEntries(house.map(([name, { steadyCpuS }]) => [name, steadyCpuS / (steadyS * streams)])),
    housePssMb: Object.fromEntries(house.map(([name, { pssMb }]) => [name, pssMb])),
    pssMb: taken.pssMb,
    idlePssMb: idle?.pssMb ?? null,
    processes: idle?.processes ?? (tool === 'bare' ? 1 : streams),
    outsideCores: outsideCpuS / wholeS,
  };
}
