import { smallChannel, type Scenario } from '../../provider-sim/index.js';
import type { ChaosScenario, StorageKind } from '../scenario.js';

/** Segments of 1 s: a take-over lasts up to 8 s. */
const WINDOW = 12;

/** One scenario on one storage driver: what is counted. */
export interface ScenarioRun {
  readonly scenario: ChaosScenario;
  readonly storage: StorageKind;
}

export const nameOf = ({ scenario, storage }: ScenarioRun): string => `${scenario.name}-${storage}`;

/** A channel for each run, which starts and ends it itself. */
export const chaosChannels = (scenarioRuns: readonly ScenarioRun[]): Scenario => ({
  name: 'chaos',
  about: 'a channel for each chaos scenario',
  steps: [],
  channels: scenarioRuns.flatMap((scenarioRun) => {
    const { window = WINDOW, beside = [] } = scenarioRun.scenario;
    const name = nameOf(scenarioRun);
    return [name, ...beside.map((suffix) => `${name}-${suffix}`)].map((channel) =>
      smallChannel(channel, { segmentS: 1, window }),
    );
  }),
});
