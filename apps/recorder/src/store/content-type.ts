const TYPES: Readonly<Record<string, string>> = {
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  aac: 'audio/aac',
  mp3: 'audio/mpeg',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  vtt: 'text/vtt',
  ndjson: 'application/x-ndjson',
};

/** Media type of an object of a part, determined by the ending of its key. */
export const contentTypeOf = (key: string): string =>
  TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
