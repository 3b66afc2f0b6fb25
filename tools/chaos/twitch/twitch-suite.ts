import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { SIM_TWITCH_APP, startSim, type Sim } from '../../provider-sim/index.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { runScenario, environmentFor, type RunContext } from '../run/run-scenario.js';
import { ApiClient } from '../environment/api-client.js';
import { until } from '../../common/until.js';
import { loginOf, type TwitchScenario, scenarioChannels } from './scenario.js';

const SITE = 'twitch';
/** A webhook needs https on port 443; the simulator delivers to the installation anyway. */
const PUBLIC_ADDRESS = 'https://vodkeep.example.org';
const READY_MS = 120_000;
/** Priorities of channels. The websocket has room for about three channels, so those of its scenarios come first. */
const WEBSOCKET_PRIORITY = 100;
const OTHER_PRIORITY = 50;
/** Log lines about children that end or restart; the other lines are for operators. */
const CHILD_LINE = / ended \(| is back \(|can't start/;

/** Data folder of the installation of the scenarios. */
export const installationDir = (dir: string): string => join(dir, 'installation');

interface Open {
  readonly context: RunContext;
  readonly installation: Installation;
  readonly api: ApiClient;
  /** Channel uuids by scenario. */
  readonly channels: ReadonlyMap<TwitchScenario, string>;
}

/** Starts the simulated Twitch and an installation that uses it, with the operator's app. Both end with `cleaning`. */
async function open(
  context: Omit<RunContext, 'sim'>,
  scenarios: readonly TwitchScenario[],
  cleaning: AsyncDisposableStack,
): Promise<Open> {
  const { dir, signal, say } = context;
  const port = await freePort();
  const sim: Sim = await startSim({
    scenario: scenarioChannels(scenarios),
    twitch: { callbacksTo: `http://127.0.0.1:${String(port)}` },
  });
  cleaning.defer(() => sim.stop());
  const installation = await startInstallation({
    dataDir: installationDir(dir),
    port,
    host: '127.0.0.1',
    storage: 'file',
    recorders: 2,
    env: { VODKEEP_SITES: `${sim.url}/h/{host}` },
    signal,
    say: (line) => {
      if (CHILD_LINE.test(line)) say(`      [twitch] ${line}`);
    },
  });
  cleaning.defer(() => installation.stop());
  const api = new ApiClient(installation.url);
  await api.useApp(SITE, { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret });
  // The poll interval stays at its default: with half a second, a poll would find every stream before it could be
  // missed.
  await api.change({
    'app_url': PUBLIC_ADDRESS,
    'push.transport': 'off',
    'capture.grace_site_s': 6,
    'capture.stale_targets': 8,
  });
  const channels = new Map<TwitchScenario, string>();
  for (const scenario of scenarios) {
    const page = sim.channels.find(({ name }) => name === loginOf(scenario))?.page ?? '';
    channels.set(
      scenario,
      (await api.followAt(SITE, page, scenario.transport === 'websocket' ? WEBSOCKET_PRIORITY : OTHER_PRIORITY)).uuid,
    );
  }
  return { context: { ...context, sim }, installation, api, channels };
}

/**
 * Selects how sites notify the installation from now on. Resolves when these channels are subscribed; with webhooks,
 * when all followed channels are.
 */
async function subscribeBy(
  transport: TwitchScenario['transport'],
  { context: { signal, say }, api, channels }: Open,
  scenarios: readonly TwitchScenario[],
): Promise<void> {
  if (transport === 'websocket') await signIn(api, SITE);
  await api.change({ 'push.transport': transport });
  for (const scenario of scenarios)
    await until(
      `events of ${loginOf(scenario)} are on`,
      { signal, limitMs: READY_MS },
      async () => (await api.channel(channels.get(scenario) ?? '')).push.status === 'active',
    );
  const push = await until('subscriptions are on', { signal, limitMs: READY_MS }, async () => {
    const site = (await api.sites()).find(({ kind }) => kind === SITE)?.push;
    return (
      site?.transport === transport &&
      (transport === 'websocket' ? site.connected : site.active === site.wanted) &&
      site
    );
  });
  say(`      reported by ${push.transport}: ${String(push.active)} of ${String(push.wanted)} subscriptions active`);
}

async function play(
  { context, installation, api, channels }: Open,
  scenario: TwitchScenario,
  verdicts: Promise<void>[],
): Promise<void> {
  context.signal.throwIfAborted();
  const environment = environmentFor(context, loginOf(scenario), 'file');
  environment.say(scenario.about);
  const { concluded } = await runScenario(context, {
    environment,
    logs: [join(installation.dataDir, 'log')],
    injectFault: () =>
      scenario.injectFault({
        ...environment,
        installation,
        api,
        slowFile: '',
        channelUuid: channels.get(scenario) ?? '',
      }),
  });
  verdicts.push(concluded);
  if (installation.pids()['api'] === null) await installation.restart('api');
  context.sim.act(loginOf(scenario), { do: 'heal' });
}

/**
 * First runs the scenarios that affect only their own channel, in parallel; then those that affect all channels, in
 * sequence, while the earlier streams still run.
 */
export async function runTwitchSuite(
  context: Omit<RunContext, 'sim'>,
  scenarios: readonly TwitchScenario[],
): Promise<void> {
  const cleaning = new AsyncDisposableStack();
  const verdicts: Promise<void>[] = [];
  try {
    const opened = await open(context, scenarios, cleaning);
    // Websocket first: after webhooks are set up, the site would continue to notify by webhook too.
    for (const transport of ['websocket', 'webhook'] as const) {
      const own = scenarios.filter((scenario) => scenario.transport === transport);
      if (own.length === 0) continue;
      await subscribeBy(transport, opened, own);
      await Promise.all(
        own.filter(({ hits }) => hits === 'channel').map((scenario) => play(opened, scenario, verdicts)),
      );
      for (const scenario of own.filter(({ hits }) => hits === 'all')) await play(opened, scenario, verdicts);
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
  if (to === null)
    throw new OutsideError(untranslated('sign-in', `${address} leads nowhere: ${String(answer.status)}`));
  return new URL(to, address).href;
}

/**
 * Signs in like the operator's browser: goes to the site, which accepts, and returns to the installation under any host
 * name.
 */
async function signIn(api: ApiClient, kind: string): Promise<void> {
  const back = new URL(await ledTo(await api.signInAddress(kind)));
  const end = await ledTo(`${api.url}${back.pathname}${back.search}`);
  if (!new URL(end).searchParams.has('signed_in'))
    throw new OutsideError(untranslated('sign-in', `signing in ended at ${end}`));
}
