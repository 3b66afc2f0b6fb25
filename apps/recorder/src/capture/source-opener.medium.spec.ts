import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Assignment, type SegmentFacts } from '#libs/contracts';
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
import { allFrames } from '../../../../tools/provider-sim/frames/index.js';
import { SMALL_MEDIA } from '../../../../tools/provider-sim/media/media-spec.js';
import { smallChannel } from '../../../../tools/provider-sim/scenarios/small-channel.js';
import { startSim, type Sim } from '../../../../tools/provider-sim/start-sim.js';
import { openSource, type OpenedSource } from './source-opener.js';
import { SourceSecrets } from './source-secrets.js';

const SLOW_MS = 120_000;
const CHANNEL = 'salty';
/** The simulated broadcast begins again after so many frames. */
const SOURCE_FRAMES = 480;

/** Keeps the media of a capture. */
class Kept implements CaptureSink {
  readonly segments: (SegmentFacts & { readonly copy: Buffer })[] = [];
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
  async segment({ facts, body }: CapturedSegment): Promise<void> {
    this.segments.push({ ...facts, copy: Buffer.from(body.bytes) });
    body.release();
    return this.look();
  }
  async gap(gap: CapturedGap): Promise<void> {
    this.gaps.push(gap);
    return this.look();
  }
  async ad(ad: CapturedAd): Promise<void> {
    if (ad.over) this.ads.push(ad);
    return this.look();
  }
  failed(): void {
    this.faults += 1;
    void this.look();
  }
  until(ready: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ ready, resolve });
      void this.look();
    });
  }
  private async look(): Promise<void> {
    this.waiting = this.waiting.filter(({ ready, resolve }) => {
      if (!ready()) return true;
      resolve();
      return false;
    });
    return Promise.resolve();
  }
}

/** The whole way of a recorder to a simulated site: token, master, list, media. */
describe('a channel of a site with sessions', () => {
  let sim: Sim;
  let opened: OpenedSource;
  let got: Kept;
  let end: Promise<CaptureEnd>;
  const dir = tempDir('open-source');
  const stop = { now: new AbortController() };

  async function begin(site: {
    readonly prerollS?: number;
    readonly tokenLifeS?: number;
    readonly playback?: {
      readonly adContainer?: 'ts' | 'fmp4';
      readonly adRangeTailMs?: number;
      readonly adTitle?: string;
    };
  }): Promise<void> {
    sim = await startSim({
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
    opened = await openSource(assignment, {
      pool: new BufferPool(),
      secrets: new SourceSecrets(null),
      providers,
      signal: stop.now.signal,
    });
    const { source, http, dialect } = opened;
    end = captureHls({
      source,
      http,
      dialect,
      sink: got,
      signal: stop.now.signal,
      staleTargets: 3,
      resume: null,
      waitForFirst: false,
      onFault: () => {
        got.failed();
      },
    });
    end.catch(() => undefined);
  }
  /** Numbers of the frames that were stored, in order; null for one that has none. */
  async function frames(): Promise<(number | null)[]> {
    const file = path.join(dir.path, 'all.ts');
    await writeFile(file, Buffer.concat(got.segments.map((s) => s.copy)));
    return (await allFrames(file)).map(({ number }) => number);
  }
  /** How many frames were left out between each two that do not follow on each other. */
  const holes = (numbers: readonly (number | null)[]): number[] =>
    numbers
      .slice(1)
      .map((n, i) => ((n ?? -1) - (numbers[i] ?? -1) - 1 + SOURCE_FRAMES) % SOURCE_FRAMES)
      .filter((n) => n !== 0);

  beforeEach(() => {
    [got, stop.now] = [new Kept(), new AbortController()];
  });
  afterEach(async () => {
    stop.now.abort();
    await end.catch(() => undefined);
    await opened.http.close();
    await sim.stop();
  });

  it(
    'P20 P21 stores every frame of the broadcast once and none of a preroll and a midroll, in another container and with a rounded range',
    async () => {
      await begin({ prerollS: 5, playback: { adContainer: 'fmp4', adRangeTailMs: 900 } });
      await got.until(() => got.segments.length >= 4);
      sim.act(CHANNEL, { do: 'ad', seconds: 5 });
      await got.until(() => got.ads.length === 2);
      const before = got.segments.length;
      await got.until(() => got.segments.length >= before + 2);
      sim.act(CHANNEL, { do: 'end', how: 'endlist' });
      expect((await end).cause).toBe('endlist');
      const numbers = await frames();
      expect(numbers.every((n) => n !== null && n < SOURCE_FRAMES)).toBe(true);
      expect([numbers.length, holes(numbers).length, got.gaps]).toEqual([got.segments.length * 60, 1, []]);
      expect(got.ads.map(({ roll }) => roll)).toEqual(['preroll', 'midroll']);
      // What the midroll took is what is told: the site replaces whole segments.
      expect(Math.abs((got.ads[1]?.durMs ?? 0) - ((holes(numbers)[0] ?? 0) * 1000) / 30)).toBeLessThan(100);
      const [first, second] = got.epochs;
      const pdtOf = (epoch: number): number | null | undefined => got.segments.find((s) => s.epoch === epoch)?.pdtMs;
      expect([got.epochs.length, first?.startAt, second?.startAt]).toEqual([2, pdtOf(0), pdtOf(1)]);
    },
    SLOW_MS,
  );

  it(
    'P10 loses and doubles nothing when its token ends twice',
    async () => {
      await begin({ tokenLifeS: 7 });
      const refused = (): number =>
        sim.log().channels[CHANNEL]?.requests.filter(({ kind, status }) => kind === 'playlist' && status === 403)
          .length ?? 0;
      await got.until(() => refused() >= 2);
      const before = got.segments.length;
      await got.until(() => got.segments.length >= before + 2);
      sim.act(CHANNEL, { do: 'end', how: 'endlist' });
      await end;
      const numbers = await frames();
      expect([numbers.length, holes(numbers), got.gaps, got.ads]).toEqual([got.segments.length * 60, [], [], []]);
      // Without ads its sessions count alike: it is one run of media.
      expect(got.epochs.map(({ cause }) => cause)).toEqual(['start']);
    },
    SLOW_MS,
  );

  it(
    'P10 says that it did not see the end of a stream that ends with its token, and makes up no gap',
    async () => {
      await begin({ tokenLifeS: 7 });
      sim.act(CHANNEL, { do: 'trouble', on: 'usher', mode: '404' });
      const made = (): number => sim.log().channels[CHANNEL]?.segments.length ?? 0;
      await got.until(() => got.faults > 0 && made() > got.segments.length);
      sim.act(CHANNEL, { do: 'end', how: 'endlist' });
      expect((await end).cause).toBe('unreadable');
      const numbers = await frames();
      expect([numbers.length, holes(numbers), got.gaps]).toEqual([got.segments.length * 60, [], []]);
      expect(got.segments.length).toBeLessThan(made());
    },
    SLOW_MS,
  );
});
