import { join } from 'node:path';
import { connectBus, type Bus } from '#libs/bus';
import type { Notice } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { signalQuietly } from '../../supervisor/pid-files.js';
import { ApiClient, childOf } from '../environment/api-client.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream, type StreamEnvironment } from '../environment/stream.js';
import { CHAOS_SETTINGS } from '../environment/test-environment.js';
import type { OwnInstallationScenario } from '../scenario.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';
import { segmentsRemovedBetween } from '../verdict/judge.js';

const HEALTHY = ['a', 'b', 'c'];
/** Number of 1 s segments in the playlists. The recorders of the healthy streams die twice, and start again. */
const WINDOW_SEGMENTS = 30;
const LIMIT_MS = 90_000;

const COMMON_RECORDER = 'recorder-0';

async function openBus({ env }: Installation): Promise<Bus> {
  return connectBus({
    servers: env['VODKEEP_NATS_URL'] ?? '',
    token: env['VODKEEP_NATS_TOKEN'] ?? null,
    name: 'chaos',
  });
}

/** Kills each process that takes the lease of this VOD, in the moment in which it takes it. @returns the killed ones */
async function killHolders(bus: Bus, vodUuid: string): Promise<ReadonlySet<number>> {
  const killed = new Set<number>();
  await bus.leases.watch((change) => {
    if (change.type !== 'put' || change.key !== vodUuid || killed.has(change.value.pid)) return;
    killed.add(change.value.pid);
    signalQuietly(change.value.pid, 'SIGKILL');
  });
  return killed;
}

const isAbout =
  (vodUuid: string) =>
  ({ kind, vod_uuid: vod }: Notice): boolean =>
    kind === 'could-not-record' && vod === vodUuid;

/** Waits until the common recorder writes these streams again. */
async function returned(streams: readonly Stream[], signal: AbortSignal): Promise<void> {
  for (const stream of streams)
    await until(`${COMMON_RECORDER} has the healthy streams again`, { signal, limitMs: LIMIT_MS }, async () => {
      const live = (await stream.vod())?.live;
      return live?.state === 'writing' && childOf(live.recorder) === COMMON_RECORDER;
    });
}

export const recordingKills: OwnInstallationScenario = {
  kind: 'own-installation',
  name: 'recording-kills',
  about: 'each process that records one stream is killed: only that stream is set aside, and three others lose nothing',
  storage: ['file'],
  isLong: true,
  window: WINDOW_SEGMENTS,
  beside: HEALTHY,
  injectFault: async (environment) => {
    const { dir, pace, say, signal, cleaning, channel } = environment;
    const installation = await startInstallation({
      dataDir: join(dir, 'data'),
      port: await freePort(),
      host: '127.0.0.1',
      signal,
    });
    cleaning.defer(() => installation.stop());
    const api = new ApiClient(installation.url);
    await api.change(CHAOS_SETTINGS);
    const bus = await openBus(installation);
    cleaning.defer(() => bus.close());
    const on = (name: string): StreamEnvironment => ({ ...environment, api, channel: name });
    const [culprit, ...healthy] = await Promise.all(
      [channel, ...HEALTHY.map((suffix) => `${channel}-${suffix}`)].map((name) => Stream.goLive(on(name))),
    );
    if (culprit === undefined) throw new OutsideError(untranslated('wrong', 'there is no stream'));
    const evidence = await recordingEvidence(culprit, {
      child: COMMON_RECORDER,
      pid: installation.pids()[COMMON_RECORDER] ?? null,
    });
    const vodUuid = evidence.vod.uuid;
    reportFault(evidence, say);
    const faulty = { at: Date.now(), since: performance.now() };
    const seconds = (): string => ((performance.now() - faulty.since) / 1000).toFixed(1);
    const killed = await killHolders(bus, vodUuid);
    await until(
      'the stream is set aside',
      { signal, limitMs: LIMIT_MS },
      async () => (await bus.assignments.get(vodUuid)) === null,
    );
    const setAsideAt = Date.now();
    say(`set aside ${seconds()} s after the fault, ${String(killed.size)} processes died with it`);
    const notice = await until(
      'the notice',
      { signal, limitMs: LIMIT_MS },
      async () => (await api.notices()).find(isAbout(vodUuid)) ?? null,
    );
    say(`the notice, ${seconds()} s after the fault: ${notice.title}. ${notice.text}`);
    await returned(healthy, signal);
    say(`the others are in ${COMMON_RECORDER} again ${seconds()} s after the fault`);
    await healthy[0]?.waitForSegments(pace.after);
    for (const stream of [culprit, ...healthy]) stream.end();
    return async () => {
      for (const [n, stream] of healthy.entries())
        await concludeStream(on(`${channel}-${HEALTHY[n] ?? ''}`), {
          stream,
          env: installation.env,
          excused: segmentsRemovedBetween(stream.log, faulty.at, setAsideAt),
        });
      const others = (await api.notices()).filter(
        ({ kind, vod_uuid: vod }) => kind === 'could-not-record' && vod !== vodUuid,
      );
      if (others.length > 0) throw new OutsideError(untranslated('wrong', `also a notice: ${others[0]?.title ?? ''}`));
      if (killed.size > 4) throw new OutsideError(untranslated('wrong', `${String(killed.size)} processes died`));
    };
  },
};
