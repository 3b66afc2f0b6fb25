import { type Socket } from 'node:net';
import { HttpError } from './http-port.js';
import { type Via } from './http-proxy.js';

const HEAD_MAX = 16 * 1024;

/**
 * Asks a proxy for a tunnel on a fresh connection; afterwards the socket leads to the target. Source: RFC 9110 section
 * 9.3.6. Errors and the close of the socket are the caller's.
 * @param onDone called once; with a HttpError `away` when the proxy refuses
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

/** The header that a proxy takes its login from; nothing when it has none. */
export const authorizationLine = ({ authorization }: Via): string =>
  authorization === null ? '' : `proxy-authorization: ${authorization}\r\n`;

/** The target does not speak before we do: all that comes is the proxy's. */
function read(socket: Socket): string | null {
  const piece: unknown = socket.read();
  return Buffer.isBuffer(piece) ? piece.toString('latin1') : null;
}

function refusalOf(head: string): HttpError | null {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (status === '200') return null;
  return new HttpError(
    'away',
    status === undefined
      ? 'The proxy does not answer as one.'
      : `The proxy refuses the connection: it answers ${status}.`,
  );
}
