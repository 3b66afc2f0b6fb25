import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { promisify } from 'node:util';

const CONNECT_MS = 15_000;

/** Opens a connection to an address that `lookup` returns. */
export async function openSocket(
  to: { readonly host: string; readonly port: number; readonly lookup: LookupFunction },
  signal: AbortSignal,
): Promise<Socket> {
  // net.connect does not look up an address.
  if (isIP(to.host) !== 0) await promisify(to.lookup)(to.host, {});
  const socket = connect(to);
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]) });
    return socket;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}
