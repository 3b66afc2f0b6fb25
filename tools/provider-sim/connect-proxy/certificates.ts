import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createSecureContext, type SecureContext } from 'node:tls';
import { cachedFolder } from '../media/cached-folder.js';

const run = promisify(execFile);
const DAYS = '3650';
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Extensions that strict verifiers require (RFC 5280 4.2.1). */
const configOf = (host: string): string => `[req]
distinguished_name = name
prompt = no
[name]
CN = ${host}
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = DNS:${host}
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`;

async function openssl(folder: string, args: readonly string[]): Promise<void> {
  await run('openssl', [...args], { cwd: folder });
}

async function makeAuthority(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'openssl.cnf'), configOf('Vodkeep provider-sim'));
  await openssl(folder, [
    'req',
    '-x509',
    '-config',
    'openssl.cnf',
    '-extensions',
    'ca',
    ...KEY,
    '-keyout',
    'key.pem',
    '-out',
    'ca.pem',
    '-days',
    DAYS,
  ]);
}

async function makeLeaf(
  folder: string,
  { host, authority }: { readonly host: string; readonly authority: string },
): Promise<void> {
  await writeFile(path.join(folder, 'openssl.cnf'), configOf(host));
  await openssl(folder, ['req', '-new', '-config', 'openssl.cnf', ...KEY, '-keyout', 'key.pem', '-out', 'request.pem']);
  await openssl(folder, [
    'x509',
    '-req',
    '-in',
    'request.pem',
    '-CA',
    path.join(authority, 'ca.pem'),
    '-CAkey',
    path.join(authority, 'key.pem'),
    '-CAcreateserial',
    '-CAserial',
    path.join(folder, 'serial'),
    '-extfile',
    'openssl.cnf',
    '-extensions',
    'leaf',
    '-days',
    DAYS,
    '-out',
    'cert.pem',
  ]);
}

/** A certificate that is its own authority, as cameras present it: PEM, and its SHA-256 with colons. */
export interface SelfSigned {
  readonly key: Buffer;
  readonly cert: string;
  /** File of `cert`, for programs that accept an authority by its file. */
  readonly certFile: string;
  readonly fingerprint: string;
}

/**
 * Makes a self-signed certificate once for each cache. Needs the openssl program.
 * @param names for which it is valid, as `subjectAltName` of openssl
 */
export async function selfSigned(cacheDir: string, names = 'IP:127.0.0.1,DNS:localhost'): Promise<SelfSigned> {
  const folder = await cachedFolder(path.join(cacheDir, 'self-signed'), (work) =>
    openssl(work, [
      'req',
      '-x509',
      ...KEY,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-subj',
      '/CN=camera',
      '-addext',
      `subjectAltName=${names}`,
      '-days',
      DAYS,
    ]),
  );
  const certFile = path.join(folder, 'cert.pem');
  const [key, cert] = await Promise.all([readFile(path.join(folder, 'key.pem')), readFile(certFile, 'utf8')]);
  return { key, cert, certFile, fingerprint: new X509Certificate(cert).fingerprint256 };
}

/**
 * A certificate authority of the simulator, with a cached certificate for each requested host. Needs the openssl
 * program.
 */
export class Certificates {
  private readonly contexts = new Map<string, Promise<SecureContext>>();

  private constructor(private readonly folder: string) {}

  /** CA certificate that a client must trust. */
  get caFile(): string {
    return path.join(this.folder, 'ca.pem');
  }

  static async open(cacheDir: string): Promise<Certificates> {
    return new Certificates(await cachedFolder(path.join(cacheDir, 'authority'), makeAuthority));
  }

  contextOf(host: string): Promise<SecureContext> {
    const made = this.contexts.get(host) ?? this.load(host);
    this.contexts.set(host, made);
    return made;
  }

  private async load(host: string): Promise<SecureContext> {
    const folder = await cachedFolder(path.join(this.folder, 'hosts', host), (work) =>
      makeLeaf(work, { host, authority: this.folder }),
    );
    const [key, cert] = await Promise.all([
      readFile(path.join(folder, 'key.pem')),
      readFile(path.join(folder, 'cert.pem')),
    ]);
    return createSecureContext({ key, cert });
  }
}
