import { smallChannel, type Scenario } from '../../provider-sim/index.js';
import type { ChaosScenario, StorageKind } from '../scenario.js';

/** Number of 1 s segments in the playlist: a take-over lasts up to 8 s. */
const WINDOW_SEGMENTS = 12;

/** One scenario on one storage driver; the unit of the results. */
export interface ScenarioRun {
  readonly scenario: ChaosScenario;
  readonly storage: StorageKind;
}

export const nameOf = ({ scenario, storage }: ScenarioRun): string => `${scenario.name}-${storage}`;

/** One channel per run; the run starts and ends its broadcast. */
export const chaosChannels = (scenarioRuns: readonly ScenarioRun[]): Scenario => ({
  name: 'chaos',
  about: 'a channel for each chaos scenario',
  steps: [],
  channels: scenarioRuns.flatMap((scenarioRun) => {
    const { window = WINDOW_SEGMENTS, beside = [] } = scenarioRun.scenario;
    const name = nameOf(scenarioRun);
    return [name, ...beside.map((suffix) => `${name}-${suffix}`)].map((channel) =>
      smallChannel(channel, { segmentS: 1, window }),
    );
  }),
});
