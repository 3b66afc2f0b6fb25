import { resolve } from 'node:path';

/** What Node needs to run our TypeScript as it lies there; the file and its arguments follow. */
export const SOURCE_FLAGS = [
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
  '--conditions=source',
  '--import',
  resolve(import.meta.dirname, 'from-source.mjs'),
];
