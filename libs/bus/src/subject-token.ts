/**
 * A message key as one subject token. NATS gives `.`, `*`, `>` and blanks a meaning, so everything but letters, digits,
 * `_` and `-` becomes `=` and its UTF-8 bytes in hex; two keys never share a token.
 */
export function subjectToken(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9_-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
