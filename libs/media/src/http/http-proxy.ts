import { type Socket } from 'node:net';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { HttpError } from './http-port.js';

/**
 * A forward proxy: `http://user:pass@host:port` (RFC 9110 section 3.7, 9.3.6). Sites restrict content by region, so an
 * operator may want the playlists through a proxy, but not the media.
 */
export interface HttpProxy {
  readonly url: string;
  readonly for: 'playlists' | 'all';
}

/** Address and login of the proxy. */
export interface Via {
  readonly host: string;
  readonly port: number;
  readonly authorization: string | null;
}

/** @throws UserError `bad-proxy` */
export function viaOf(address: string): Via {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:') throw new UserError(message('error.bad-proxy'));
  const { hostname, port } = url;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 80 : Number(port),
    authorization: basicLogin(url),
  };
}

const HEAD_MAX = 16 * 1024;

/**
 * Opens a tunnel through a proxy on a new connection; afterwards the socket leads to the target. Source: RFC 9110
 * section 9.3.6. The caller handles errors and the close of the socket.
 * @param onDone called once; with an HttpError `away` if the proxy refuses
 */
export function openTunnel(
  socket: Socket,
  { target, via }: { readonly target: URL; readonly via: Via },
  onDone: (refused: HttpError | null) => void,
): void {
  const authority = `${target.hostname}:${target.port === '' ? 443 : target.port}`;
  let head = '';
  const onReadable = (): void => {
    for (let piece = read(socket); piece !== null && head.length <= HEAD_MAX; piece = read(socket)) {
      head += piece;
      if (head.includes('\r\n\r\n')) break;
    }
    if (!head.includes('\r\n\r\n') && head.length <= HEAD_MAX) return;
    socket.off('readable', onReadable);
    onDone(refusalOf(head));
  };
  socket.on('readable', onReadable);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${authorizationLine(via)}\r\n`, 'latin1');
}

/** The header with the proxy login; empty without one. */
export const authorizationLine = ({ authorization }: Via): string =>
  authorization === null ? '' : `proxy-authorization: ${authorization}\r\n`;

/** The target does not send before the client does, so everything read here comes from the proxy. */
function read(socket: Socket): string | null {
  const piece: unknown = socket.read();
  return Buffer.isBuffer(piece) ? piece.toString('latin1') : null;
}

function refusalOf(head: string): HttpError | null {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (status === '200') return null;
  return new HttpError(
    status === undefined
      ? message('error.http-away.no-proxy')
      : message('error.http-away.proxy-refuses', { answer: status }),
  );
}

/** The Authorization header for the user and password of an address (RFC 7617); null if it has neither. */
export function basicLogin({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
}
