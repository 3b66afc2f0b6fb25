import { z } from 'zod';

/**
 * How the requests for the media of a channel are made. Stored and sent sealed, as one text
 * ({@link sourceAccessText}).
 */
export interface SourceAccess {
  /** The Authorization header of the user info in the address; null: none. */
  readonly login: string | null;
  /** Further headers, by their name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Other hosts (`name` or `name:port`) that get the headers too. */
  readonly hosts: readonly string[];
  /** SHA-256 of accepted certificates, 64 hex digits in lower case. Empty: certificates are verified as usual. */
  readonly fingerprints: readonly string[];
  /** Certificates of further authorities, PEM; empty: none. */
  readonly ca: string;
}

/** The fields of a channel form that set the access, except the login, which is part of the address. */
export const SOURCE_ACCESS_FIELDS = ['source_headers', 'source_hosts', 'source_fingerprints', 'source_ca'] as const;

/** Access to a source that requires nothing beyond its address. */
export const NO_ACCESS: SourceAccess = { login: null, headers: {}, hosts: [], fingerprints: [], ca: '' };

const Headers = z.record(z.string(), z.string());
const Stored = z.object({
  login: z.string().nullable(),
  headers: Headers,
  hosts: z.array(z.string()),
  fingerprints: z.array(z.string()),
  ca: z.string(),
});

/** @param text of {@link sourceAccessText}, or headers as one JSON object */
export function parseSourceAccess(text: string): SourceAccess {
  const value: unknown = JSON.parse(text);
  const stored = Stored.safeParse(value);
  if (stored.success) return stored.data;
  const { authorization: login = null, ...headers } = Headers.parse(value);
  return { ...NO_ACCESS, login, headers };
}

/** A login alone is written as headers, which recorders of earlier versions read. */
export function sourceAccessText(access: SourceAccess): string | null {
  const { login, headers, hosts, fingerprints, ca } = access;
  if ([Object.keys(headers), hosts, fingerprints, ca].some(({ length }) => length > 0)) return JSON.stringify(access);
  return login === null ? null : JSON.stringify({ authorization: login });
}

/** The headers of each request to the channel's own origin. */
export const sourceHeadersOf = ({ login, headers }: SourceAccess): Readonly<Record<string, string>> => ({
  ...(login === null ? {} : { authorization: login }),
  ...headers,
});
