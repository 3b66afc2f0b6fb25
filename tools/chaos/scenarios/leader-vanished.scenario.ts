import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { repositoryRoot } from '../../supervisor/root.js';
import type { OwnInstallationScenario } from '../scenario.js';
import { ApiClient } from '../environment/api-client.js';
import { LeaderDb } from '../environment/leader-db.js';
import { SilentProxy } from '../environment/silent-proxy.js';
import { CHAOS_SETTINGS, LONG, type TestEnvironment } from '../environment/test-environment.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream, type StreamEnvironment } from '../environment/stream.js';
import { until } from '../until.js';
import { concludeStream } from '../verdict/conclude.js';

const SECOND = 'api-2';
/** Suffix of the channel that goes live while no api leads. */
const AFTER = 'after';
const TURN_MS = 60_000;
/** Detection stands still for 60 s before a notice is raised. */
const NOTICE_MS = 120_000;
/**
 * Segments of 1 s in the list: when the survivor detects the stream, the list still holds its beginning. In earnest that
 * takes 8 s after the fault; a busy machine takes longer to begin a recording.
 */
const WINDOW = 25;

interface Node {
  readonly nats: SilentProxy;
  readonly postgres: SilentProxy;
}

/** A second api, which reaches everything through proxies that can go silent. */
async function addNode(installation: Installation, { cleaning }: TestEnvironment): Promise<Node> {
  const through = async (url: string): Promise<readonly [SilentProxy, string]> => {
    const address = new URL(url);
    const proxy = await SilentProxy.start(Number(address.port));
    cleaning.defer(() => proxy.close());
    address.port = String(proxy.port);
    return [proxy, address.href];
  };
  const [postgres, pgUrl] = await through(installation.env['VODKEEP_PG_URL'] ?? '');
  const [nats, natsUrl] = await through(installation.env['VODKEEP_NATS_URL'] ?? '');
  await installation.add({
    name: SECOND,
    title: 'second api',
    file: join(repositoryRoot(), 'dist/apps/api/src/main.js'),
    env: {
      VODKEEP_NODE: 'vanishing',
      VODKEEP_DATA: installation.dataDir,
      VODKEEP_PG_URL: pgUrl,
      VODKEEP_NATS_URL: natsUrl.replace(/\/$/, ''),
      VODKEEP_KEYRING_FILE: join(installation.dataDir, 'secret.key'),
      VODKEEP_HOST: '127.0.0.1',
      VODKEEP_PORT: String(await freePort()),
      VODKEEP_WEB_DIR: join(repositoryRoot(), 'dist/web'),
    },
  });
  return { nats, postgres };
}

/** What the survivor's health says of the leader until all is well again. @throws OutsideError `wrong` - no fault */
async function faultOfLeader(api: ApiClient, signal: AbortSignal): Promise<string> {
  const faults: string[] = [];
  await until('the survivor leads', { signal, limitMs: TURN_MS }, async () => {
    const check = await api.check('api', 'leader');
    if (check?.ok === false) faults.push(check.message);
    return check?.message === 'this api is the leader';
  });
  const [first] = faults;
  if (first === undefined)
    throw new OutsideError(untranslated('wrong', 'health said that all was well while no api led'));
  return first;
}

/** No api leads for more than a minute: the notice comes, and goes when detection runs again. */
async function stallDetection({ api, say, signal }: StreamEnvironment, db: LeaderDb): Promise<void> {
  const isOpen = async (): Promise<boolean> =>
    (await api.notices()).some(({ kind, resolved_at }) => kind === 'detection-stalled' && resolved_at === null);
  if (await isOpen()) throw new OutsideError(untranslated('wrong', 'there is a notice before detection stands still'));
  const began = performance.now();
  const giveBack = await db.takeLeadership();
  await until('the notice that detection stands still', { signal, limitMs: NOTICE_MS }, isOpen);
  say(`the notice came ${((performance.now() - began) / 1000).toFixed(1)} s after detection stood still`);
  await giveBack();
  await until('the notice is resolved', { signal, limitMs: TURN_MS }, async () => !(await isOpen()));
  say('the notice is resolved');
}

export const leaderVanished: OwnInstallationScenario = {
  kind: 'own-installation',
  name: 'leader-vanished',
  about:
    'the node of the leading api vanishes, its connections stay open: the other api leads, and records a stream that begins meanwhile',
  storage: ['file'],
  window: WINDOW,
  beside: [AFTER],
  injectFault: async (environment) => {
    const { dir, pace, say, signal, cleaning, sim, channel } = environment;
    const installation = await startInstallation({
      dataDir: join(dir, 'data'),
      port: await freePort(),
      host: '127.0.0.1',
      storage: 'file',
      recorders: 2,
      signal,
    });
    cleaning.defer(() => installation.stop());
    const api = new ApiClient(installation.url);
    await api.change(CHAOS_SETTINGS);
    const db = await LeaderDb.open(installation.env['VODKEEP_PG_URL'] ?? '');
    cleaning.defer(() => db.close());
    const node = await addNode(installation, environment);
    await installation.restart('api');
    await until(`${SECOND} leads`, { signal, limitMs: TURN_MS }, async () =>
      node.postgres.serves((await db.holderPort()) ?? 0),
    );
    const next = `${channel}-${AFTER}`;
    const { uuid } = await api.follow(next, sim.channels.find(({ name }) => name === next)?.url ?? '');
    const running = await Stream.goLive({ ...environment, api });
    reportFault(await recordingEvidence(running, { child: SECOND, pid: installation.pids()[SECOND] ?? null }), say);
    node.postgres.silence();
    node.nats.silence();
    installation.kill(SECOND, 'SIGKILL', { stayDown: true });
    const faulty = performance.now();
    const seconds = (): string => ((performance.now() - faulty) / 1000).toFixed(1);
    sim.act(next, { do: 'start' });
    const reported = faultOfLeader(api, signal).then((fault) => {
      say(`the survivor leads ${seconds()} s after the fault; before, its health said: ${fault}`);
    });
    reported.catch(() => undefined); // waited for below
    const begun = Stream.of({ ...environment, api, channel: next }, uuid);
    await begun.isWritten();
    say(`the stream that began at the fault is written ${seconds()} s later`);
    await reported;
    await begun.offers(pace.after);
    running.end();
    begun.end();
    return async () => {
      await concludeStream({ ...environment, api }, { stream: running, env: installation.env });
      await concludeStream({ ...environment, api, channel: next }, { stream: begun, env: installation.env });
      await until('the outbox is empty', { signal, limitMs: TURN_MS }, async () => (await db.waiting()) === 0);
      if (pace === LONG) await stallDetection({ ...environment, api }, db);
    };
  },
};
