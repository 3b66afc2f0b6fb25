import type { Scenario } from '../scenario.js';
import { aes } from './aes.scenario.js';
import { benchScenario } from './bench.scenario.js';
import { demo } from './demo.scenario.js';
import { faults } from './faults.scenario.js';
import { fmp4 } from './fmp4.scenario.js';
import { reset } from './reset.scenario.js';
import { steady } from './steady.scenario.js';
import { twitchMany } from './twitch-many.scenario.js';
import { twitch } from './twitch.scenario.js';
import { variants } from './variants.scenario.js';

const DEFAULT_BENCH_CHANNELS = 20;
const DEFAULT_TWITCH_CHANNELS = 100;

/** Scenarios by name. `bench` and `twitch-many` take a number of channels. */
export const SCENARIOS: Readonly<Record<string, (channels?: number) => Scenario>> = {
  'demo': () => demo,
  'steady': () => steady,
  'faults': () => faults,
  'reset': () => reset,
  'fmp4': () => fmp4,
  'aes': () => aes,
  'variants': () => variants,
  'bench': (channels = DEFAULT_BENCH_CHANNELS) => benchScenario(channels),
  'twitch': () => twitch,
  'twitch-many': (channels = DEFAULT_TWITCH_CHANNELS) => twitchMany(channels),
};
