import type { SettingValues } from '#libs/contracts';
import type { Sim } from '../../provider-sim/index.js';
import type { Installation } from '../../supervisor/index.js';
import type { StorageKind } from '../scenario.js';
import type { ApiClient } from './api-client.js';

/** Environment of a scenario. */
export interface TestEnvironment {
  readonly storage: StorageKind;
  readonly sim: Sim;
  /** Name of the scenario's own channel, in the sim and in the installation. */
  readonly channel: string;
  readonly pace: Pace;
  /** Empty folder for this scenario only. */
  readonly dir: string;
  readonly signal: AbortSignal;
  /** Resources to dispose of after the scenario, in reverse order. */
  readonly cleaning: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

export interface InstallationEnvironment extends TestEnvironment {
  readonly installation: Installation;
  readonly api: ApiClient;
  /** While this file exists, ffmpeg in this installation reads at playback speed. */
  readonly slowFile: string;
}

/** Duration of a scenario's phases, in segments of one second. */
export interface Pace {
  /** Segments before the fault. */
  readonly before: number;
  /** Segments during which a part stays down. */
  readonly outage: number;
  /** Segments after the fault. */
  readonly after: number;
}

export const SHORT: Pace = { before: 5, outage: 10, after: 5 };
export const LONG: Pace = { before: 30, outage: 10, after: 30 };

/**
 * Number of 1 s segments in the playlist, and before the fault. A take-over lasts 5 to 7 s; after it, the playlist no
 * longer contains the start of the stream. So the first recorder's part is needed: the second recorder's part alone
 * would show as lost segments.
 */
export const TAKE_OVER_WINDOW = 11;

/**
 * Short intervals, so that Vodkeep finds and closes a stream within seconds. The time until a stream counts as silent
 * is long, because many processes share two cores.
 */
export const CHAOS_SETTINGS: Partial<SettingValues> = {
  'live.poll_s': 0.5,
  'capture.grace_s': 4,
  'capture.stale_targets': 8,
};
