import { SMALL_MEDIA, smallChannel, startSim, type ChannelSpec, type Sim } from '../../../../tools/provider-sim/index.js';

const media = { ...SMALL_MEDIA, seconds: 96, label: 'E2E' };
const channel = (name: string, more: Partial<ChannelSpec> = {}): ChannelSpec => smallChannel(name, { renditions: [{ name: 'source', media }], ...more });

/** Live from the beginning; it never ends. */
export const HARBOUR = 'harbour';
/** Live from the beginning; who needs them finished ends them. */
export const BRIEF = { ts: 'brief-ts', fmp4: 'brief-fmp4' } as const;
/** Each waits for its story. */
export const SPINE = 'spine';
export const DVR = 'dvr';

/** The simulator with the channels of all stories; none is live yet. */
export const startChannels = (): Promise<Sim> => startSim({
  scenario: { name: 'e2e', about: '', channels: [channel(SPINE), channel(DVR), channel(HARBOUR), channel(BRIEF.ts), channel(BRIEF.fmp4, { container: 'fmp4' })], steps: [] },
});

export const addressOf = (sim: Sim, name: string): string => sim.channels.find((one) => one.name === name)?.url ?? '';
