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
let deliveries: Deliveries;
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
  deliveries = await Deliveries.open({
    name: 'killed-download',
    channel,
    program: 'apps/recorder/test/video-delivery.fixture.ts',
  });
}, 120_000);
afterAll(() => deliveries.close());

const storedSegments = ({ input: { vodUuid, partId } }: Command): Promise<number> =>
  deliveries.count(objectKeys.segments(vodUuid, partId));

const numberOf = (path: string): number => Number(/(\d+)(?:-muted)?\.ts/.exec(path)?.[1]);
/** Number of requests to the site for each segment so far, in the order of the video: a recorder fetches several at once. */
const requestsToSite = (): number[] =>
  [
    ...Map.groupBy(
      deliveries.sim.log().sites.filter(({ path }) => path.includes('.ts')),
      ({ path }) => numberOf(path),
    ),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([, calls]) => calls.length);

/**
 * Delivers a command to a new process.
 * @param killAfter number of segments that it stores before it is killed; null: it is not killed
 * @returns its output
 */
async function deliver(command: Command, killAfter: number | null): Promise<string> {
  const { gone, output } = deliveries.deliver(command, killAfter === null ? '' : String(killAfter));
  await gone;
  return output();
}

it('a video download continues after two kills of its recorder: it has each frame once, and fetches no stored segment again', async () => {
  const video = await new Providers({ sites: new SiteAddresses(deliveries.sites), account: () => NO_ACCOUNT })
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
  for (const killAfter of [5, 5]) {
    expect(await deliver(command, killAfter)).not.toContain('job-done');
    const stored = await storedSegments(command);
    expect(stored).toBeLessThan(40);
    kills.push({ stored, requested: requestsToSite().slice(0, stored) });
  }
  expect(await deliver(command, null)).toContain('job-done');
  for (const { stored, requested } of kills) expect(requestsToSite().slice(0, stored)).toEqual(requested);
  const { info } = await readStoredPart(deliveries.storage, vodUuid, partId);
  const { runs, gaps } = buildTimeline([info]);
  expect([gaps, info.end?.cause, info.end?.segments]).toEqual([[], 'endlist', 40]);
  const file = deliveries.path('whole.ts');
  await writeFile(
    file,
    Buffer.concat(
      await Promise.all(
        runs
          .flatMap((run) => run.segments)
          .map((name) => deliveries.storage.read(objectKeys.segment(vodUuid, partId, name))),
      ),
    ),
  );
  const { frames } = await checkRecording(
    [file],
    deliveries.sim.videoLog(ID) ?? { segments: [], fps: 30, sourceFrames: 0 },
    {
      endToleranceMs: 120,
    },
  );
  expect(frames).toMatchObject({ ok: true, lost: [], doubled: [] });
});
