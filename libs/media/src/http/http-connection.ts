import { connect, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, TLSSocket } from 'node:tls';
import { causeOf } from '#libs/errors';
import { message } from '#libs/messages';
import { HttpError } from './http-port.js';
import { type Via, openTunnel } from './http-proxy.js';
import { type SourceTrust } from './source-trust.js';
import { ResponseReader, type ResponseHandler } from './response-reader.js';

/** One request as sent, and the handler of its response. Exactly one of `failed` and `ended` is called, once. */
export interface Outgoing extends ResponseHandler {
  readonly text: string;
  readonly idleMs: number;
  ended(): void;
  failed(reason: unknown): void;
}

/**
 * All sockets of the process read into this one buffer, and bodies are copied out of it immediately. Node would
 * allocate 64 kB for each read: at 60 streams of 8 Mbit/s, garbage collection of those took a third of the recorder's
 * CPU (measured, undici 7.30, Node 24).
 */
const READ_INTO = Buffer.allocUnsafeSlow(256 * 1024);

/** The route to an origin; `via` null: direct, without a proxy; `trust` null: certificates are verified as usual. */
export interface Route {
  readonly url: URL;
  readonly via: Via | null;
  readonly trust?: SourceTrust | null;
  /** Resolves the host of the origin; the proxy itself is resolved as usual. */
  readonly lookup: LookupFunction;
}

/** One persistent connection to an origin, with one request at a time. */
export class HttpConnection {
  private socket: Socket;
  /** The request to send once the proxy's tunnel is open or the certificate is accepted; null if none waits. */
  private unsent: string | null = null;
  private isOpening = false;
  private current: Outgoing | null = null;
  private reader: ResponseReader | null = null;
  private used = 0;
  private closed = false;

  /** @param events `onFree`: the connection can take the next request; `onClosed`: it is closed */
  constructor(
    { url, via, trust = null, lookup }: Route,
    private readonly events: { readonly onFree: () => void; readonly onClosed: () => void },
  ) {
    const secure = url.protocol === 'https:';
    const onread = {
      buffer: READ_INTO,
      callback: (size: number): boolean => {
        this.read(READ_INTO.subarray(0, size));
        return true;
      },
    };
    // tls.connect accepts `onread` like net.connect (lib/internal/tls/wrap.js), but not for an existing socket; its
    // types do not say so.
    const options = { ...(via ?? { ...hostOf(url), lookup }), onread, noDelay: true };
    if (via && secure) {
      this.socket = this.listen(connect({ ...via, noDelay: true }));
      this.tunnel({ url, via, trust, lookup });
      return;
    }
    if (!secure) {
      this.socket = this.listen(connect(options));
      return;
    }
    this.socket = this.listen(this.verified(connectTls({ ...options, ...tlsOf(url, trust) }), trust));
  }

  /** Sends nothing before the certificate of a pinned source is accepted. */
  private verified(socket: TLSSocket, trust: SourceTrust | null): TLSSocket {
    if (trust?.isPinned !== true) return socket;
    this.isOpening = true;
    socket.once('secureConnect', () => {
      const refused = trust.refusalOf(socket);
      if (refused) this.destroy(refused);
      else this.opened();
    });
    return socket;
  }

  private opened(): void {
    this.isOpening = false;
    if (this.unsent !== null) this.socket.write(this.unsent, 'latin1');
    this.unsent = null;
  }

  /** Opens TLS through the proxy, which sees only the host name. */
  private tunnel({ url: target, via, trust = null }: Route & { readonly via: Via }): void {
    const raw = this.socket;
    this.isOpening = true;
    openTunnel(raw, { target, via }, (refused) => {
      if (this.closed) return;
      if (refused) {
        this.destroy(refused);
        return;
      }
      raw.setTimeout(0);
      const socket = this.verified(connectTls({ socket: raw, ...tlsOf(target, trust) }), trust);
      this.socket = this.listen(socket);
      this.socket.on('data', (piece: Buffer) => {
        this.read(piece);
      });
      if (this.current) this.socket.setTimeout(this.current.idleMs);
      if (trust?.isPinned !== true) this.opened();
    });
  }

