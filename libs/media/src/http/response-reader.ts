import { message } from '#libs/messages';
import { HttpError } from './http-port.js';

/** Receives a response. Pieces are views of memory that the next read overwrites: copy what you need immediately. */
export interface ResponseHandler {
  head(status: number, headers: Readonly<Record<string, string | undefined>>): void;
  /** @returns false to skip the rest */
  data(piece: Buffer): boolean;
}

const HEAD_MAX = 64 * 1024;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Parses one HTTP/1.1 response as its bytes arrive: fixed length, chunked, or until the connection closes. Source: RFC
 * 9112 section 6.
 */
export class ResponseReader {
  private state: 'head' | 'sized' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'done' = 'head';
  private rest: Buffer = Buffer.alloc(0);
  private left = 0;
  private line = '';
  private keepAlive = true;

  constructor(private readonly handler: ResponseHandler) {}

  /** The connection can serve another request. */
  get isReusable(): boolean {
    return this.keepAlive && this.state === 'done';
  }
  get hasBegun(): boolean {
    return this.state !== 'head' || this.rest.length > 0;
  }

  /**
   * @returns true if the response is complete, or the handler skips the rest
   * @throws HttpError `away`: this is not HTTP
   */
  feed(bytes: Buffer): boolean {
    let piece = bytes;
    while (this.state !== 'done' && piece.length > 0) {
      const rest = this.step(piece);
      if (rest === null) return true;
      piece = rest;
    }
    return this.state === 'done';
  }

  /**
   * The server closed the connection.
   * @throws HttpError `truncated`, `away`: before the response was complete, or before any of it
   */
  closed(): void {
    if (this.state !== 'until-close')
      throw new HttpError(message(this.hasBegun ? 'error.http-truncated.closed' : 'error.http-away.closed-early'));
    this.state = 'done';
  }

  /**
   * Consumes the bytes of the current state.
   * @returns the remaining bytes; null if the handler skips the rest
   */
  private step(piece: Buffer): Buffer | null {
    switch (this.state) {
      case 'head':
        return this.readHead(piece);
      case 'sized':
        return this.readSized(piece, 'done');
      case 'chunk':
        return this.readSized(piece, 'chunk-end');
      case 'until-close':
        return this.handler.data(piece) ? piece.subarray(piece.length) : null;
      case 'chunk-size':
      case 'chunk-end':
      case 'trailer':
        return this.readLine(piece);
      case 'done':
        return piece.subarray(piece.length);
    }
  }

  private readHead(piece: Buffer): Buffer {
    const whole = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    const end = whole.indexOf(HEAD_END);
    if (end < 0) {
      if (whole.length > HEAD_MAX) throw new HttpError(message('error.http-away.header'));
      this.rest = Buffer.from(whole);
      return piece.subarray(piece.length);
    }
    this.rest = Buffer.alloc(0);
    this.begin(whole.toString('latin1', 0, end));
    return whole.subarray(end + HEAD_END.length);
  }

  private begin(text: string): void {
    const lines = text.split('\r\n');
    const found = /^HTTP\/1\.([01]) (\d{3})/.exec(lines[0] ?? '');
    if (!found) throw new HttpError(message('error.http-away.not-http'));
    const status = Number(found[2]);
    if (status < 200) return; // An interim response; the final one follows.
    const headers = headersOf(lines);
    this.keepAlive = staysOpen(found[1] === '1', headers['connection']);
    this.left = lengthOf(headers['content-length']);
    this.state = this.bodyState(status, headers['transfer-encoding']);
    this.handler.head(status, headers);
  }

  private bodyState(status: number, encoding = ''): 'done' | 'chunk-size' | 'sized' | 'until-close' {
    if (status === 204 || status === 304) return 'done';
    if (encoding.toLowerCase().includes('chunked')) return 'chunk-size';
    if (this.left === 0) return 'done';
    return Number.isFinite(this.left) ? 'sized' : 'until-close';
  }

  private readSized(piece: Buffer, next: 'done' | 'chunk-end'): Buffer | null {
    const own = piece.length <= this.left ? piece : piece.subarray(0, this.left);
    this.left -= own.length;
    if (this.left === 0) this.state = next;
    return this.handler.data(own) ? piece.subarray(own.length) : null;
  }

  private readLine(piece: Buffer): Buffer {
    const end = piece.indexOf(10);
    this.line += piece.toString('latin1', 0, end < 0 ? piece.length : end);
    if (this.line.length > HEAD_MAX) throw new HttpError(message('error.http-truncated.chunk'));
    if (end < 0) return piece.subarray(piece.length);
    const line = this.line.trim();
    this.line = '';
    this.endOfLine(line);
    return piece.subarray(end + 1);
  }

  private endOfLine(line: string): void {
    if (this.state === 'chunk-end') this.state = 'chunk-size';
    else if (this.state === 'trailer') {
      if (line === '') this.state = 'done';
    } else {
      if (!/^[0-9a-f]+/i.test(line)) throw new HttpError(message('error.http-truncated.chunk-size'));
      this.left = Number.parseInt(line, 16);
      this.state = this.left === 0 ? 'trailer' : 'chunk';
    }
  }
}

/** NaN: none. The same lengths as in BodyCollector, which compares the body with it. */
const lengthOf = (text = ''): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

const staysOpen = (isNew: boolean, connection = ''): boolean =>
  isNew ? !connection.toLowerCase().includes('close') : connection.toLowerCase().includes('keep-alive');

/** Names in lower case; of repeated headers, the first one. All values of Set-Cookie, one per line. */
function headersOf(lines: readonly string[]): Readonly<Record<string, string | undefined>> {
  const headers: Record<string, string> = {};
  for (let i = 1; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'set-cookie' && headers[name] !== undefined) headers[name] += `\n${value}`;
    else headers[name] ??= value;
  }
  return headers;
}
