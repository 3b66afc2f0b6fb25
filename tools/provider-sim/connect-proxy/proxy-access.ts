import type { IncomingMessage } from 'node:http';

export const HTTPS_PORT = 443;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const STATUS = { 'tls': 200, 'plain': 200, 'refused': 403, 'unknown-client': 407 } as const;

/** The part of a running simulator that the proxy needs. */
export interface ProxiedSim {
  readonly port: number;
  plays(host: string): boolean;
}
/** One request to the proxy: a CONNECT, or a plain request with an absolute URL. */
export interface ProxyCall {
  readonly at: number;
  readonly method: string;
  readonly host: string;
  readonly port: number;
  readonly status: number;
}
interface Target {
  readonly host: string;
  readonly port: number;
}
type Way = keyof typeof STATUS;

function targetOf(authority: string, usualPort: number): Target {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(authority.toLowerCase()) ?? [];
  return { host, port: port === undefined ? usualPort : Number(port) };
}

/** Decides which clients may connect and to which target, and records all requests. */
export class ProxyAccess {
  readonly calls: ProxyCall[] = [];

  constructor(
    private readonly sim: ProxiedSim,
    private readonly auth: string | undefined,
  ) {}

  /**
   * @param authority `host`, or `host:port`
   * @returns the route of the request, and the status of the response: 200 if there is a route
   */
  open(request: IncomingMessage, authority: string, usualPort: number): { readonly way: Way; readonly status: number } {
    const target = targetOf(authority, usualPort);
    const way = this.wayOf(request, target);
    const status = STATUS[way];
    this.calls.push({ at: Date.now(), method: request.method ?? 'GET', ...target, status });
    return { way, status };
  }

  private wayOf({ headers }: IncomingMessage, { host, port }: Target): Way {
    const { auth, sim } = this;
    if (auth !== undefined && headers['proxy-authorization'] !== `Basic ${Buffer.from(auth).toString('base64')}`)
      return 'unknown-client';
    if (LOOPBACK.includes(host) && port === sim.port) return 'plain';
    if (!sim.plays(host)) return 'refused';
    return port === HTTPS_PORT ? 'tls' : 'plain';
  }
}
