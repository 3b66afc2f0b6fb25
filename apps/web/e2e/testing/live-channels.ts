import { smallChannel, startSim, type Sim } from '#tools/provider-sim/index.js';

/** Live from the start; it never ends. */
export const HARBOUR = 'harbour';
/** Length of the streams of third-party software. */
export const THIRD_PARTY_S = 32;
/** Live from the start, for a few seconds. */
export const BRIEF = { ts: 'brief-ts', fmp4: 'brief-fmp4' } as const;
/** Each of these waits for its test. */
export const SPINE = 'spine';
export const DVR = 'dvr';
/** Its recordings may be changed and deleted. */
export const SHELF = 'shelf';

/** Behind a server that needs a token and a stream key. */
export const COVE = 'cove';

/** Its jobs may be stopped. */
export const DESK = 'desk';

/** Their recorders are killed. */
export const LIGHTHOUSE = 'lighthouse';
export const FERRY = 'ferry';
export const WRECK = 'wreck';

/** They fill the disk, and the third one needs room. */
export const QUAY = 'quay';
export const WHARF = 'wharf';
export const PONTOON = 'pontoon';

/** A channel of the simulated Twitch. It waits for its test; its frame numbers do not repeat during the test. */
export const SALTY = 'salty_harbour';
const onTwitch = smallChannel(SALTY, {
  window: 15,
  twitch: {
    userId: '50000001',
    displayName: 'Salty_Harbour',
    title: 'Boats come and go',
    category: 'Just Chatting',
    tags: ['English'],
    viewers: 123,
  },
});

/** Another one: its recording has gaps, and the site keeps its broadcast as a VOD. */
export const GULL = 'grey_gull';
const gullOnTwitch = smallChannel(GULL, {
  window: 8,
  twitch: {
    userId: '50000002',
    displayName: 'Grey_Gull',
    title: 'Gulls',
    category: 'Just Chatting',
    viewers: 7,
    past: {},
  },
});

/**
 * The simulator with the channels of all tests; none is live yet.
 * @param installationPort port of the installation for the sites' webhooks
 */
export const startChannels = (installationPort: number): Promise<Sim> =>
  startSim({
    twitch: { callbacksTo: `http://127.0.0.1:${String(installationPort)}` },
    scenario: {
      name: 'e2e',
      about: '',
      channels: [
        smallChannel(SPINE),
        smallChannel(DVR),
        smallChannel(SHELF),
        smallChannel(COVE),
        smallChannel(DESK),
        smallChannel(HARBOUR),
        smallChannel(LIGHTHOUSE),
        smallChannel(FERRY),
        smallChannel(WRECK),
        smallChannel(QUAY),
        smallChannel(WHARF),
        smallChannel(PONTOON),
        smallChannel(BRIEF.ts),
        smallChannel(BRIEF.fmp4, { container: 'fmp4' }),
        onTwitch,
        gullOnTwitch,
      ],
      steps: [],
    },
  });

export const addressOf = (sim: Sim, name: string): string => sim.channels.find((one) => one.name === name)?.url ?? '';
