import type { InstallationEnvironment, TestEnvironment } from './environment/test-environment.js';

export const STORAGES = ['file', 's3'] as const;
export type StorageKind = (typeof STORAGES)[number];

/** Checks the result after a scenario's stream has ended. @throws when the result is wrong */
export type Conclude = () => Promise<void>;

interface Common {
  readonly name: string;
  /** The fault, and the condition that must hold. */
  readonly about: string;
  readonly storage: readonly StorageKind[];
  /** The short set leaves it out; it runs there if it is named. */
  readonly isLong?: true;
  /** Number of 1 s segments in the channel's playlist; default 12. */
  readonly window?: number;
  /** Suffixes of additional channels of the scenario. */
  readonly beside?: readonly string[];
}

/** Injects a fault into one part of an installation that it shares with other scenarios. */
export interface SharedScenario extends Common {
  readonly kind: 'shared';
  /** The fault affects all runs in the installation: it waits for the earlier verdicts. */
  readonly undisturbed?: boolean;
  injectFault(environment: InstallationEnvironment): Promise<Conclude>;
}

/** Starts an installation of its own. */
export interface OwnInstallationScenario extends Common {
  readonly kind: 'own-installation';
  injectFault(environment: TestEnvironment): Promise<Conclude>;
}

export type ChaosScenario = SharedScenario | OwnInstallationScenario;

/** A scenario or operation with a name. */
export type Named = Pick<Common, 'name' | 'about'>;
