import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, jest } from '@jest/globals';
import { type Assignment, type SegmentInfo } from '#libs/contracts';
import {
  BufferPool,
  captureHls,
  type CapturedAd,
  type CapturedGap,
  type CapturedSegment,
  type CaptureEnd,
  type CaptureSink,
  type Epoch,
} from '#libs/media';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { tempDir } from '#libs/testkit';
import { concurrentCases } from '../../../../tools/jest/concurrent-cases.js';
import { allFrames } from '../../../../tools/provider-sim/frames/index.js';
import { SMALL_MEDIA } from '../../../../tools/provider-sim/media/media-spec.js';
import { smallChannel } from '../../../../tools/provider-sim/scenarios/small-channel.js';
import { startSim, type Sim } from '../../../../tools/provider-sim/start-sim.js';
import { openSource } from './source-opener.js';
import { SourceSecrets } from './source-secrets.js';

jest.setTimeout(120_000);

const CHANNEL = 'salty';
/** Number of frames after which the simulated broadcast starts again. */
const SOURCE_FRAMES = 480;

/** Keeps the media of a capture. */
class MemorySink implements CaptureSink {
  readonly segments: (SegmentInfo & { readonly copy: Buffer })[] = [];
  readonly gaps: CapturedGap[] = [];
  readonly ads: CapturedAd[] = [];
  readonly epochs: Epoch[] = [];
  faults = 0;
  private waiting: { readonly ready: () => boolean; readonly resolve: () => void }[] = [];
  async init(): Promise<void> {
    return Promise.resolve();
  }
  async epoch(epoch: Epoch): Promise<void> {
    this.epochs.push(epoch);
    return Promise.resolve();
  }
  async segment({ info, body }: CapturedSegment): Promise<void> {
    this.segments.push({ ...info, copy: Buffer.from(body.bytes) });
    body.release();
    return this.receive();
  }
  async gap(gap: CapturedGap): Promise<void> {
    this.gaps.push(gap);
    return this.receive();
  }
  async ad(ad: CapturedAd): Promise<void> {
    if (ad.over) this.ads.push(ad);
    return this.receive();
  }
  notice(): void {
    // These sources have nothing odd.
  }
  failed(): void {
    this.faults += 1;
    void this.receive();
  }
  until(ready: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ ready, resolve });
      void this.receive();
    });
  }
  private async receive(): Promise<void> {
    this.waiting = this.waiting.filter(({ ready, resolve }) => {
      if (!ready()) return true;
      resolve();
      return false;
    });
    return Promise.resolve();
  }
}

interface Site {
  readonly prerollS?: number;
  readonly tokenLifeS?: number;
  readonly playback?: {
    readonly adContainer?: 'ts' | 'fmp4';
    readonly adRangeTailMs?: number;
    readonly adTitle?: string;
  };
}

