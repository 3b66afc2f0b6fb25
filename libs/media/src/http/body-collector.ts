import { message } from '#libs/messages';
import { type BufferPool, type Lent } from './buffer-pool.js';
import { type BytesInFlight } from './bytes-in-flight.js';
import { hasGzipHeader, isGzip } from './unpack-text.js';
import { type Bytes, HttpError } from './http-port.js';

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
export interface CollectorPorts {
  readonly pool: BufferPool;
  readonly inFlight: BytesInFlight;
}
interface Wanted {
  readonly range: Bytes | null;
  readonly maxBytes: number;
  /** The body is a text, which may be compressed. */
  readonly text?: boolean;
}

/**
 * Collects a response body into lent memory, piece by piece; copies it only once if the length is known, which is
 * usual. Compares the announced length (Content-Length, Content-Range) with the received bytes; cuts the requested
 * range out of a full response.
 */
export class BodyCollector {
  private readonly skip: number;
  private readonly want: number | null;
  private readonly promised: number | null;
  private lent: Lent | null = null;
  private readonly pieces: Buffer[] = [];
  private received = 0;
  private collected = 0;

  constructor(
    private readonly ports: CollectorPorts,
    private readonly head: Head,
    private readonly wanted: Wanted,
  ) {
    const { range, maxBytes } = wanted;
    const full = range !== null && head.status !== 206;
    this.skip = full ? range.offset : 0;
    this.want = range === null ? null : range.length;
    this.promised = numberOf(head.headers['content-length']);
    this.checkRange();
    const expected = this.want ?? this.promised;
    if (expected === null) return;
    if (expected > maxBytes) throw new HttpError(message('error.http-too-large.told', { told: expected, n: maxBytes }));
    this.hold(expected);
    this.lent = ports.pool.lend(expected);
  }

  /** @returns true if the requested bytes are complete, so that the rest can be skipped */
  take(chunk: Buffer): boolean {
    const from = Math.max(0, this.skip - this.received);
    this.received += chunk.length;
    const room = this.want === null ? chunk.length : Math.min(chunk.length, from + this.want - this.collected);
    if (room > from) this.keep(from === 0 && room === chunk.length ? chunk : chunk.subarray(from, room));
    return this.skip > 0 && this.collected === this.want;
  }

  /** @throws HttpError `truncated`: fewer bytes than announced; `encoded`: compressed, and not a text */
  finish(): Lent {
    const expected = this.want ?? this.promised;
    if (expected !== null && this.collected !== expected)
      throw new HttpError(message('error.http-truncated.short', { came: this.collected, wanted: expected }));
    const body = this.lent ?? this.joined();
    this.lent = null;
    this.ports.inFlight.end(this);
    try {
      this.checkEncoding(body);
      return body;
    } catch (refused) {
      body.release();
      throw refused;
    }
  }

  drop(): void {
    this.lent?.release();
    this.lent = null;
    this.pieces.length = 0;
    this.ports.inFlight.end(this);
  }

  private hold(bytes: number): void {
    if (!this.ports.inFlight.hold(this, bytes, this.wanted.maxBytes))
      throw new HttpError(message('error.http-no-room', { n: bytes }));
  }

  private keep(piece: Buffer): void {
    const {
      lent,
      collected,
      pieces,
      wanted: { maxBytes },
    } = this;
    this.collected = collected + piece.length;
    if (!lent) {
      if (this.collected > maxBytes) throw new HttpError(message('error.http-too-large', { n: maxBytes }));
      this.hold(this.collected);
      pieces.push(Buffer.from(piece));
      return;
    }
    if (this.collected > lent.bytes.length)
      throw new HttpError(message('error.http-truncated.long', { wanted: lent.bytes.length }));
    piece.copy(lent.bytes, collected);
  }

  private joined(): Lent {
    const lent = this.ports.pool.lend(this.collected);
    let at = 0;
    for (const piece of this.pieces) at += piece.copy(lent.bytes, at);
    this.pieces.length = 0;
    return lent;
  }

  /** Media may unpack to a thousand times their size, and no site sends them so. Some servers name gzip for plain ones. */
  private checkEncoding({ bytes }: Lent): void {
    const encoding = this.head.headers['content-encoding'] ?? 'identity';
    if (this.wanted.text === true || encoding === 'identity' || bytes.length === 0) return;
    if (!isGzip(encoding) || hasGzipHeader(bytes)) throw new HttpError(message('error.http-encoded', { encoding }));
  }

  private checkRange(): void {
    const contentRange = /^bytes (\d+)-(\d+)\//.exec(this.head.headers['content-range'] ?? '');
    const { range } = this.wanted;
    if (this.head.status !== 206 || !range || !contentRange) return;
    if (Number(contentRange[1]) !== range.offset)
      throw new HttpError(message('error.http-truncated.range', { offset: range.offset, came: contentRange[0] }));
  }
}

const numberOf = (text: string | undefined): number | null =>
  text === undefined || !/^\d+$/.test(text) ? null : Number(text);
