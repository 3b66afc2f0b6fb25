import { SEGMENT_MIME } from '#libs/contracts';

const TYPES: Readonly<Record<string, string>> = {
  ...SEGMENT_MIME,
  ndjson: 'application/x-ndjson',
};

/** Media type of an object of a part, determined by the ending of its key. */
export const contentTypeOf = (key: string): string =>
  TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
