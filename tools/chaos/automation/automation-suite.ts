import { join } from 'node:path';
import { mkdtempSync } from 'node:fs';
import { objectKeys } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { openStorage } from '#libs/storage';
import { sessionLog, SIM_TWITCH_APP, smallChannel, startSim, type Scenario } from '../../provider-sim/index.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { Stream } from '../environment/stream.js';
import { waitForJob } from '../library/operations/blocked-operation.js';
import { videoOf } from '../library/operation-channels.js';
import { type Env, settingsOf } from '../verdict/stored-files.js';
import { concludeLibrary } from '../library/verdict/conclude-library.js';
import { LibraryDb } from '../library/library-db.js';
import { environmentFor, runScenario, type RunContext } from '../run/run-scenario.js';
import { slowableFfmpeg } from '../run/shared-installation.js';
import { until } from '../../common/until.js';
import { AutomationApi } from './automation-api.js';
import { AutomationDb } from './automation-db.js';
import { judgeStages } from './judge-stages.js';
import { loginOf, STAGES, type AutomationScenario } from './scenarios.js';
import { killInStages, type AutomationEnvironment } from './stage-kills.js';
import { StageHolds } from './stage-holds.js';
import { Webhook } from './webhook.js';

const SITE = 'twitch';
const FIRST_USER_ID = 90_000_000;
const WINDOW_SEGMENTS = 15;
const OLD_VIDEO_S = 4;
const BEGIN_MS = 90_000;
const END_MS = 240_000;
/** Messages are sent after the stages. */
const SETTLE_MS = 60_000;
const CHILD_LINE = / ended \(|can't start/;

const WHOLE = 'whole_library_automation';
export const installationDir = (dir: string): string => join(dir, 'installation-automation');

/** A channel for each scenario. Its old video becomes the VOD that the clean-up deletes. */
const channelsOf = (scenarios: readonly AutomationScenario[]): Scenario => ({
  name: 'chaos-automation',
  about: 'a channel for each scenario',
  steps: [],
  channels: scenarios.map((scenario, i) => {
    const login = loginOf(scenario);
    const userId = String(FIRST_USER_ID + i);
    return smallChannel(login, {
      window: WINDOW_SEGMENTS,
      twitch: {
        userId,
        displayName: login,
        title: scenario.about,
        category: 'Chess',
        chatPerMinute: 90,
        past: { videos: [{ id: videoOf(login), title: 'Old', agoS: 7200, seconds: OLD_VIDEO_S, streamId: userId }] },
      },
    });
  }),
});

interface Open {
  readonly context: RunContext;
  readonly installation: Installation;
  readonly api: AutomationApi;
  readonly db: AutomationDb;
  readonly holds: StageHolds;
  readonly webhook: Webhook;
  readonly slowFile: string;
}

/** Starts the simulated site, a webhook, and an installation in which every stage follows a recording. */
async function open(
  context: Omit<RunContext, 'sim'>,
  scenarios: readonly AutomationScenario[],
  cleaning: AsyncDisposableStack,
): Promise<Open> {
  const { dir, signal, say } = context;
  const sim = await startSim({ scenario: channelsOf(scenarios) });
  cleaning.defer(() => sim.stop());
  const webhook = await Webhook.start();
  cleaning.defer(() => webhook.stop());
  const home = mkdtempSync(join(dir, 'automation-'));
  const slowFile = join(home, 'slow');
  const installation = await startInstallation({
    dataDir: installationDir(dir),
    port: await freePort(),
    host: '127.0.0.1',
    storage: 'file',
    recorders: 1,
    env: { PATH: slowableFfmpeg(join(home, 'bin'), slowFile), VODKEEP_SITES: `${sim.url}/h/{host}` },
    signal,
    say: (line) => {
      if (CHILD_LINE.test(line)) say(`      [automation] ${line}`);
    },
  });
  cleaning.defer(() => installation.stop());
  const pgUrl = installation.env['VODKEEP_PG_URL'] ?? '';
  const db = new AutomationDb(pgUrl);
  cleaning.defer(() => db.close());
  const holds = await StageHolds.open(pgUrl);
  cleaning.defer(() => holds.close());
  const api = new AutomationApi(installation.url);
  await api.useApp(SITE, { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret });
  await api.change({
    'push.transport': 'off',
    'live.poll_s': 0.5,
    'capture.grace_site_s': 2,
    'capture.stale_targets': 8,
    'after_recording.match': true,
    'after_recording.download_chat': true,
    'after_recording.download_vod': true,
    'after_recording.repair': true,
    'after_recording.download_delay_min': 0,
    'after_recording.hook': true,
    'create_kodi_nfo': true,
    'contact_sheet.enable': true,
    'cleanup.after_recording': true,
    'cleanup.report_h': 0,
    'vods_to_keep': 1,
  });
  await api.addWebhook(webhook.url);
  return { context: { ...context, sim }, installation, api, db, holds, webhook, slowFile };
}

/** Records a broadcast while an older VOD is there, and kills parts in what follows it. */
async function play(opened: Open, scenario: AutomationScenario): Promise<void> {
  const { context, installation } = opened;
  context.signal.throwIfAborted();
  const environment = environmentFor(context, loginOf(scenario), 'file');
  environment.say(scenario.about);
  const { concluded } = await runScenario(context, {
    environment,
    logs: [join(installation.dataDir, 'log')],
    injectFault: async () => {
      const { slowFile, api, db, holds } = opened;
      const whole = { ...environment, installation, api, slowFile, db, holds };
      const { vod, channelUuid } = await record(opened, whole);
      await killInStages(whole, vod, scenario);
      return () => conclude(opened, { environment: whole, vod, channelUuid });
    },
  });
  await concluded;
}

async function record(
  { api, db, holds }: Open,
  environment: AutomationEnvironment,
): Promise<{ readonly vod: string; readonly channelUuid: string }> {
  const { sim, channel, pace, signal } = environment;
  const page = sim.channels.find(({ name }) => name === channel)?.page ?? '';
  const { uuid: channelUuid } = await api.followAt(SITE, page, 0);
  // The first run of a rule only reports; with nothing to delete, the next one deletes.
  await api.run('clean_up');
  await until('the clean-up knows its rules', { signal, limitMs: BEGIN_MS }, () => db.isReviewed(channelUuid));
  sim.act(channel, { do: 'start' });
  const old = await api.download(channelUuid, videoOf(channel));
  await waitForJob({ api, signal }, old.job);
  const stream = Stream.of(environment, channelUuid, sessionLog);
  const vod = await until('the recording has begun', { signal, limitMs: BEGIN_MS }, async () => {
    const found = (await stream.vods()).find(({ uuid }) => uuid !== old.vod);
    return found?.live?.state === 'writing' && found.live.bytes > 0 && found.uuid;
  });
  await stream.waitForSegments(Math.ceil(pace.before / 2));
  await loseSegment({ ...environment, api }, stream, vod);
  await until(
    'the old VOD is finished',
    { signal, limitMs: BEGIN_MS },
    async () => (await api.vod(old.vod)).state === 'finalized',
  );
  await holds.hold(STAGES);
  stream.end();
  return { vod, channelUuid };
}

/** Loses a segment that the site's VOD has, so that there is a gap to fill. */
async function loseSegment(
  { sim, channel, signal, api }: AutomationEnvironment & { readonly api: AutomationApi },
  stream: Stream,
  vod: string,
): Promise<void> {
  const lost = Math.max(...stream.log.segments.map(({ seq }) => seq)) + 2;
  sim.act(channel, { do: 'fault', on: 'segment', mode: '404', fromSeq: lost, toSeq: lost });
  await until('a segment is lost', { signal, limitMs: BEGIN_MS }, async () =>
    (await api.vod(vod)).gaps.some(({ cause }) => cause === 'not-found'),
  );
  sim.act(channel, { do: 'clear' });
  await stream.waitForSegments(2);
}

interface Played {
  readonly environment: AutomationEnvironment;
  readonly vod: string;
  readonly channelUuid: string;
}

async function conclude({ db, webhook, installation }: Open, { environment, vod, channelUuid }: Played): Promise<void> {
  const { signal, say } = environment;
  await until('all stages have ended', { signal, limitMs: END_MS, everyMs: 250 }, async () => {
    const { stages } = await db.effects(vod, channelUuid);
    return stages.length > 0 && stages.every(({ status }) => status !== 'waiting' && status !== 'running');
  });
  await until('each effect is there once', { signal, limitMs: SETTLE_MS, everyMs: 250 }, async () => {
    const calls = webhook.calls.filter((call) => call.vod_uuid === vod);
    const stored = await storedParts(installation.env, vod);
    const wrong = judgeStages(vod, { ...(await db.effects(vod, channelUuid)), stored, calls });
    if (wrong.length > 0) throw new OutsideError(untranslated('wrong', wrong.join('; ')));
    return true;
  });
  say(`found: ${String(STAGES.length)} stages once each, with their files, rows and messages`);
}

async function storedParts(env: Env, vod: string): Promise<string[]> {
  const storage = await openStorage(settingsOf(env));
  try {
    const ids: string[] = [];
    for await (const name of storage.names(objectKeys.parts(vod))) ids.push(name.replace(/\/$/, ''));
    return ids;
  } finally {
    await storage.close();
  }
}

/** Runs one installation and its scenarios in sequence, then checks its complete library. */
export async function runAutomationSuite(
  context: Omit<RunContext, 'sim'>,
  scenarios: readonly AutomationScenario[],
): Promise<void> {
  const cleaning = new AsyncDisposableStack();
  try {
    const opened = await open(context, scenarios, cleaning);
    for (const scenario of scenarios) await play(opened, scenario);
    const began = performance.now();
    const { installation } = opened;
    await installation.restart('api'); // its sweeper finishes interrupted work, as it would within ten minutes
    const library = new LibraryDb(installation.env['VODKEEP_PG_URL'] ?? '');
    cleaning.defer(() => library.close());
    const say = (line: string): void => {
      context.say(`      [automation] ${line}`);
    };
    await concludeLibrary({ db: library, env: installation.env, signal: context.signal, say });
    context.results.pass(WHOLE, (performance.now() - began) / 1000);
  } finally {
    await cleaning.disposeAsync();
  }
}