  private listen(socket: Socket): Socket {
    socket.on('timeout', () => {
      const { current } = this;
      const { bytesRead } = socket;
      // After a stop of the whole process, the timer runs before the bytes that have arrived meanwhile are read.
      setImmediate(() => {
        if (this.current === current && socket.bytesRead === bytesRead)
          this.destroy(new HttpError(message('error.http-timeout')));
      });
    });
    socket.on('error', (error) => {
      this.destroy(faultOf(socket, error));
    });
    socket.on('end', () => {
      this.otherSideClosed();
    });
    socket.on('close', () => {
      this.otherSideClosed();
    });
    return socket;
  }

  get isClosed(): boolean {
    return this.closed;
  }
  /** It has served a request before. The server may have closed it in the meantime, which is not a fault. */
  get isUsed(): boolean {
    return this.used > 1;
  }
  /** No byte of the response has arrived. */
  get isSilent(): boolean {
    return this.reader?.hasBegun !== true;
  }

  send(outgoing: Outgoing): void {
    this.current = outgoing;
    this.reader = new ResponseReader(outgoing);
    this.used += 1;
    this.socket.ref();
    this.socket.setTimeout(outgoing.idleMs);
    if (this.isOpening) this.unsent = outgoing.text;
    else this.socket.write(outgoing.text, 'latin1');
  }

  /** Closes the connection; the current request fails with the reason. */
  destroy(reason: unknown): void {
    if (this.closed) return;
    this.closed = true;
    this.socket.destroy();
    const { current } = this;
    this.current = null;
    current?.failed(reason);
    this.events.onClosed();
  }

  private read(bytes: Buffer): void {
    const { current, reader } = this;
    if (!current || !reader) {
      this.destroy(new HttpError(message('error.http-away.unasked')));
      return;
    }
    try {
      if (!reader.feed(bytes)) return;
    } catch (error) {
      this.destroy(error);
      return;
    }
    this.finish(current, reader.isReusable);
  }

  private finish(current: Outgoing, reusable: boolean): void {
    this.current = null;
    if (!reusable) {
      this.closed = true;
      this.socket.destroy();
    } else {
      this.socket.setTimeout(RETENTION_MS);
      this.socket.unref();
    }
    current.ended();
    if (reusable) this.events.onFree();
    else this.events.onClosed();
  }

  private otherSideClosed(): void {
    const { current, reader } = this;
    if (!current || !reader || this.closed) {
      this.destroy(CLOSED);
      return;
    }
    try {
      reader.closed();
    } catch (error) {
      this.destroy(error);
      return;
    }
    this.finish(current, false);
  }
}

function faultOf(socket: Socket, error: Error): HttpError {
  if (error instanceof HttpError) return error;
  // Node sets it, as a text, before it closes a connection whose certificate is not valid.
  if (!(socket instanceof TLSSocket && (socket.authorizationError as unknown)))
    return new HttpError(message('error.http-away.unreachable', { why: causeOf(error) }), 0, error);
  // Node adds a hint about its own command line.
  const [why = ''] = error.message.split(';');
  return new HttpError(message('error.http-away.certificate', { why }));
}

const hostOf = (url: URL): { readonly host: string; readonly port: number } => ({
  host: nameOf(url),
  port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
});
const nameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** An IP address is not a valid server name for TLS (RFC 6066 section 3). */
function tlsOf(url: URL, trust: SourceTrust | null): ConnectionOptions {
  const host = nameOf(url);
  return {
    host,
    servername: /^[\d.]+$|:/.test(host) ? '' : host,
    ALPNProtocols: ['http/1.1'],
    ...(trust?.secureContext ? { secureContext: trust.secureContext } : {}),
    ...(trust?.isPinned === true ? { rejectUnauthorized: false } : {}),
  };
}

const RETENTION_MS = 30_000;
const CLOSED = new HttpError(message('error.http-away.closed'));
