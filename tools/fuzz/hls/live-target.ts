import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { parseSegmentName, type SegmentInfo, segmentName } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { message } from '#libs/messages';
import { type CapturedGap, captureHls, type CaptureSink, type HttpAnswer, HttpError, type HttpPort } from '#libs/media';
import { VirtualClock } from './virtual-clock.js';

const LIST = 'http://source/live/index.m3u8';
const ORIGIN = Date.UTC(2026, 0, 1);
/** The capture ends so many target durations after the last list. */
const STALE_TARGETS = 3;

/**
 * Captures a source in memory whose playlist is each of the lists in turn, one at each load; the other parts are its
 * segments, by a hash of their address. Fails if the capture does not end, throws anything but an error of its own, or
 * delivers what cannot be stored.
 */
export async function captureLists(parts: readonly Buffer[]): Promise<void> {
  const isList = (part: Buffer): boolean => /^\s*(\ufeff)?#/.test(part.toString('utf8', 0, 32));
  const source = new MemorySource(
    parts.filter(isList),
    parts.filter((part) => !isList(part)),
  );
  const clock = new VirtualClock(ORIGIN);
  const sink = new CheckingSink();
  let isOver = false;
  const captured = captureHls({
    source: { mediaUrl: LIST, variables: new Map(), relocate: () => Promise.resolve(true) },
    http: source,
    sink,
    signal: new AbortController().signal,
    staleTargets: STALE_TARGETS,
    resume: null,
    waitForFirst: false,
    clock,
  })
    .catch((thrown: unknown) => {
      if (!isAppError(thrown)) throw thrown;
    })
    .finally(() => {
      isOver = true;
    });
  await Promise.all([
    captured,
    clock.runUntil(
      () => isOver,
      () => source.open > 0,
    ),
  ]);
  if (source.lent !== 0) throw new TypeError(`${String(source.lent)} bodies are not released`);
}

class MemorySource implements HttpPort {
  /** Number of requests without an answer, and of bodies that are not released. */
  open = 0;
  lent = 0;
  private loads = 0;

  constructor(
    private readonly lists: readonly Buffer[],
    private readonly bodies: readonly Buffer[],
  ) {}

  /** An answer comes in a turn of the event loop of its own, as those of the engine's client do. */
  readonly get: HttpPort['get'] = async (request) => {
    this.open += 1;
    await turn();
    this.open -= 1;
    return this.answer(request);
  };

  private answer({ url, signal, range, maxBytes }: Parameters<HttpPort['get']>[0]): HttpAnswer {
    signal.throwIfAborted();
    const found = url === LIST ? this.nextList() : this.bodies[crc32(new URL(url).pathname) % this.bodies.length];
    if (!found) throw new HttpError(message('error.http-status', { status: 404 }), 404);
    const bytes = range ? found.subarray(range.offset, range.offset + range.length) : found;
    if (bytes.length > maxBytes) throw new HttpError(message('error.http-too-large', { n: maxBytes }));
    this.lent += 1;
    let isLent = true;
    const release = (): void => {
      if (isLent) this.lent -= 1;
      isLent = false;
    };
    return { status: 200, headers: {}, url, body: { bytes: Buffer.from(bytes), release } };
  }

  readonly close = (): Promise<void> => Promise.resolve();

  private nextList(): Buffer | undefined {
    const list = this.lists[Math.min(this.loads, this.lists.length - 1)];
    this.loads += 1;
    return list;
  }
}

/** Checks that everything it receives can be stored under its name, once, and in a known epoch. */
class CheckingSink implements CaptureSink {
  private epochs = -1;
  private readonly names = new Set<string>();

  readonly init: CaptureSink['init'] = () => Promise.resolve();
  readonly ad: CaptureSink['ad'] = () => Promise.resolve();
  readonly notice = (): void => undefined;

  readonly epoch: CaptureSink['epoch'] = ({ epoch }) => {
    this.epochs = epoch;
    return Promise.resolve();
  };

  readonly segment: CaptureSink['segment'] = ({ info, body }) => {
    body.release();
    this.check(info);
    return Promise.resolve();
  };

  readonly gap: CaptureSink['gap'] = (gap) => {
    checkGap(gap);
    return Promise.resolve();
  };

  private check(info: SegmentInfo): void {
    const name = segmentName(info);
    if (!isDeepStrictEqual(parseSegmentName(name), info)) throw new TypeError(`a segment that has no name: ${name}`);
    if (info.pdtMs !== null && Number.isNaN(new Date(info.pdtMs).getTime()))
      throw new TypeError(`a date that does not exist: ${name}`);
    if (info.epoch > this.epochs) throw new TypeError(`a segment before its epoch: ${name}`);
    const id = `${String(info.epoch)}-${String(info.seq)}`;
    if (this.names.has(id)) throw new TypeError(`stored twice: ${id}`);
    this.names.add(id);
  }
}

function checkGap({ fromSeq, toSeq, at, durMs }: CapturedGap): void {
  const isValid = [fromSeq, toSeq].every(Number.isSafeInteger) && fromSeq <= toSeq && durMs >= 0;
  if (!isValid || !Number.isFinite(durMs) || Number.isNaN(new Date(at).getTime()))
    throw new TypeError(`a gap that cannot be stored: ${JSON.stringify({ fromSeq, toSeq, at, durMs })}`);
}