const startSite = (site: Site): Promise<Sim> =>
  startSim({
    scenario: {
      name: 'spec',
      about: '',
      steps: [],
      channels: [
        smallChannel(CHANNEL, {
          window: 15,
          prefill: 4,
          renditions: [{ name: 'source', media: { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' } }],
          twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', ...site },
        }),
      ],
    },
  });

/** A capture that runs, of a site of its own. */
interface Capture {
  readonly sim: Sim;
  readonly got: MemorySink;
  readonly end: Promise<CaptureEnd>;
  /** Numbers of the frames that were stored, in order; null for one that has none. */
  readonly frames: () => Promise<(number | null)[]>;
}

/** Runs a test with a capture; ends all of it with the test. */
async function capturing(site: Site, testCase: (capture: Capture) => Promise<void>): Promise<void> {
  const cleaning = new AsyncDisposableStack();
  try {
    const [got, stop, dir] = [new MemorySink(), new AbortController(), tempDir('open-source')];
    cleaning.defer(() => {
      dir.remove();
    });
    const sim = await startSite(site);
    cleaning.defer(() => sim.stop());
    sim.act(CHANNEL, { do: 'start' });
    const providers = new Providers({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: () => NO_ACCOUNT });
    const kind = providers.all().find(({ chat }) => chat !== null)?.kind ?? '';
    const assignment: Assignment = {
      vodUuid: randomUUID(),
      channelUuid: randomUUID(),
      channelName: CHANNEL,
      providerKind: kind,
      sourceId: '7001',
      login: CHANNEL,
      sourceUrl: `https://www.twitch.tv/${CHANNEL}`,
      sealedHeaders: null,
      qualities: ['best'],
      nearestBelow: false,
      priority: 50,
      staleTargets: 3,
      createdAt: new Date().toISOString(),
    };
    const { source, http, dialect } = await openSource(assignment, {
      pool: new BufferPool(),
      secrets: new SourceSecrets(null),
      providers,
      signal: stop.signal,
    });
    cleaning.defer(() => http.close());
    const end = captureHls({
      source,
      http,
      dialect,
      sink: got,
      signal: stop.signal,
      staleTargets: 3,
      resume: null,
      waitForFirst: false,
      onFault: () => {
        got.failed();
      },
    });
    cleaning.defer(async () => {
      stop.abort();
      await end.catch(() => undefined);
    });
    end.catch(() => undefined);
    const frames = async (): Promise<(number | null)[]> => {
      const file = path.join(dir.path, 'all.ts');
      await writeFile(file, Buffer.concat(got.segments.map((s) => s.copy)));
      return (await allFrames(file)).map(({ number }) => number);
    };
    await testCase({ sim, got, end, frames });
  } finally {
    await cleaning.disposeAsync();
  }
}

/** How many frames were left out between each two that do not follow on each other. */
const gapsIn = (numbers: readonly (number | null)[]): number[] =>
  numbers
    .slice(1)
    .map((n, i) => ((n ?? -1) - (numbers[i] ?? -1) - 1 + SOURCE_FRAMES) % SOURCE_FRAMES)
    .filter((n) => n !== 0);

/** The whole way of a recorder to a simulated site: token, master, list, media. */
describe('a channel of a site with sessions', () => {
  // The media are encoded once, before the cases ask for them all at once.
  beforeAll(async () => {
    await (await startSite({})).stop();
  });
  const captures = concurrentCases();

  captures.it(
    'P20 P21 stores every frame of the broadcast once and none of a preroll and a midroll, in another container and with a rounded range',
    () =>
      capturing(
        { prerollS: 5, playback: { adContainer: 'fmp4', adRangeTailMs: 900 } },
        async ({ sim, got, end, frames }) => {
          await got.until(() => got.segments.length >= 4);
          sim.act(CHANNEL, { do: 'ad', seconds: 5 });
          await got.until(() => got.ads.length === 2);
          const before = got.segments.length;
          await got.until(() => got.segments.length >= before + 2);
          sim.act(CHANNEL, { do: 'end', how: 'endlist' });
          expect((await end).cause).toBe('endlist');
          const numbers = await frames();
          expect(numbers.every((n) => n !== null && n < SOURCE_FRAMES)).toBe(true);
          expect([numbers.length, gapsIn(numbers).length, got.gaps]).toEqual([got.segments.length * 60, 1, []]);
          expect(got.ads.map(({ roll }) => roll)).toEqual(['preroll', 'midroll']);
          // What the midroll took is what is reported: the site replaces whole segments.
          expect(Math.abs((got.ads[1]?.durMs ?? 0) - ((gapsIn(numbers)[0] ?? 0) * 1000) / 30)).toBeLessThan(100);
          const [first, second] = got.epochs;
          const pdtOf = (epoch: number): number | null | undefined =>
            got.segments.find((s) => s.epoch === epoch)?.pdtMs;
          expect([got.epochs.length, first?.startAt, second?.startAt]).toEqual([2, pdtOf(0), pdtOf(1)]);
        },
      ),
  );

  captures.it('P10 loses and doubles nothing when its token ends twice', () =>
    capturing({ tokenLifeS: 7 }, async ({ sim, got, end, frames }) => {
      const refused = (): number =>
        sim.log().channels[CHANNEL]?.requests.filter(({ kind, status }) => kind === 'playlist' && status === 403)
          .length ?? 0;
      await got.until(() => refused() >= 2);
      const before = got.segments.length;
      await got.until(() => got.segments.length >= before + 2);
      sim.act(CHANNEL, { do: 'end', how: 'endlist' });
      await end;
      const numbers = await frames();
      expect([numbers.length, gapsIn(numbers), got.gaps, got.ads]).toEqual([got.segments.length * 60, [], [], []]);
      // Without ads its sessions count alike: it is one run of media.
      expect(got.epochs.map(({ cause }) => cause)).toEqual(['start']);
    }),
  );

  captures.it('P10 says that it did not see the end of a stream that ends with its token, and makes up no gap', () =>
    capturing({ tokenLifeS: 7 }, async ({ sim, got, end, frames }) => {
      sim.act(CHANNEL, { do: 'site-fault', on: 'usher', mode: '404' });
      const made = (): number => sim.log().channels[CHANNEL]?.segments.length ?? 0;
      await got.until(() => got.faults > 0 && made() > got.segments.length);
      sim.act(CHANNEL, { do: 'end', how: 'endlist' });
      expect((await end).cause).toBe('unreadable');
      const numbers = await frames();
      expect([numbers.length, gapsIn(numbers), got.gaps]).toEqual([got.segments.length * 60, [], []]);
      expect(got.segments.length).toBeLessThan(made());
    }),
  );
});
