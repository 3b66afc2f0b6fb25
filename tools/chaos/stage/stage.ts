import type { House } from '../../supervisor/index.js';
import type { Sim } from '../../provider-sim/index.js';
import type { StorageKind } from '../scenario.js';
import type { HouseApi } from './house-api.js';
import type { Pace } from './pace.js';

/** What a scenario plays on. */
export interface Stage {
  readonly storage: StorageKind;
  readonly sim: Sim;
  /** Name of the scenario's own channel, in the sim and in the house. */
  readonly channel: string;
  readonly pace: Pace;
  /** Empty folder of the scenario's own. */
  readonly dir: string;
  readonly signal: AbortSignal;
  /** What to end when all is over, last first. */
  readonly cleaning: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

export interface HouseStage extends Stage {
  readonly house: House;
  readonly api: HouseApi;
  /** While this file is there, ffmpeg in this house reads as fast as it plays. */
  readonly slowFile: string;
}
