import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { causeOf, OutsideError } from '#libs/errors';
import { type SegmentContainer } from '#libs/contracts';
import { message } from '#libs/messages';
import { id3Bytes } from '../inspect/packed-audio.js';
import { adtsFrames } from '../inspect/adts.js';
import { changePackets, shiftClock } from '../inspect/ts-clock.js';
import { replaceTable } from '../inspect/ts-tables.js';
import { ffmpegPipe } from '../ffmpeg/ffmpeg.js';
import { isPeerClosed } from '../ffmpeg/peer-closed.js';
import { type OpenPiece, segmentOfOtherSize, type SourcePiece, type SourceRun } from './source-run.js';

type Served = { readonly run: SourceRun } | { readonly text: string } | { readonly muxArgs: readonly string[] };
/** ffmpeg reads a tag in the middle of these streams as a damaged frame. */
const UNTAGGED: readonly SegmentContainer[] = ['mp3', 'ac3', 'eac3'];

/**
 * Serves the segments of a run to ffmpeg as one sequential stream, on loopback, under a random path. So no argument
 * list contains a signature or a storage address, and the disk holds no copy of the media. Back-pressure reaches
 * storage; memory use is one read buffer.
 */
export class SegmentServer implements AsyncDisposable {
  private readonly token = randomBytes(16).toString('hex');
  private readonly served = new Map<string, Served>();
  private readonly stop = new AbortController();
  private base = '';
  private bytes = 0;
  private firstFailure: OutsideError | null = null;

  private constructor(
    private readonly open: OpenPiece,
    private readonly server: Server,
  ) {}

