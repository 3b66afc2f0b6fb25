import { type IncomingMessage, type Server } from 'node:http';
import { type HttpConfig } from '../platform/http-config.js';
import { callerAddress, limitKey } from './caller-address.js';
import { type ConnectionPlace, ConnectionPlaces } from './connection-places.js';
import { isProxyTrusted } from './trusted-proxy.js';

/** A page has six connections to a server, and a player one or two. */
const CONNECTIONS = { perAddress: 200, all: 4_000, forOperators: 800 };
/** Also of this machine, and of a proxy. */
const MAX_CONNECTIONS = 5_000;

type Connection = IncomingMessage['socket'];
interface Admission {
  readonly place: ConnectionPlace;
  isAdmitted: boolean;
}
const admissions = new WeakMap<Connection, Admission>();

/**
 * Limits the connections per address, and closes those of an address that has very many. Behind a trusted proxy all have
 * one address, and so they may on this machine: then the proxy limits its callers.
 */
export function limitConnections(
  server: Pick<Server, 'on' | 'maxConnections'>,
  config: Pick<HttpConfig, 'trustProxy'>,
): void {
  server.maxConnections = MAX_CONNECTIONS;
  if (isProxyTrusted(config)) return;
  const places = new ConnectionPlaces(CONNECTIONS);
  server.on('connection', (socket: Connection) => {
    const address = limitKey(callerAddress({ headers: {}, socket }, false));
    if (address === 'loopback') return;
    const place = places.take(address);
    socket.once('close', () => {
      place.free();
    });
    if (place.isCrowded) socket.destroy();
    else admissions.set(socket, { place, isAdmitted: false });
  });
}

/** Whether a connection has a place, now that the caller of one of its requests is known. One that has, keeps it. */
export function hasPlace({ socket }: { readonly socket: Connection }, isOperator: boolean): boolean {
  const known = admissions.get(socket);
  if (!known) return true;
  known.isAdmitted ||= known.place.keep(isOperator);
  return known.isAdmitted;
}
