import { afterEach, describe, expect, it } from '@jest/globals';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import type { ChannelSpec } from '../../scenario.js';
import { startSim, type Sim } from '../../start-sim.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';
import { createViewer, type Viewer } from './viewer.fixture.js';

const MEDIA = { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' };

describe('playback on the simulated Twitch', () => {
  let sim: Sim | null = null;

  async function begin(twitch: Partial<TwitchChannelSpec> = {}, more: Partial<ChannelSpec> = {}): Promise<Viewer> {
    sim = await startSim({
      scenario: {
        name: 'spec', about: '', steps: [], channels: [smallChannel('salty', {
          window: 15, prefill: 15, renditions: [{ name: 'source', media: MEDIA }], twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', ...twitch }, ...more,
        })],
      },
    });
    sim.act('salty', { do: 'start' });
    return createViewer(sim.url, 'salty');
  }
  afterEach(async () => { await sim?.stop(); sim = null; });

  it('leads from a token over usher to a list and its segments', async () => {
    const viewer = await begin();
    const master = await viewer.master();
    const list = await viewer.list(master.rows.at(-1)!);
    expect(list.status).toBe(200);
    const segment = await fetch(list.segments[0]!.url);
    expect(segment.status).toBe(200);
  });
});
