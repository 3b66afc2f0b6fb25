import type { HouseStage, Stage } from './stage/stage.js';

export const STORAGES = ['file', 's3'] as const;
export type StorageKind = (typeof STORAGES)[number];

/** What is still to be found out when a scenario's stream has ended. @throws what is wrong */
export type Conclude = () => Promise<void>;

interface Common {
  readonly name: string;
  /** What is done, and what must hold. */
  readonly about: string;
  readonly storage: readonly StorageKind[];
  /** Segments of 1 s in the channel's list; 12 when not given. */
  readonly window?: number;
  /** Suffixes of channels that it has beside its own. */
  readonly beside?: readonly string[];
}

/** Strikes one part of a house that it shares with the scenarios before and after it. */
export interface HouseScenario extends Common {
  readonly kind: 'in-house';
  /** It changes what holds for everybody in the house: the verdicts before it are waited for. */
  readonly undisturbed?: boolean;
  strike(stage: HouseStage): Promise<Conclude>;
}

/** Brings a house of its own. */
export interface OwnHouseScenario extends Common {
  readonly kind: 'own-house';
  strike(stage: Stage): Promise<Conclude>;
}

export type ChaosScenario = HouseScenario | OwnHouseScenario;

/** What was done has a name. */
export type Named = Pick<Common, 'name' | 'about'>;
