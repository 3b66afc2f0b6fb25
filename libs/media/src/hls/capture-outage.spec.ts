import { message } from '#libs/messages';
import { IdleClock, madeTs } from '#libs/testkit';
import { expect, it } from '@jest/globals';
import { HttpError, type HttpAnswer, type HttpPort } from '../http/http-port.js';
import { NO_VARIABLES } from '../playlist/variables.js';
import { captureHls, type CaptureEnd, type CaptureResume } from './capture-hls.js';
import { type CapturedGap, type CaptureSink } from './capture-sink.js';
import { type Epoch } from './epoch-tracker.js';

const SEGMENT_MS = 2000;
const WINDOW = 6;
const OUTAGE = { fromMs: 21_500, toMs: 51_500 };

/** Segment `n` is listed from its end on, for as long as the window. @param restartMs added to time stamps after it */
function serving(clock: IdleClock, restartMs: number): HttpPort {
  return {
    get: async ({ url }): Promise<HttpAnswer> => {
      const now = clock.now();
      if (now >= OUTAGE.fromMs && now < OUTAGE.toMs) throw new HttpError(message('error.http-away.closed'));
      const [, name] = /s(\d+)\.ts$/.exec(url) ?? [];
      const bytes = name === undefined ? listAt(now) : bodyOf(Number(name), now < OUTAGE.toMs ? 0 : restartMs);
      return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
    },
    close: async () => undefined,
  };
}

function listAt(now: number): Buffer {
  const end = Math.floor(now / SEGMENT_MS);
  const from = Math.max(0, end - WINDOW);
  const segments = Array.from({ length: end - from }, (_, i) => `#EXTINF:2,\ns${from + i}.ts`);
  return Buffer.from(['#EXTM3U', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${from}`, ...segments].join('\n'));
}

const bodyOf = (n: number, shiftMs: number): Buffer =>
  Buffer.concat(Array.from({ length: 50 }, (_, i) => madeTs({ ptsMs: n * SEGMENT_MS + i * 40 + shiftMs, mark: n })));

/** Two parts, the second of which begins after the outage. */
async function recorded(restartMs: number) {
  const clock = new IdleClock();
  const http = serving(clock, restartMs);
  const stopping = new AbortController();
  const [seqs, gaps, epochs]: [number[], CapturedGap[], Epoch[]] = [[], [], []];
  const sink: CaptureSink = {
    init: async () => undefined,
    epoch: async (epoch) => void epochs.push(epoch),
    segment: async ({ info: { seq } }) => {
      seqs.push(seq);
      if (seq === 27) stopping.abort();
    },
    gap: async (gap) => void gaps.push(gap),
    ad: async () => undefined,
    notice: () => undefined,
  };
  const capture = (resume: CaptureResume | null): Promise<CaptureEnd> =>
    clock.until(
      captureHls({
        ...{ http, sink, clock, signal: stopping.signal, staleTargets: 8, resume, waitForFirst: resume !== null },
        source: {
          mediaUrl: 'http://site/live.m3u8',
          variables: NO_VARIABLES,
          targetMs: 2000,
          relocate: async () => false,
        },
      }),
    );
  await clock.until(clock.sleep(8300));
  const { cause, resume } = await capture(null);
  await capture(resume);
  return { cause, seqs, gaps, epochs };
}

it.each([
  ['go on', 0],
  ['begin again', 500_000],
])(
  'loses only what left the window in an outage, and its gap is as long as that, if time stamps %s',
  async (_name, ms) => {
    const { cause, seqs, gaps, epochs } = await recorded(ms);
    expect(cause).toBe('unreadable');
    const lost = Array.from({ length: 28 }, (_, n) => n).filter((n) => !seqs.includes(n));
    expect(lost).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18]);
    expect(gaps).toMatchObject([{ fromSeq: 10, toSeq: 18, durMs: 18_000, cause: 'left-window' }]);
    const [before, after] = epochs.map(({ startAt }) => startAt);
    expect(after! - before!).toBe(19 * SEGMENT_MS);
  },
);
