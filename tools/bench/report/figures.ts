import { marginalPssMb, type Result } from './result.js';

/** All results as plain numbers, `<tool><What><N>`, with the unit in the name. */
export function figuresOf(results: readonly Result[]): Record<string, number> {
  return Object.fromEntries(
    results
      .flatMap((result) => figuresOfOne(result, results))
      .flatMap(([name, value]) =>
        value === null || Number.isNaN(value) ? [] : [[name, Number(value.toPrecision(5))]],
      ),
  );
}

function figuresOfOne(result: Result, results: readonly Result[]): [string, number | null][] {
  const { tool, streams, installationCpu, installationPssMb } = result;
  const n = String(streams);
  return [
    [`${tool}WholeCpuPerStreamSecond${n}`, result.wholeCpu],
    [`${tool}SteadyCpuPerStreamSecond${n}`, result.steadyCpu],
    [`${tool}PssMb${n}`, result.pssMb],
    [`${tool}MarginalPssMb${n}`, marginalPssMb(result, results)],
    [`${tool}IdlePssMb${n}`, result.idlePssMb],
    [`${tool}Processes${n}`, result.processes],
    [`${tool}LagP50S${n}`, result.lagP50S],
    [`${tool}LagP95S${n}`, result.lagP95S],
    [`${tool}LagMaxS${n}`, result.lagMaxS],
    [`${tool}PublishedSegments${n}`, result.published],
    [`${tool}LostSegments${n}`, result.lost],
    [`${tool}DoubledSegments${n}`, result.doubled],
    [`${tool}OutsideCores${n}`, result.outsideCores],
    ...Object.entries(installationCpu).map(([name, cpu]): [string, number] => [
      `${name}SteadyCpuPerStreamSecond${n}`,
      cpu,
    ]),
    ...Object.entries(installationPssMb).map(([name, mb]): [string, number] => [`${name}PssMb${n}`, mb]),
  ];
}
