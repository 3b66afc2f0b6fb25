const HIDDEN = '[hidden]';
const SECRET_NAME =
  /pass(word|phrase)?$|secret|token|authorization|cookie|credential|api_?key|access_?key|keyring|signature|headers$/i;
/** Does not look for the scheme, because that takes quadratic time. */
const USER_INFO = /(:\/\/)[^\s/@"']+@/g;
const SIGNED_QUERY =
  /([?&](?:X-Amz-Signature|X-Amz-Credential|X-Amz-Security-Token|sig|signature|token|access_token|key|auth|password)=)[^&\s"']+/gi;
/** Any parameter of a stream's address may be a token, whatever its name is. */
const QUERY = /(\bhttps?:\/\/[^\s?#"'<>]*\?)([^\s#"'<>]+)/gi;
const BEARER = /\b((?:Bearer|Basic|OAuth)\s+)[A-Za-z0-9._~+/=-]{8,}/g;
const MAX_DEPTH = 5;
const MAX_TEXT_CHARS = 8_192;

/**
 * Hides user info and the values of queries in URLs, signatures and tokens in other queries, and Bearer, Basic and OAuth
 * credentials; truncates at 8,192 characters.
 */
export function redactText(text: string): string {
  const short = text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
  return short
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(QUERY, (_, address: string, query: string) => `${address}${hiddenQuery(query)}`)
    .replace(SIGNED_QUERY, `$1${HIDDEN}`)
    .replace(BEARER, `$1${HIDDEN}`);
}

/** A query without names is hidden as a whole. */
const hiddenQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => `${pair.slice(0, pair.indexOf('=') + 1)}${HIDDEN}`)
    .join('&');

/**
 * Makes log fields safe to store: hides secrets by field name and by pattern, converts errors to plain objects, and
 * cuts cycles and depth. Never throws, whatever the input.
 */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return plainObject(fields, 0, new Set());
}

function plainObject(value: object, depth: number, ancestors: ReadonlySet<object>): Record<string, unknown> {
  const inside = new Set([...ancestors, value]);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && inner !== null && inner !== undefined && typeof inner !== 'boolean'
        ? HIDDEN
        : plain(inner, depth + 1, inside),
    ]),
  );
}

function plain(value: unknown, depth: number, ancestors: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  return ancestors.has(value) || depth > MAX_DEPTH ? '[cut]' : plainValue(value, depth, ancestors);
}

function plainValue(value: object, depth: number, ancestors: ReadonlySet<object>): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return plainError(value, depth, ancestors);
  if (Array.isArray(value))
    return value.slice(0, 100).map((inner) => plain(inner, depth + 1, new Set([...ancestors, value])));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  return plainObject(value, depth, ancestors);
}

function plainError(error: Error, depth: number, ancestors: ReadonlySet<object>): Record<string, unknown> {
  const { code, data } = error as { readonly code?: unknown; readonly data?: unknown };
  return {
    name: error.name,
    message: redactText(error.message),
    ...(code === undefined ? {} : { code }),
    ...(typeof data === 'object' && data !== null && Object.keys(data).length > 0
      ? { data: plain(data, depth + 1, ancestors) }
      : {}),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: plain(error.cause, depth + 1, new Set([...ancestors, error])) }),
  };
}
