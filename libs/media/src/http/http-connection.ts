import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { causeOf } from '#libs/errors';
import { message } from '#libs/messages';
import { HttpError } from './http-port.js';
import { type Via, openTunnel } from './http-proxy.js';
import { ResponseReader, type ResponseHandler } from './response-reader.js';

/** One request as it goes out, and who receives the answer. `failed` or `ended` is called once. */
export interface Outgoing extends ResponseHandler {
  readonly text: string;
  readonly idleMs: number;
  ended(): void;
  failed(reason: unknown): void;
}

/**
 * All sockets of the process read into this one piece of memory, and bodies are copied out of it at once. Node would
 * allocate 64 kB for each read: at 60 streams of 8 Mbit/s a third of the recorder's CPU was garbage collection of those
 * (measured, undici 7.30, Node 24).
 */
const READ_INTO = Buffer.allocUnsafeSlow(256 * 1024);

/** How a connection comes to its origin: `via` null goes straight there. */
export interface Route {
  readonly url: URL;
  readonly via: Via | null;
}

/** One connection to an origin: requests one after the other, kept open between them. */
export class HttpConnection {
  private socket: Socket;
  /** What goes out when the tunnel of a proxy stands; null when nothing waits for one. */
  private unsent: string | null = null;
  private tunnelling = false;
  private current: Outgoing | null = null;
  private reader: ResponseReader | null = null;
  private used = 0;
  private closed = false;

  /** @param events `onFree`: it can take the next request; `onClosed`: it is gone */
  constructor(
    { url, via }: Route,
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
    // tls.connect takes `onread` as net.connect does (lib/internal/tls/wrap.js), but not over a socket that is there;
    // its types do not say so.
    const options = { ...(via ?? hostOf(url)), onread, noDelay: true };
    if (via && secure) {
      this.socket = this.listen(connect({ ...via, noDelay: true }));
      this.tunnel(url, via);
      return;
    }
    this.socket = this.listen(secure ? connectTls({ ...options, ...tlsOf(url) }) : connect(options));
  }

  /** TLS goes through the proxy, which sees nothing of it but the host's name. */
  private tunnel(target: URL, via: Via): void {
    const raw = this.socket;
    this.tunnelling = true;
    openTunnel(raw, { target, via }, (refused) => {
      if (this.closed) return;
      if (refused) {
        this.destroy(refused);
        return;
      }
      this.tunnelling = false;
      raw.setTimeout(0);
      this.socket = this.listen(connectTls({ socket: raw, ...tlsOf(target) }));
      this.socket.on('data', (piece: Buffer) => {
        this.read(piece);
      });
      if (this.current) this.socket.setTimeout(this.current.idleMs);
      if (this.unsent !== null) this.socket.write(this.unsent, 'latin1');
      this.unsent = null;
    });
  }

  private listen(socket: Socket): Socket {
    socket.on('timeout', () => {
      this.destroy(new HttpError(message('error.http-timeout')));
    });
    socket.on('error', (error) => {
      this.destroy(new HttpError(message('error.http-away.unreachable', { why: causeOf(error) })));
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
  /** It has served a request before: the server may have closed it just now, which is nobody's fault. */
  get isUsed(): boolean {
    return this.used > 1;
  }
  /** Nothing of the answer has come. */
  get isSilent(): boolean {
    return this.reader?.hasBegun !== true;
  }

  send(outgoing: Outgoing): void {
    this.current = outgoing;
    this.reader = new ResponseReader(outgoing);
    this.used += 1;
    this.socket.ref();
    this.socket.setTimeout(outgoing.idleMs);
    if (this.tunnelling) this.unsent = outgoing.text;
    else this.socket.write(outgoing.text, 'latin1');
  }

  /** Ends it; the request under way fails with the reason. */
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

const hostOf = (url: URL): { readonly host: string; readonly port: number } => ({
  host: nameOf(url),
  port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
});
const nameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** An address has no name that a certificate could be asked for (RFC 6066 section 3). */
function tlsOf(url: URL): { readonly servername: string; readonly host: string; readonly ALPNProtocols: string[] } {
  const host = nameOf(url);
  return { host, servername: /^[\d.]+$|:/.test(host) ? '' : host, ALPNProtocols: ['http/1.1'] };
}

const RETENTION_MS = 30_000;
const CLOSED = new HttpError(message('error.http-away.closed'));
