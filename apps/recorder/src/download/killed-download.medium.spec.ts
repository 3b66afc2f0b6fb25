import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { objectKeys, type videoDownloadJob } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { type JobCommand } from '#libs/service-kit';
import { ulid } from 'ulid';
import { checkRecording } from '../../../../tools/provider-sim/frames/index.js';
import { smallChannel, SMALL_MEDIA } from '../../../../tools/provider-sim/index.js';
import { Deliveries } from '../../test/deliveries.fixture.js';
import { readStoredPart } from './stored-part.js';

jest.setTimeout(120_000);

type Command = JobCommand<typeof videoDownloadJob>;

const ID = '2700000001';
const SITE = 'twitch';
/**
 * A process that does one delivery of a command, as the recorder does: the bus is what it prints. It dies by its own
 * hand once so many segments are stored: from outside, a quick machine would be done first.
 */
const DELIVERY = `import 'reflect-metadata';
import { openStorage } from '#libs/storage';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { Log, WorkerJobRunner } from '#libs/service-kit';
import { SourceSecrets } from './apps/recorder/src/capture/source-secrets.js';
import { VideoDownloadHandler } from './apps/recorder/src/download/video-download.handler.js';
const [root, sites, command, killAt] = process.argv.slice(2);
const bus = { publish: async (def) => { console.log(def.name); return { outcome: 'stored' }; }, pulse: () => {}, onPulse: () => () => {} };
const identity = { name: 'n/0', node: 'n', pid: process.pid, slots: 1 };
const log = new Log({ service: 'recorder', node: 'n', pid: process.pid }, 'child', () => {});
const storage = await openStorage({ kind: 'file', rootDir: root, sync: 'off' });
const put = storage.put.bind(storage);
let stored = 0;
storage.put = async (key, ...rest) => {
  const done = await put(key, ...rest);
  if (key.includes('/s/') && String(++stored) === killAt) process.kill(process.pid, 'SIGKILL');
  return done;
};
const providers = new Providers({ sites: new SiteAddresses(sites), account: () => NO_ACCOUNT });
const videos = new VideoDownloadHandler(new WorkerJobRunner({ bus, storage, worker: identity, log }), new SourceSecrets(null), providers, storage, identity, log);
await videos.run(JSON.parse(command), { attempt: 1, signal: new AbortController().signal, progress: () => {} });
await storage.close();
`;

let all: Deliveries;
beforeAll(async () => {
  const channel = smallChannel('salty', {
    segmentS: 1,
    prefill: 4,
    renditions: [{ name: 'source', media: { ...SMALL_MEDIA, seconds: 32, label: 'PAST' } }],
    twitch: {
      userId: '7001',
      displayName: 'Salty',
      title: 'Boats',
      category: 'Chess',
      past: { videos: [{ id: ID, title: 'Long', agoS: 90_000, seconds: 400 }] },
    },
  });
  all = await Deliveries.open({ name: 'killed-download', channel, program: DELIVERY });
}, 120_000);
afterAll(() => all.close());

const storedSegments = ({ input: { vodUuid, partId } }: Command): Promise<number> =>
  all.count(objectKeys.segments(vodUuid, partId));

const numberOf = (path: string): number => Number(/(\d+)(?:-muted)?\.ts/.exec(path)?.[1]);
/** How often each segment was asked of the site so far, in the video's order: several are fetched at once. */
const requestsToSite = (): number[] =>
  [
    ...Map.groupBy(
      all.sim.log().sites.filter(({ path }) => path.includes('.ts')),
      ({ path }) => numberOf(path),
    ),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([, calls]) => calls.length);

/** @param killAt so many segments that it stored itself; null: it may end by itself */
async function deliver(command: Command, killAt: number | null): Promise<string> {
  const { gone, output } = all.deliver(command, String(killAt));
  await gone;
  return output();
}

it('a download whose recorder is killed twice in the middle has every frame once, and fetches nothing again that was stored', async () => {
  const video = await new Providers({ sites: new SiteAddresses(all.sites), account: () => NO_ACCOUNT })
    .of(SITE)
    .videoArchive?.video(ID, AbortSignal.timeout(10_000));
  const [vodUuid, partId] = [randomUUID(), ulid()];
  const command: Command = {
    jobName: `download_vod_${ID}`,
    attempt: ulid(),
    input: {
      vodUuid,
      partId,
      place: 'parts',
      providerKind: SITE,
      videoId: ID,
      startedAt: video?.createdAt.getTime() ?? 0,
      fromMs: 0,
      toMs: null,
      qualities: ['source'],
      nearestBelow: false,
      channelUuid: randomUUID(),
      sealedHeaders: null,
    },
  };
  const kills: { readonly stored: number; readonly requested: readonly number[] }[] = [];
  for (const killAt of [5, 5]) {
    expect(await deliver(command, killAt)).not.toContain('job-done');
    const stored = await storedSegments(command);
    expect(stored).toBeLessThan(40);
    kills.push({ stored, requested: requestsToSite().slice(0, stored) });
  }
  expect(await deliver(command, null)).toContain('job-done');
  for (const { stored, requested } of kills) expect(requestsToSite().slice(0, stored)).toEqual(requested);
  const { info } = await readStoredPart(all.storage, vodUuid, partId);
  const { runs, gaps } = buildTimeline([info]);
  expect([gaps, info.end?.cause, info.end?.segments]).toEqual([[], 'endlist', 40]);
  const file = all.path('whole.ts');
  await writeFile(
    file,
    Buffer.concat(
      await Promise.all(
        runs.flatMap((run) => run.segments).map((name) => all.storage.read(objectKeys.segment(vodUuid, partId, name))),
      ),
    ),
  );
  const { frames } = await checkRecording([file], all.sim.videoLog(ID) ?? { segments: [], fps: 30, sourceFrames: 0 }, {
    endToleranceMs: 120,
  });
  expect(frames).toMatchObject({ ok: true, lost: [], doubled: [] });
});
