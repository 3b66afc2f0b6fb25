import { join } from 'node:path';
import { OutsideError } from '#libs/errors';
import { startHouse, type House } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { repositoryRoot } from '../../supervisor/root.js';
import type { OwnHouseScenario } from '../scenario.js';
import { HouseApi } from '../stage/house-api.js';
import { LeaderDb } from '../stage/leader-db.js';
import { SilentProxy } from '../stage/silent-proxy.js';
import { CHAOS_SETTINGS, LONG, type Stage } from '../stage/stage.js';
import { recordingEvidence, tellStrike } from '../stage/strike.js';
import { Stream, type StreamStage } from '../stage/stream.js';
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
async function addNode(house: House, { cleaning }: Stage): Promise<Node> {
  const through = async (url: string): Promise<readonly [SilentProxy, string]> => {
    const address = new URL(url);
    const proxy = await SilentProxy.start(Number(address.port));
    cleaning.defer(() => proxy.close());
    address.port = String(proxy.port);
    return [proxy, address.href];
  };
  const [postgres, pgUrl] = await through(house.env['VODKEEP_PG_URL'] ?? '');
  const [nats, natsUrl] = await through(house.env['VODKEEP_NATS_URL'] ?? '');
  await house.add({
    name: SECOND,
    title: 'second api',
    file: join(repositoryRoot(), 'dist/apps/api/src/main.js'),
    env: {
      VODKEEP_NODE: 'vanishing',
      VODKEEP_DATA: house.dataDir,
      VODKEEP_PG_URL: pgUrl,
      VODKEEP_NATS_URL: natsUrl.replace(/\/$/, ''),
      VODKEEP_KEYRING_FILE: join(house.dataDir, 'secret.key'),
      VODKEEP_HOST: '127.0.0.1',
      VODKEEP_PORT: String(await freePort()),
      VODKEEP_WEB_DIR: join(repositoryRoot(), 'dist/web'),
    },
  });
  return { nats, postgres };
}

/** What the survivor's health says of the leader until all is well again. @throws OutsideError `wrong` - no fault */
async function faultOfLeader(api: HouseApi, signal: AbortSignal): Promise<string> {
  const faults: string[] = [];
  await until('the survivor leads', { signal, limitMs: TURN_MS }, async () => {
    const check = await api.check('api', 'leader');
    if (check?.ok === false) faults.push(check.message);
    return check?.message === 'this api is the leader';
  });
  const [first] = faults;
  if (first === undefined) throw new OutsideError('wrong', 'health said that all was well while no api led');
  return first;
}

/** No api leads for more than a minute: the notice comes, and goes when detection runs again. */
async function stallDetection({ api, say, signal }: StreamStage, db: LeaderDb): Promise<void> {
  const isOpen = async (): Promise<boolean> =>
    (await api.notices()).some(({ kind, resolved_at }) => kind === 'detection-stalled' && resolved_at === null);
  if (await isOpen()) throw new OutsideError('wrong', 'there is a notice before detection stands still');
  const began = performance.now();
  const giveBack = await db.takeLeadership();
  await until('the notice that detection stands still', { signal, limitMs: NOTICE_MS }, isOpen);
  say(`the notice came ${((performance.now() - began) / 1000).toFixed(1)} s after detection stood still`);
  await giveBack();
  await until('the notice is resolved', { signal, limitMs: TURN_MS }, async () => !(await isOpen()));
  say('the notice is resolved');
}

export const leaderVanished: OwnHouseScenario = {
  kind: 'own-house',
  name: 'leader-vanished',
  about:
    'the node of the leading api vanishes, its connections stay open: the other api leads, and records a stream that begins meanwhile',
  storage: ['file'],
  window: WINDOW,
  beside: [AFTER],
  strike: async (stage) => {
    const { dir, pace, say, signal, cleaning, sim, channel } = stage;
    const house = await startHouse({
      dataDir: join(dir, 'data'),
      port: await freePort(),
      host: '127.0.0.1',
      storage: 'file',
      recorders: 2,
      signal,
    });
    cleaning.defer(() => house.stop());
    const api = new HouseApi(house.url);
    await api.change(CHAOS_SETTINGS);
    const db = await LeaderDb.open(house.env['VODKEEP_PG_URL'] ?? '');
    cleaning.defer(() => db.close());
    const node = await addNode(house, stage);
    await house.restart('api');
    await until(`${SECOND} leads`, { signal, limitMs: TURN_MS }, async () =>
      node.postgres.serves((await db.holderPort()) ?? 0),
    );
    const next = `${channel}-${AFTER}`;
    const { uuid } = await api.follow(next, sim.channels.find(({ name }) => name === next)?.url ?? '');
    const running = await Stream.goLive({ ...stage, api });
    tellStrike(await recordingEvidence(running, { child: SECOND, pid: house.pids()[SECOND] ?? null }), say);
    node.postgres.silence();
    node.nats.silence();
    house.kill(SECOND, 'SIGKILL', { stayDown: true });
    const struck = performance.now();
    const seconds = (): string => ((performance.now() - struck) / 1000).toFixed(1);
    sim.act(next, { do: 'start' });
    const told = faultOfLeader(api, signal).then((fault) => {
      say(`the survivor leads ${seconds()} s after the strike; before, its health said: ${fault}`);
    });
    told.catch(() => undefined); // waited for below
    const begun = Stream.of({ ...stage, api, channel: next }, uuid);
    await begun.isWritten();
    say(`the stream that began at the strike is written ${seconds()} s later`);
    await told;
    await begun.offers(pace.after);
    running.end();
    begun.end();
    return async () => {
      await concludeStream({ ...stage, api }, { stream: running, env: house.env });
      await concludeStream({ ...stage, api, channel: next }, { stream: begun, env: house.env });
      await until('the outbox is empty', { signal, limitMs: TURN_MS }, async () => (await db.waiting()) === 0);
      if (pace === LONG) await stallDetection({ ...stage, api }, db);
    };
  },
};
