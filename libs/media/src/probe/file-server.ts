import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { causeOf, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ByteReader } from './byte-reader.js';
import { isPeerClosed } from '../ffmpeg/peer-closed.js';

/** A finished remote file. `open` returns the bytes from `start` to `end`, both inclusive. */
export interface FarFile {
  readonly sizeBytes: number;
  /** Without the dot. */
  readonly extension: string;
  readonly open: (range: { readonly start: number; readonly end: number }, signal: AbortSignal) => Promise<Readable>;
}

/**
 * Serves a finished remote file to ffmpeg, with ranges, on loopback under a random path. So ffmpeg reads only what it
 * needs (an index at the end, one picture in the middle), and no argument list contains a storage address.
 */
export class FileServer implements AsyncDisposable, ByteReader {
  private readonly token = randomBytes(16).toString('hex');
  private readonly stop = new AbortController();
  private firstFailure: OutsideError | null = null;

  private constructor(
    private readonly file: FarFile,
    private readonly server: Server,
  ) {}

  static async start(file: FarFile): Promise<FileServer> {
    const server = createServer();
    const made = new FileServer(file, server);
    server.on('request', (request, response) => {
      void made.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/${this.token}/file.${this.file.extension}`;
  }

  get sizeBytes(): number {
    return this.file.sizeBytes;
  }

  /** Why a read failed; null if none did. ffmpeg treats a broken connection as the end of the file. */
  get failure(): OutsideError | null {
    return this.firstFailure;
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.sizeBytes) - 1;
    return end < at ? Buffer.alloc(0) : buffer(await this.file.open({ start: at, end }, this.stop.signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if ((request.url ?? '').split('/')[1] !== this.token) {
      response.writeHead(404).end();
      return;
    }
    const range = rangeOf(request.headers.range, this.sizeBytes);
    if (!range) {
      response.writeHead(416, { 'content-range': `bytes */${String(this.sizeBytes)}` }).end();
      return;
    }
    const reading = new AbortController();
    response.once('close', () => {
      reading.abort();
    });
    try {
      const stream = await this.file.open(range, AbortSignal.any([reading.signal, this.stop.signal]));
      response.writeHead(request.headers.range === undefined ? 200 : 206, headersOf(range, this.sizeBytes));
      await pipeline(stream, response);
    } catch (thrown) {
      // ffmpeg closes the connection when it has read enough; that is not a failure.
      if (!isPeerClosed(thrown) && !this.stop.signal.aborted)
        this.firstFailure ??=
          thrown instanceof OutsideError
            ? thrown
            : new OutsideError(message('error.file-unreadable', { why: causeOf(thrown) }), { cause: thrown });
      response.destroy();
    }
  }
}

const headersOf = ({ start, end }: { readonly start: number; readonly end: number }, size: number) => ({
  'content-type': 'application/octet-stream',
  'accept-ranges': 'bytes',
  'content-length': end - start + 1,
  'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}`,
});

/** ffmpeg requests `bytes=N-` and `bytes=N-M`. Null: the range is outside the file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? 'bytes=0-');
  const start = Number(match?.[1] ?? 0);
  const end = match?.[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return match && start <= end ? { start, end } : null;
}
