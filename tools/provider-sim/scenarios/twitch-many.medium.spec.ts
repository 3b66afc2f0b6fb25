import { expect, it } from '@jest/globals';
import { startSim } from '../start-sim.js';
import { twitchMany } from './twitch-many.scenario.js';

const timersHeldBy = async (channels: number): Promise<number> => {
  const sim = await startSim({ scenario: twitchMany(channels) });
  try {
    expect(sim.channels).toHaveLength(channels);
    return process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
  } finally {
    await sim.stop();
  }
};

it('runs nothing for a channel that is offline', async () => {
  const one = await timersHeldBy(1);
  // Not exactly as many: Node and Jest hold some of their own, which come and go.
  expect(await timersHeldBy(1000)).toBeLessThan(one + 100);
});
