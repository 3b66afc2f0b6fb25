import { type CaptureNotice, type HlsDialect } from '#libs/contracts';
import { fastClock, LiveHls, type LiveSegment, madeTs } from '#libs/testkit';
import { type CapturedAd } from '../ads/ad-breaks.js';
import { BufferPool } from '../http/buffer-pool.js';
import { LOOPBACK_GUARD } from '../http/loopback-guard.fixture.js';
import { captureHls, type CaptureEnd, type CaptureSettings } from './capture-hls.js';
import { type CapturedGap, type CapturedSegment, type CaptureSink } from './capture-sink.js';
import { type Epoch } from './epoch-tracker.js';
import { HlsSource, type SourceSettings } from './hls-source.js';
import { HttpClient, type HttpClientSettings } from '../http/http-client.js';

/** The engine's clock runs ten times as fast as the server's sockets: a 2 s segment is polled every 100 ms. */
const fast = fastClock(10);

/** A sink that stores everything, and the capture that fills it. */
export class Recording implements CaptureSink {
  readonly segments: (CapturedSegment['info'] & { readonly copy: Buffer })[] = [];
  readonly gaps: CapturedGap[] = [];
  readonly epochs: Epoch[] = [];
  readonly inits: string[] = [];
  /** Completed breaks. */
  readonly ads: CapturedAd[] = [];
  /** Length of the newest break so far. */
  adMs = 0;
  readonly notices: CaptureNotice[] = [];
  readonly faults: unknown[] = [];
  private waiters: { readonly ready: () => boolean; readonly resolve: () => void }[] = [];
  private readonly stopping = new AbortController();
  end: Promise<CaptureEnd> = Promise.reject<CaptureEnd>(new TypeError('not started'));

  constructor(readonly http: HttpClient) {
    this.end.catch(() => undefined);
  }

  async begin(
    url: string,
    { renew, ...more }: Partial<CaptureSettings> & Pick<SourceSettings, 'renew'> = {},
  ): Promise<void> {
    const source = await HlsSource.open({
      url,
      ...(renew ? { renew } : {}),
      http: this.http,
      signal: this.stopping.signal,
      choose: ([first]) => {
        if (!first) throw new TypeError('none');
        return first;
      },
    });
    this.end = captureHls({
      source,
      http: this.http,
      sink: this,
      signal: this.stopping.signal,
      staleTargets: 30,
      resume: null,
      waitForFirst: false,
      clock: fast,
      onFault: (failed) => {
        this.faults.push(failed);
        this.report();
      },
      ...more,
    });
    this.end.catch(() => undefined);
  }
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.end.catch(() => undefined);
  }
  async init(section: { readonly crc: string }): Promise<void> {
    this.inits.push(section.crc);
  }
  async epoch(epoch: Epoch): Promise<void> {
    this.epochs.push(epoch);
  }
  async segment({ info, body }: CapturedSegment): Promise<void> {
    this.segments.push({ ...info, copy: Buffer.from(body.bytes) });
    body.release();
    this.report();
  }
  async gap(gap: CapturedGap): Promise<void> {
    this.gaps.push(gap);
    this.report();
  }
  async ad(ad: CapturedAd): Promise<void> {
    this.adMs = ad.durMs;
    if (ad.over) this.ads.push(ad);
    this.report();
  }
  notice(notice: CaptureNotice): void {
    this.notices.push(notice);
    this.report();
  }
  until(ready: () => boolean): Promise<void> {
    if (ready()) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiters.push({ ready, resolve });
    });
  }
  has(count: number): Promise<void> {
    return this.until(() => this.segments.length >= count);
  }
  get seqs(): number[] {
    return this.segments.map((s) => s.seq);
  }
  private report(): void {
    this.waiters = this.waiters.filter(({ ready, resolve }) => {
      if (!ready()) return true;
      resolve();
      return false;
    });
  }
}

/** A live stream and a recording of it that has not started. */
export interface CaptureFixture {
  readonly live: LiveHls;
  readonly http: HttpClient;
  readonly got: Recording;
  close(): Promise<void>;
}

export async function openCaptureFixture({
  guard = LOOPBACK_GUARD,
  ...options
}: NonNullable<Parameters<typeof LiveHls.start>[0]> &
  Partial<Pick<HttpClientSettings, 'guard'>> = {}): Promise<CaptureFixture> {
  const live = await LiveHls.start(options);
  const http = new HttpClient({ pool: new BufferPool(), guard });
  const got = new Recording(http);
  return {
    live,
    http,
    got,
    close: async () => {
      live.release();
      await got.stop();
      await http.close();
      await live.stop();
    },
  };
}

export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/**
 * Segment `n` of a stream, 2 s long.
 * @param more `at`: its time stamp, ms; by default it follows the segment before it
 */
export const ts = (n: number, more: Partial<LiveSegment> & { readonly at?: number } = {}): LiveSegment => {
  const { at = n * 2000, ...rest } = more;
  return { name: `s${n}.ts`, body: madeTs({ ptsMs: 10_000 + at, mark: n }), durMs: 2000, tags: [], ...rest };
};

/** As the Twitch provider gives it (docs/reference/twitch.md#ads). */
export const AD_DIALECT: HlsDialect = {
  ads: { classNames: ['twitch-stitched-ad'], idPrefixes: ['stitched-ad-'], titles: ['Amazon', 'Adform', 'DCM'] },
  contentTitles: ['live'],
  ignoreContentDiscontinuity: true,
};

/** Date of segment 0, whose segments last 2 s. */
export const T0 = Date.UTC(2026, 0, 1);
export const DISC = '#EXT-X-DISCONTINUITY';
export const pdt = (n: number): string => `#EXT-X-PROGRAM-DATE-TIME:${new Date(T0 + n * 2000).toISOString()}`;
/** An ad break that starts at segment `n`. */
export const stitched = (n: number, seconds: number, roll: string): string =>
  `#EXT-X-DATERANGE:ID="stitched-ad-${n}",CLASS="twitch-stitched-ad",START-DATE="${new Date(T0 + n * 2000).toISOString()}",DURATION=${seconds},X-TV-TWITCH-AD-ROLL-TYPE="${roll}"`;

/** The source's bytes under the names that `ts` gives. */
export const bodiesOf = ({ files }: LiveHls, names: readonly number[]): Buffer[] =>
  names.map((n) => files.get(`/s${n}.ts`) ?? Buffer.alloc(0));

/** A fault at the first request for a path. */
export const once = (path: string, answer: (response: Parameters<LiveHls['fault']>[1]) => void): LiveHls['fault'] => {
  let left = 1;
  return (_request, response, requests) => {
    if (requests !== path || left === 0) return false;
    left -= 1;
    answer(response);
    return true;
  };
};
