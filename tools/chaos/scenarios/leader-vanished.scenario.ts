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
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';

const SECOND_API = 'api-2';
/** Suffix of the channel that goes live while there is no leader. */
const SECOND_STREAM = 'after';
const TAKEOVER_LIMIT_MS = 60_000;
/** The API raises the notice after detection has stalled for 60 s. */
const NOTICE_LIMIT_MS = 120_000;
/**
 * 1 s segments in the playlist: enough to still hold the start of the stream when the surviving API detects it. That
 * takes 8 s after the fault, and longer on a busy machine.
 */
const WINDOW_SEGMENTS = 25;

interface Node {
  readonly nats: SilentProxy;
  readonly postgres: SilentProxy;
}

/** Adds a second API that reaches Postgres and NATS through proxies that can drop all traffic. */
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
    name: SECOND_API,
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

/** Waits until the other API leads. @returns the first leader fault in its health @throws OutsideError `wrong`: none */
async function faultOfLeader(api: ApiClient, signal: AbortSignal): Promise<string> {
  const faults: string[] = [];
  await until('the survivor leads', { signal, limitMs: TAKEOVER_LIMIT_MS }, async () => {
    const check = await api.check('api', 'leader');
    if (check?.ok === false) faults.push(check.message);
    return check?.message === 'this api is the leader';
  });
  const [first] = faults;
  if (first === undefined)
    throw new OutsideError(untranslated('wrong', 'health reported no fault while there was no leader'));
  return first;
}

/** Takes the leader lock for over a minute: a notice is raised, and resolved when detection runs again. */
async function stallDetection({ api, say, signal }: StreamEnvironment, db: LeaderDb): Promise<void> {
  const isOpen = async (): Promise<boolean> =>
    (await api.notices()).some(({ kind, resolved_at }) => kind === 'detection-stalled' && resolved_at === null);
  if (await isOpen()) throw new OutsideError(untranslated('wrong', 'the notice is open before detection stalls'));
  const began = performance.now();
  const releaseLeadership = await db.takeLeadership();
  await until('the notice that detection has stalled', { signal, limitMs: NOTICE_LIMIT_MS }, isOpen);
  say(`the notice was raised ${((performance.now() - began) / 1000).toFixed(1)} s after detection stalled`);
  await releaseLeadership();
  await until('the notice is resolved', { signal, limitMs: TAKEOVER_LIMIT_MS }, async () => !(await isOpen()));
  say('the notice is resolved');
}

export const leaderVanished: OwnInstallationScenario = {
  kind: 'own-installation',
  name: 'leader-vanished',
  about:
    'the node of the leader vanishes, its connections stay open: the other api takes over and records a new stream',
  storage: ['file'],
  window: WINDOW_SEGMENTS,
  beside: [SECOND_STREAM],
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
    installation.kill('api', 'SIGTERM', { stayDown: true });
    await until(`${SECOND_API} leads`, { signal, limitMs: TAKEOVER_LIMIT_MS }, async () =>
      node.postgres.serves((await db.holderPort()) ?? 0),
    );
    await installation.restart('api');
    const next = `${channel}-${SECOND_STREAM}`;
    const { uuid } = await api.follow(next, sim.channels.find(({ name }) => name === next)?.url ?? '');
    const firstStream = await Stream.goLive({ ...environment, api });
    reportFault(
      await recordingEvidence(firstStream, { child: SECOND_API, pid: installation.pids()[SECOND_API] ?? null }),
      say,
    );
    node.postgres.silence();
    node.nats.silence();
    installation.kill(SECOND_API, 'SIGKILL', { stayDown: true });
    const faultAt = performance.now();
    const seconds = (): string => ((performance.now() - faultAt) / 1000).toFixed(1);
    sim.act(next, { do: 'start' });
    const reported = faultOfLeader(api, signal).then((fault) => {
      say(`the survivor leads ${seconds()} s after the fault; before, its health said: ${fault}`);
    });
    reported.catch(() => undefined); // waited for below
    const secondStream = Stream.of({ ...environment, api, channel: next }, uuid);
    await secondStream.waitUntilWritten();
    say(`the stream that began at the fault is written ${seconds()} s later`);
    await reported;
    await secondStream.waitForSegments(pace.after);
    firstStream.end();
    secondStream.end();
    return async () => {
      await concludeStream({ ...environment, api }, { stream: firstStream, env: installation.env });
      await concludeStream({ ...environment, api, channel: next }, { stream: secondStream, env: installation.env });
      await until(
        'the outbox is empty',
        { signal, limitMs: TAKEOVER_LIMIT_MS },
        async () => (await db.outboxLength()) === 0,
      );
      if (pace === LONG) await stallDetection({ ...environment, api }, db);
    };
  },
};