  static async start(open: OpenPiece): Promise<SegmentServer> {
    const server = createServer();
    const made = new SegmentServer(open, server);
    server.on('request', (request, response) => {
      void made.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    made.base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/${made.token}/`;
    return made;
  }

  /** Adds a run and returns the address of its media. */
  addRun(run: SourceRun): string {
    return this.add({ run }, run.container === 'fmp4' ? 'mp4' : run.container);
  }

  /** Adds a stream that ffmpeg makes of other addresses of this server, and returns its address. */
  addMux(muxArgs: readonly string[], extension: string): string {
    return this.add({ muxArgs }, extension);
  }

  /** Adds a text that ffmpeg reads (a list of runs, chapters) and returns its address. */
  addText(text: string, extension: string): string {
    return this.add({ text }, extension);
  }

  /** Media bytes read so far. */
  get sentBytes(): number {
    return this.bytes;
  }

  /**
   * Why a stream ended early; null if none did. ffmpeg treats a broken connection as the end of the file and reports
   * success.
   */
  get failure(): OutsideError | null {
    return this.firstFailure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private add(what: Served, extension: string): string {
    const name = `${String(this.served.size)}.${extension}`;
    this.served.set(name, what);
    return this.base + name;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token, name = ''] = (request.url ?? '').split('/');
    const what = token === this.token ? this.served.get(name) : undefined;
    if (!what) {
      response.writeHead(404).end();
      return;
    }
    if ('text' in what) {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(what.text);
      return;
    }
    try {
      await ('run' in what ? this.send(what.run, response) : this.sendMux(what.muxArgs, response));
    } catch (thrown) {
      this.fail(thrown);
      response.destroy();
    }
  }

  /** ffprobe closes the connection when it has read enough; that is not a failure. */
  private fail(thrown: unknown): void {
    if (!isPeerClosed(thrown) && !this.stop.signal.aborted) this.firstFailure ??= asOutside(thrown);
  }

  private async send(run: SourceRun, response: ServerResponse): Promise<void> {
    const all = run.init ? [run.init, ...run.pieces] : run.pieces;
    const isUntagged = UNTAGGED.includes(run.container) || run.container === 'aac';
    const total = all.reduce<number | null>(
      (sum, piece) => (sum === null || piece.bytes === null || isUntagged ? null : sum + piece.bytes),
      0,
    );
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      ...(total !== null && { 'content-length': total }),
    });
    await sendChunks(this.bytesOf(all, filterOf(run)), response);
  }

  private async sendMux(args: readonly string[], response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    await sendChunks(ffmpegPipe({ args, signal: this.stop.signal }), response);
  }

  private async *bytesOf(pieces: readonly SourcePiece[], filter: PieceFilter): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      for await (const chunk of filter(readPiece({ piece, open: this.open, signal: this.stop.signal }))) {
        this.bytes += chunk.length;
        yield chunk;
      }
    }
  }
}

/**
 * Sends chunks and ends the response. Takes a chunk only when the response can take it. `pipeline` costs several times
 * as much CPU.
 * @throws `ERR_STREAM_PREMATURE_CLOSE`: the peer closed the connection; the chunks are left then
 */
async function sendChunks(chunks: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
  const end = finished(response);
  // A failure of the chunks comes first.
  end.catch(() => undefined);
  for await (const chunk of chunks) {
    if (response.destroyed) break;
    if (!response.write(chunk)) await drainOrClose(response);
  }
  if (!response.destroyed) response.end();
  await end;
}

async function drainOrClose(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
}

type PieceFilter = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

function filterOf({ container, shiftTicks = 0, trackTable }: SourceRun): PieceFilter {
  if (UNTAGGED.includes(container)) return withoutTag;
  if (container === 'aac') return wholeFrames;
  const changes = [
    ...(shiftTicks === 0 ? [] : [shiftClock(shiftTicks)]),
    ...(trackTable ? [replaceTable(trackTable)] : []),
  ];
  return changes.reduce<PieceFilter>(
    (filter, change) => (chunks) => changePackets(filter(chunks), change),
    (chunks) => chunks,
  );
}

/** Keeps the whole frames of packed AAC: ffmpeg takes damaged bytes for frames. */
async function* wholeFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  yield* wholeRuns(Buffer.concat(all));
}

/** Bytes of frames that follow each other. */
function* wholeRuns(body: Buffer): Generator<Buffer> {
  let [from, to] = [0, 0];
  for (const { at, bytes } of adtsFrames(body)) {
    if (at !== to) {
      if (to > from) yield body.subarray(from, to);
      from = at;
    }
    to = at + bytes;
  }
  if (to > from) yield body.subarray(from, to);
}

const ID3_HEADER = 10;

/** Removes the ID3 tag at the start of packed audio. */
async function* withoutTag(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.of();
  let skip: number | null = null;
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk]);
    if (skip === null && head.length < ID3_HEADER) continue;
    skip ??= id3Bytes(head);
    const rest = head.subarray(skip);
    skip = Math.max(0, skip - head.length);
    head = Buffer.of();
    if (rest.length > 0) yield rest;
  }
  if (head.length > 0) yield head;
}

const asOutside = (thrown: unknown): OutsideError =>
  thrown instanceof OutsideError
    ? thrown
    : new OutsideError(message('error.segment-unreadable.why', { why: causeOf(thrown) }), { cause: thrown });

/** Storage may be restarting: the delays are 0.2 + 0.4 + ... + 12.8 s, about 25 s in total before the read fails. */
const READ_BACKOFF_MS: readonly number[] = [200, 400, 800, 1600, 3200, 6400, 12_800];

interface ReadPiece {
  readonly piece: SourcePiece;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly backoffMs?: readonly number[];
}

/**
 * Reads the bytes of one object, each once, in order. An interrupted read continues at the byte where it stopped.
 * @throws OutsideError `segment-unreadable`: storage failed for about 25 s, or the size differs from the one in the
 *   object's name
 * @throws the signal's reason: aborted
 */
export async function* readPiece({
  piece,
  open,
  signal,
  backoffMs = READ_BACKOFF_MS,
}: ReadPiece): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let failures = 0; ;) {
    try {
      for await (const chunk of await open(piece.key, sent, signal)) {
        const bytes = chunk as Buffer;
        sent += bytes.length;
        failures = 0;
        yield bytes;
      }
      break;
    } catch (thrown) {
      signal.throwIfAborted();
      const pause = backoffMs[failures];
      if (pause === undefined)
        throw new OutsideError(message('error.segment-unreadable', { key: piece.key, why: causeOf(thrown) }), {
          cause: thrown,
        });
      failures += 1;
      await wait(pause, undefined, { signal });
    }
  }
  const { key, bytes: named } = piece;
  if (named !== null && sent !== named) throw segmentOfOtherSize({ key, bytes: sent, named });
}
