import { smallChannel, type Scenario } from '../../provider-sim/index.js';
import type { ChaosScenario, StorageKind } from '../scenario.js';

/** Segments of 1 s: a take-over lasts up to 8 s. */
const WINDOW = 12;

/** One scenario on one storage driver: what is counted. */
export interface Performance {
  readonly scenario: ChaosScenario;
  readonly storage: StorageKind;
}

export const nameOf = ({ scenario, storage }: Performance): string => `${scenario.name}-${storage}`;

/** A channel for each performance, which starts and ends it itself. */
export const chaosChannels = (performances: readonly Performance[]): Scenario => ({
  name: 'chaos',
  about: 'a channel for each chaos scenario',
  steps: [],
  channels: performances.flatMap((performance) => {
    const { window = WINDOW, beside = [] } = performance.scenario;
    const name = nameOf(performance);
    return [name, ...beside.map((suffix) => `${name}-${suffix}`)].map((channel) =>
      smallChannel(channel, { segmentS: 1, window }),
    );
  }),
});
