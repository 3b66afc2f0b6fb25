import { createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { message } from '#libs/messages';
import { HttpError } from './http-port.js';

/** Which certificates a source may present besides those of known authorities. */
export interface SourceCertificates {
  /** SHA-256 of the accepted certificates, 64 hex digits in lower case. Empty: certificates are verified as usual. */
  readonly fingerprints: readonly string[];
  /** Certificates of further authorities, PEM; empty: none. */
  readonly ca: string;
}

const MOST_CONTEXTS = 32;
const contexts = new Map<string, SecureContext>();

/** Retains the newest contexts: each parses all root certificates, and each live check needs one. */
function contextOf(ca: string): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext({ ca: [...getCACertificates('default'), ca] });
  contexts.delete(ca);
  contexts.set(ca, context);
  for (const oldest of contexts.keys()) {
    if (contexts.size <= MOST_CONTEXTS) break;
    contexts.delete(oldest);
  }
  return context;
}

/** Verifies the certificates of a source by fingerprint or by an authority of its own. */
export class SourceTrust {
  readonly secureContext: SecureContext | undefined;

  /**
   * @param server `origin`: fingerprints replace the usual verification; `host`: a further host of the source, such as
   *   a CDN, may also present a certificate of a known authority, which it renews every few months
   * @throws Error of OpenSSL: `ca` is no certificate
   */
  constructor(
    private readonly certificates: SourceCertificates,
    private readonly server: 'origin' | 'host',
  ) {
    const { ca } = certificates;
    if (ca !== '') this.secureContext = contextOf(ca);
  }

  /** The caller accepts any certificate in the handshake and sends nothing before {@link refusalOf} accepted it. */
  get isPinned(): boolean {
    return this.certificates.fingerprints.length > 0;
  }

  /** @returns why the certificate of a pinned source is refused; null: it is accepted */
  refusalOf(socket: TLSSocket): HttpError | null {
    const { fingerprints, ca } = this.certificates;
    const found = (socket.getPeerX509Certificate()?.fingerprint256 ?? '').replaceAll(':', '').toLowerCase();
    const mayBeAuthorized = this.server === 'host' || ca !== '';
    if (fingerprints.includes(found) || (mayBeAuthorized && socket.authorized)) return null;
    return new HttpError(message('error.http-away.fingerprint', { found }));
  }
}
