import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type NextFunction, type Request, type Response } from 'express';
import { type IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { type ProxyTrust } from './caller-address.js';

/**
 * The host that a browser asked for; a trusted proxy may have changed `Host`. A proxy that appends to the header of its
 * caller writes the last entry; those before may be the caller's own.
 */
export function askedHost(headers: IncomingHttpHeaders, trust: ProxyTrust): string | undefined {
  const forwarded = Number(trust) > 0 ? headers['x-forwarded-host'] : undefined;
  return typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : headers.host;
}

/**
 * Which hosts Vodkeep answers for. A page of another site may point its own name to Vodkeep's address (DNS rebinding): then
 * its scripts are of the same origin, and read what guests may read. Only the name shows it.
 */
export class HostNames {
  constructor(
    /** Empty: any name. */
    private readonly names: readonly string[],
    private readonly trust: ProxyTrust,
    /** The public address of the installation; '' if none is set. */
    private readonly publicAddress: () => string,
  ) {}

  /** Without a Host, it is no browser. An IP address needs no name server, so no site can have it. */
  accept(headers: IncomingHttpHeaders): boolean {
    const host = askedHost(headers, this.trust);
    if (this.names.length === 0 || host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
    if (isIP(name.replaceAll(/[[\]]/g, '')) !== 0 || name === 'localhost') return true;
    return this.names.includes(name) || URL.parse(this.publicAddress())?.hostname === name;
  }

  /** Answers 403 `other-host` to requests for another host. */
  readonly refuseOthers = (req: Request, _res: Response, next: NextFunction): void => {
    const isAccepted = this.accept(req.headers);
    next(
      isAccepted
        ? undefined
        : new UserError(message('error.other-host', { name: 'VODKEEP_HOST_NAMES' }), { status: 403 }),
    );
  };
}
