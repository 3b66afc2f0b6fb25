import { smallChannel, startSim } from '../provider-sim/index.js';

/**
 * Encodes the media of the small channels once, before the specs that start a simulator: on a fresh clone their set-up
 * would wait for each other's encoders.
 */
const sim = await startSim({
  scenario: {
    name: 'media',
    about: '',
    channels: [smallChannel('ts'), smallChannel('fmp4', { container: 'fmp4' })],
    steps: [],
  },
});
await sim.stop();
