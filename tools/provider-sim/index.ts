export { startSim, type Sim, type SimOptions } from './start-sim.js';
export { startSimProcess, type SimProcess, type SimProcessOptions } from './start-sim-process.js';
export { SCENARIOS } from './scenarios/index.js';
export { benchScenario } from './scenarios/bench.scenario.js';
export { smallChannel } from './scenarios/small-channel.js';
export { BENCH_MEDIA, DEMO_MEDIA, SMALL_MEDIA, type MediaSpec } from './media/media-spec.js';
export type { Action, ChannelSpec, FaultMode, FaultRule, Scenario, Step } from './scenario.js';
export type { ChannelLog, LoggedRequest, OfferedSegment, SimLog } from './sim-log.js';
