import type { SettingValues } from '#libs/contracts';
import type { Sim } from '../../provider-sim/index.js';
import type { Installation } from '../../supervisor/index.js';
import type { StorageKind } from '../scenario.js';
import type { ApiClient } from './api-client.js';

/** What a scenario runs on. */
export interface TestEnvironment {
  readonly storage: StorageKind;
  readonly sim: Sim;
  /** Name of the scenario's own channel, in the sim and in the installation. */
  readonly channel: string;
  readonly pace: Pace;
  /** Empty folder of the scenario's own. */
  readonly dir: string;
  readonly signal: AbortSignal;
  /** What to end when all is over, last first. */
  readonly cleaning: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

export interface InstallationEnvironment extends TestEnvironment {
  readonly installation: Installation;
  readonly api: ApiClient;
  /** While this file is there, ffmpeg in this installation reads as fast as it plays. */
  readonly slowFile: string;
}

/** How long a scenario takes, in segments of one second. */
export interface Pace {
  /** Recorded before the fault. */
  readonly before: number;
  /** How long a part stays away. */
  readonly outage: number;
  /** Recorded after it. */
  readonly after: number;
}

export const SHORT: Pace = { before: 5, outage: 10, after: 5 };
export const LONG: Pace = { before: 30, outage: 10, after: 30 };

/**
 * Segments of 1 s in the list, and recorded before the fault: a take-over lasts 5 to 7 s, and when it is done the list
 * no longer holds the beginning. So the first recorder's part is needed, and the second one's alone would show as lost.
 */
export const TAKE_OVER_WINDOW = 11;

/**
 * Short waits, so that a stream is found and closed within seconds. A stream counts as silent late: two cores are
 * shared by many processes.
 */
export const CHAOS_SETTINGS: Partial<SettingValues> = {
  'live.poll_s': 0.5,
  'capture.grace_s': 4,
  'capture.stale_targets': 8,
};
