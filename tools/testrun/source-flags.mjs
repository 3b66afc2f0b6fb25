import { resolve } from 'node:path';

/** Flags with which Node runs the TypeScript sources without a build; the file and its arguments follow. */
export const SOURCE_FLAGS = [
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
  '--conditions=source',
  '--import',
  resolve(import.meta.dirname, 'from-source.mjs'),
];
