import { join } from 'node:path';
import { OutsideError } from '#libs/errors';
import { SIM_TWITCH_APP, startSim, type Sim } from '../../provider-sim/index.js';
import { startHouse, type House } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { perform, stageFor, type Theatre } from '../run/performing.js';
import { HouseApi } from '../stage/house-api.js';
import { until } from '../until.js';
import { loginOf, type TwitchScene, sceneChannels } from './scene.js';

const SITE = 'twitch';
/** https on 443, as a webhook needs it; the simulator delivers to the house all the same. */
const PUBLIC_ADDRESS = 'https://vodkeep.example.org';
const READY_MS = 120_000;
/** Events by websocket have room for about three channels: those of scenes with it come first. */
const FIRST = 100;
const OTHERS = 50;
/** Ends and returns of children; the rest is for operators. */
const TOLD = / ended \(| is back \(|can't start/;

/** Where the house of the scenes keeps everything. */
export const houseDir = (dir: string): string => join(dir, 'house');

interface Open {
  readonly theatre: Theatre;
  readonly house: House;
  readonly api: HouseApi;
  /** Channel uuids by scene. */
  readonly channels: ReadonlyMap<TwitchScene, string>;
}

/** The simulated Twitch and a house that looks for it there, with the operator's app. Both end with `cleaning`. */
async function open(
  theatre: Omit<Theatre, 'sim'>,
  scenes: readonly TwitchScene[],
  cleaning: AsyncDisposableStack,
): Promise<Open> {
  const { dir, signal, say } = theatre;
  const port = await freePort();
  const sim: Sim = await startSim({
    scenario: sceneChannels(scenes),
    twitch: { callbacksTo: `http://127.0.0.1:${String(port)}` },
  });
  cleaning.defer(() => sim.stop());
  const house = await startHouse({
    dataDir: houseDir(dir),
    port,
    host: '127.0.0.1',
    storage: 'file',
    recorders: 2,
    env: { VODKEEP_SITES: `${sim.url}/h/{host}` },
    signal,
    say: (line) => {
      if (TOLD.test(line)) say(`      [twitch] ${line}`);
    },
  });
  cleaning.defer(() => house.stop());
  const api = new HouseApi(house.url);
  await api.useApp(SITE, { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret });
  // The poll stays as an operator has it: half a second would find everything before it could be missed.
  await api.change({
    'app_url': PUBLIC_ADDRESS,
    'push.transport': 'off',
    'capture.grace_site_s': 6,
    'capture.stale_targets': 8,
  });
  const channels = new Map<TwitchScene, string>();
  for (const scene of scenes) {
    const page = sim.channels.find(({ name }) => name === loginOf(scene))?.page ?? '';
    channels.set(scene, (await api.followAt(SITE, page, scene.transport === 'websocket' ? FIRST : OTHERS)).uuid);
  }
  return { theatre: { ...theatre, sim }, house, api, channels };
}

/** The house is told so from now on. Resolves when it is told of these channels; by webhook of all that it follows. */
async function tellBy(
  transport: TwitchScene['transport'],
  { theatre: { signal, say }, api, channels }: Open,
  scenes: readonly TwitchScene[],
): Promise<void> {
  if (transport === 'websocket') await signIn(api, SITE);
  await api.change({ 'push.transport': transport });
  for (const scene of scenes)
    await until(
      `events of ${loginOf(scene)} are on`,
      { signal, limitMs: READY_MS },
      async () => (await api.channel(channels.get(scene) ?? '')).push.status === 'active',
    );
  const push = await until('subscriptions are on', { signal, limitMs: READY_MS }, async () => {
    const site = (await api.sites()).find(({ kind }) => kind === SITE)?.push;
    return (
      site?.transport === transport &&
      (transport === 'websocket' ? site.connected : site.active === site.wanted) &&
      site
    );
  });
  say(`      told by ${push.transport}: ${String(push.active)} of ${String(push.wanted)} subscriptions active`);
}

async function play(
  { theatre, house, api, channels }: Open,
  scene: TwitchScene,
  verdicts: Promise<void>[],
): Promise<void> {
  theatre.signal.throwIfAborted();
  const stage = stageFor(theatre, loginOf(scene), 'file');
  stage.say(scene.about);
  const { concluded } = await perform(theatre, {
    stage,
    logs: [join(house.dataDir, 'log')],
    strike: () => scene.strike({ ...stage, house, api, slowFile: '', channelUuid: channels.get(scene) ?? '' }),
  });
  verdicts.push(concluded);
  if (house.pids()['api'] === null) await house.restart('api');
  theatre.sim.act(loginOf(scene), { do: 'heal' });
}

/**
 * First what only its own channel notices, side by side; then what hits all, one after another, while the streams
 * before it still run.
 */
export async function twitchLane(theatre: Omit<Theatre, 'sim'>, scenes: readonly TwitchScene[]): Promise<void> {
  const cleaning = new AsyncDisposableStack();
  const verdicts: Promise<void>[] = [];
  try {
    const opened = await open(theatre, scenes, cleaning);
    // Sockets first: the site would go on telling by the webhook too.
    for (const transport of ['websocket', 'webhook'] as const) {
      const own = scenes.filter((scene) => scene.transport === transport);
      if (own.length === 0) continue;
      await tellBy(transport, opened, own);
      await Promise.all(own.filter(({ hits }) => hits === 'channel').map((scene) => play(opened, scene, verdicts)));
      for (const scene of own.filter(({ hits }) => hits === 'all')) await play(opened, scene, verdicts);
    }
    await Promise.all(verdicts);
  } finally {
    await cleaning.disposeAsync();
    await Promise.all(verdicts);
  }
}

async function ledTo(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' });
  const to = answer.headers.get('location');
  if (to === null) throw new OutsideError('sign-in', `${address} leads nowhere: ${String(answer.status)}`);
  return new URL(to, address).href;
}

/** As the operator's browser does it: to the site, which says yes, and back to the house by whatever name it has. */
async function signIn(api: HouseApi, kind: string): Promise<void> {
  const back = new URL(await ledTo(await api.signInAddress(kind)));
  const end = await ledTo(`${api.url}${back.pathname}${back.search}`);
  if (!new URL(end).searchParams.has('signed_in')) throw new OutsideError('sign-in', `signing in ended at ${end}`);
}
