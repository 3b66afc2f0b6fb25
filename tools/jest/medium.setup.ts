import { jest } from '@jest/globals';

/** Real servers start, and on a fresh clone, media are encoded first. */
jest.setTimeout(60_000);
