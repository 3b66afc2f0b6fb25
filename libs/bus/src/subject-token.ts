/**
 * A message key as one subject token. NATS gives `.`, `*`, `>` and blanks a meaning, so everything but letters, digits,
 * `_` and `-` becomes `=` and its UTF-8 bytes in hex; two keys never share a token.
 */
export function subjectToken(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9_-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/** The key of a token made by {@link subjectToken}. */
export function keyOfToken(token: string): string {
  return token.replaceAll(/(=[0-9a-f]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
}
