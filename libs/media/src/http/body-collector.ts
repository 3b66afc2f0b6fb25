import { message } from '#libs/messages';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type BufferPool, type Lent } from './buffer-pool.js';
import { type Bytes, HttpError } from './http-port.js';

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
interface Wanted {
  readonly range: Bytes | null;
  readonly maxBytes: number;
  /** The body is a text, so its first bytes show whether it is compressed. */
  readonly text?: boolean;
}

/** A gzip file that the server compresses again. */
const MAX_LAYERS = 2;
/** A playlist with short names compresses to a fiftieth; deflate reaches a thousandth. */
const MAX_RATIO = 200;
const ALWAYS_BYTES = 1024 * 1024;

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
    private readonly pool: BufferPool,
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
    this.lent = pool.lend(expected);
  }

  /** @returns true if the requested bytes are complete, so that the rest can be skipped */
  take(chunk: Buffer): boolean {
    const from = Math.max(0, this.skip - this.received);
    this.received += chunk.length;
    const room = this.want === null ? chunk.length : Math.min(chunk.length, from + this.want - this.collected);
    if (room > from) this.keep(from === 0 && room === chunk.length ? chunk : chunk.subarray(from, room));
    return this.skip > 0 && this.collected === this.want;
  }

  /** @throws HttpError `truncated`: fewer bytes than announced */
  finish(): Lent {
    const expected = this.want ?? this.promised;
    if (expected !== null && this.collected !== expected)
      throw new HttpError(message('error.http-truncated.short', { came: this.collected, wanted: expected }));
    const body = this.lent ?? this.joined();
    this.lent = null;
    return this.decoded(body);
  }

  drop(): void {
    this.lent?.release();
    this.lent = null;
    this.pieces.length = 0;
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
      pieces.push(Buffer.from(piece));
      return;
    }
    if (this.collected > lent.bytes.length)
      throw new HttpError(message('error.http-truncated.long', { wanted: lent.bytes.length }));
    piece.copy(lent.bytes, collected);
  }

  private joined(): Lent {
    const lent = this.pool.lend(this.collected);
    let at = 0;
    for (const piece of this.pieces) at += piece.copy(lent.bytes, at);
    this.pieces.length = 0;
    return lent;
  }

  private decoded(body: Lent): Lent {
    const encoding = this.encodingOf(body.bytes);
    if (encoding === null) return body;
    try {
      return { bytes: this.unpack(encoding, body.bytes), release: () => undefined };
    } catch (cause) {
      throw cause instanceof HttpError
        ? cause
        : new HttpError(message('error.http-truncated.packed', { encoding, why: String(cause) }));
    } finally {
      body.release();
    }
  }

  /** Null: not compressed. Some servers name gzip for a plain text, or send a compressed one without naming it. */
  private encodingOf(bytes: Buffer): string | null {
    const named = this.head.headers['content-encoding'] ?? 'identity';
    if (this.wanted.text === true && (named === 'identity' || isGzip(named)))
      return hasGzipHeader(bytes) ? 'gzip' : null;
    return named === 'identity' || bytes.length === 0 ? null : named;
  }

  private unpack(encoding: string, packed: Buffer): Buffer {
    let bytes = this.decode(encoding, packed);
    for (let layer = 1; this.wanted.text === true && layer < MAX_LAYERS && hasGzipHeader(bytes); layer += 1)
      bytes = this.decode('gzip', bytes);
    return bytes;
  }

  private decode(encoding: string, bytes: Buffer): Buffer {
    const maxOutputLength = Math.min(this.wanted.maxBytes, Math.max(ALWAYS_BYTES, bytes.length * MAX_RATIO));
    if (isGzip(encoding)) return gunzipSync(bytes, { maxOutputLength });
    if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
    if (encoding === 'deflate') return inflateSync(bytes, { maxOutputLength });
    throw new HttpError(message('error.http-truncated.encoding', { encoding }));
  }

  private checkRange(): void {
    const contentRange = /^bytes (\d+)-(\d+)\//.exec(this.head.headers['content-range'] ?? '');
    const { range } = this.wanted;
    if (this.head.status !== 206 || !range || !contentRange) return;
    if (Number(contentRange[1]) !== range.offset)
      throw new HttpError(message('error.http-truncated.range', { offset: range.offset, came: contentRange[0] }));
  }
}

const isGzip = (encoding: string): boolean => /^(x-)?gzip$/i.test(encoding);
/** RFC 1952 section 2.3.1; no text begins with these bytes. */
const hasGzipHeader = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;

const numberOf = (text: string | undefined): number | null =>
  text === undefined || !/^\d+$/.test(text) ? null : Number(text);
