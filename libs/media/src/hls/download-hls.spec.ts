import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { madeTs } from '#libs/testkit';
import { type CaptureSink, type CapturedGap } from './capture-sink.js';
import { downloadHls, type DownloadSettings } from './download-hls.js';
import { HttpError, type HttpAnswer, type HttpPort } from '../http/http-port.js';
import { fallbackAddresses } from '../http/fallback-addresses.js';
import { type Epoch } from './epoch-tracker.js';

const T0 = Date.parse('2026-01-01T00:00:00Z');
const SEGMENT_MS = 10_000;

/** A kept video in memory: segments of 10 s whose names are their numbers. Time passes only while something waits. */
class Video implements CaptureSink {
  readonly requests: string[] = [];
  readonly stored: {
    readonly seq: number;
    readonly at: number | null;
    readonly pts: number;
    readonly epoch: number;
  }[] = [];
  readonly epochs: Epoch[] = [];
  readonly gaps: CapturedGap[] = [];
  names: string[];
  ended = true;
  type = 'EVENT';
  onSleep = (): void => undefined;
  onStored = (_seq: number): void => undefined;
  answer = (name: string): Buffer | number =>
    this.names.includes(name)
      ? madeTs({ ptsMs: 5000 + Number.parseInt(name, 10) * SEGMENT_MS, mark: Number.parseInt(name, 10) })
      : 404;
  private at = 0;

  constructor(count: number) {
    this.names = Array.from({ length: count }, (_, n) => `${n}.ts`);
  }

  readonly http: HttpPort = {
    get: ({ url, signal }) => {
      signal.throwIfAborted();
      const name = url.slice(url.lastIndexOf('/') + 1);
      this.requests.push(name);
      if (name === 'list.m3u8') return Promise.resolve(answered(Buffer.from(this.list()), url));
      const given = this.answer(name);
      return typeof given === 'number'
        ? Promise.reject(
            new HttpError(
              given === 0 ? message('error.http-away.closed') : message('error.http-status', { status: given }),
              given,
            ),
          )
        : Promise.resolve(answered(given, url, this.lend()));
    },
    close: () => Promise.resolve(),
  };
  /** Bodies that were lent and not given back. */
  readonly loans = new Set<symbol>();

  run(more: Partial<DownloadSettings> = {}): Promise<string> {
    const clock = {
      now: () => this.at,
      wall: () => T0 + this.at,
      sleep: (ms: number) => {
        this.at += ms;
        this.onSleep();
        return Promise.resolve();
      },
    };
    return downloadHls({
      source: { mediaUrl: 'http://site/v/list.m3u8', variables: new Map(), relocate: () => Promise.resolve(true) },
      http: this.http,
      sink: this,
      signal: new AbortController().signal,
      resume: null,
      stillMs: 300_000,
      clock,
      startedAt: T0,
      range: { fromMs: 0, toMs: null },
      ...more,
    });
  }

  init(): Promise<void> {
    return Promise.resolve();
  }
  ad(): Promise<void> {
    return Promise.resolve();
  }
  notice(): void {
    // A download has the same sink as a capture.
  }
  epoch(epoch: Epoch): Promise<void> {
    this.epochs.push(epoch);
    return Promise.resolve();
  }
  gap(gap: CapturedGap): Promise<void> {
    this.gaps.push(gap);
    return Promise.resolve();
  }
  segment({ info, body }: Parameters<CaptureSink['segment']>[0]): Promise<void> {
    this.stored.push({ seq: info.seq, at: info.pdtMs, pts: info.ptsMs, epoch: info.epoch });
    body.release();
    this.onStored(info.seq);
    return Promise.resolve();
  }

  get seqs(): number[] {
    return this.stored.map((s) => s.seq);
  }

  /** Given back twice counts once. */
  private lend(): () => void {
    const loan = Symbol(this.requests.at(-1));
    this.loans.add(loan);
    return () => {
      this.loans.delete(loan);
    };
  }

