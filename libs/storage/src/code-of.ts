/**
 * The `code` of a system or S3 error (`ENOENT`, `NoSuchKey`), else ''. No instanceof: jest's Error is not the one
 * node:fs throws.
 */
export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
