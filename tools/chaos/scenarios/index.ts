import type { ChaosScenario } from '../scenario.js';
import { apiKilled, natsKilled, postgresKilled, s3Killed } from './outage.scenario.js';
import { converterKilled } from './converter-killed.scenario.js';
import { eventsDropped } from './events-dropped.scenario.js';
import { leaseHolderFrozen } from './lease-holder-frozen.scenario.js';
import { leaderVanished } from './leader-vanished.scenario.js';
import { recorderKilled } from './recorder-killed.scenario.js';
import { recordingKills } from './recording-kills.scenario.js';
import { supervisorKilled } from './supervisor-killed.scenario.js';

/**
 * Faults to the pipeline of one live stream, in this order. The converter comes first: its command goes to another
 * converter only after some seconds, in which the other scenarios continue.
 */
export const SPINE: readonly ChaosScenario[] = [
  converterKilled,
  recorderKilled,
  leaseHolderFrozen,
  natsKilled,
  postgresKilled,
  apiKilled,
  s3Killed,
  eventsDropped,
  supervisorKilled,
  recordingKills,
  leaderVanished,
];