  private list(): string {
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:10',
      `#EXT-X-PLAYLIST-TYPE:${this.type}`,
      '#EXT-X-MEDIA-SEQUENCE:0',
      ...this.names.flatMap((name) => ['#EXTINF:10.000,', name]),
      ...(this.ended ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }
}

const answered = (bytes: Buffer, url: string, release = (): void => undefined): HttpAnswer => ({
  status: 200,
  headers: {},
  url,
  body: { bytes, release },
});

describe('the download of a kept video', () => {
  it('brings every segment once and in order, on the clock of the video', async () => {
    const video = new Video(30);
    expect(await video.run()).toBe('endlist');
    expect(video.seqs).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(video.stored.map((s) => s.at)).toEqual(video.seqs.map((n) => T0 + n * SEGMENT_MS));
    expect(video.epochs).toMatchObject([{ epoch: 0, cause: 'start', startAt: T0, firstPtsMs: 5000 }]);
  });

  it('takes the segments that cover the wanted stretch, and no others', async () => {
    const video = new Video(10);
    expect(await video.run({ range: { fromMs: 25_000, toMs: 50_000 } })).toBe('endlist');
    expect(video.seqs).toEqual([2, 3, 4]);
    expect(video.epochs[0]?.startAt).toBe(T0 + 20_000);
  });

  it('of a broadcast that still runs goes on until the list has its end', async () => {
    const video = new Video(2);
    video.ended = false;
    video.onSleep = () => {
      video.names.push(`${video.names.length}.ts`);
      video.ended = video.names.length === 5;
    };
    expect(await video.run()).toBe('endlist');
    expect(video.seqs).toEqual([0, 1, 2, 3, 4]);
  });

  it('of a list that never ends is over when nothing came for long', async () => {
    const video = new Video(2);
    video.ended = false;
    expect(await video.run({ stillMs: 60_000 })).toBe('still');
    expect(video.seqs).toEqual([0, 1]);
  });

  it('of a stretch of a growing list does not wait for the end of the broadcast', async () => {
    const video = new Video(4);
    video.ended = false;
    expect(await video.run({ range: { fromMs: 0, toMs: 30_000 } })).toBe('endlist');
    expect(video.seqs).toEqual([0, 1, 2]);
  });

  it('takes a muted segment under the address that is given', async () => {
    const video = new Video(3);
    video.names[1] = '1-unmuted.ts';
    const plain = video.answer;
    video.answer = (name) =>
      name === '1-muted.ts' ? madeTs({ ptsMs: 15_000 }) : name === '1-unmuted.ts' ? 403 : plain(name);
    await video.run({
      http: fallbackAddresses(video.http, (url) =>
        url.includes('-unmuted') ? [url, url.replace('-unmuted', ''), url.replace('-unmuted', '-muted')] : [url],
      ),
    });
    expect(video.seqs).toEqual([0, 1, 2]);
    expect(video.requests.filter((name) => name.startsWith('1'))).toEqual(['1-unmuted.ts', '1.ts', '1-muted.ts']);
  });

  it('(P12) asks again for what is missing, then says what is gone and when, and the rest keeps its place', async () => {
    const video = new Video(4);
    const plain = video.answer;
    video.answer = (name) => (name === '1.ts' ? 404 : plain(name));
    await video.run();
    expect(video.requests.filter((name) => name === '1.ts').length).toBe(5);
    expect(video.seqs).toEqual([0, 2, 3]);
    expect(video.gaps).toMatchObject([
      { fromSeq: 1, toSeq: 1, at: T0 + SEGMENT_MS, durMs: SEGMENT_MS, cause: 'not-found' },
    ]);
    expect(video.epochs).toHaveLength(1);
  });

  it('leaves no gap for a site that is away: it ends, to be run again', async () => {
    const video = new Video(4);
    const plain = video.answer;
    video.answer = (name) => (name === '2.ts' ? 0 : plain(name));
    await expect(video.run()).rejects.toMatchObject({ fault: 'outside', code: 'http-away' });
    expect(video.seqs).toEqual([0, 1]);
    expect(video.gaps).toEqual([]);
  });

  it('goes on behind what is there, in the epoch that was begun', async () => {
    const video = new Video(6);
    await video.run({ range: { fromMs: 0, toMs: 30_000 } });
    const [epoch] = video.epochs;
    await video.run({
      resume: { seq: 2, at: T0 + 20_000, epoch: epoch ? { epoch, nextPtsMs: 35_000, nextPdtMs: T0 + 30_000 } : null },
    });
    expect(video.seqs).toEqual([0, 1, 2, 3, 4, 5]);
    expect(video.stored.map((s) => s.epoch)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(video.epochs).toHaveLength(1);
    expect(video.requests.filter((name) => name === '1.ts')).toHaveLength(1);
  });

  it('does not go on with a video that was cut anew meanwhile', async () => {
    const video = new Video(6);
    await expect(video.run({ resume: { seq: 2, at: T0 + 24_000, epoch: null } })).rejects.toMatchObject({
      fault: 'user',
      code: 'video-changed',
    });
    expect(video.stored).toEqual([]);
  });

  it('ends with what its sink throws, and with the reason that it is stopped for', async () => {
    const video = new Video(6);
    video.onStored = () => {
      throw new RangeError('the disk is full');
    };
    await expect(video.run()).rejects.toThrow('the disk is full');
    const stop = new AbortController();
    const other = new Video(6);
    other.onStored = (seq) => {
      if (seq === 2) stop.abort(new RangeError('asked to stop'));
    };
    await expect(other.run({ signal: stop.signal })).rejects.toThrow('asked to stop');
  });

  it.each([
    ['a segment', { onStored: true }],
    ['the begin of an epoch', { onStored: false }],
  ])('gives back the memory of what it has fetched ahead when its sink does not take %s', async (_, { onStored }) => {
    const video = new Video(6);
    const fail = (): never => {
      throw new RangeError('the disk is full');
    };
    if (onStored) video.onStored = fail;
    else video.epoch = fail;
    await expect(video.run()).rejects.toThrow('the disk is full');
    expect(video.requests.length).toBeGreaterThan(2);
    expect([...video.loans]).toEqual([]);
  });
});
