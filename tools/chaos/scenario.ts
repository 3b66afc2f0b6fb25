import type { InstallationEnvironment, TestEnvironment } from './environment/test-environment.js';

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

/** Injects a fault into one part of an installation that it shares with the scenarios before and after it. */
export interface SharedScenario extends Common {
  readonly kind: 'shared';
  /** It changes what holds for everybody in the installation: the verdicts before it are waited for. */
  readonly undisturbed?: boolean;
  injectFault(environment: InstallationEnvironment): Promise<Conclude>;
}

/** Brings an installation of its own. */
export interface OwnInstallationScenario extends Common {
  readonly kind: 'own-installation';
  injectFault(environment: TestEnvironment): Promise<Conclude>;
}

export type ChaosScenario = SharedScenario | OwnInstallationScenario;

/** What was done has a name. */
export type Named = Pick<Common, 'name' | 'about'>;
