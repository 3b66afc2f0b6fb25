import { BaseSchema1764374400000 } from './1764374400000-base-schema.js';

/** In order of their numbers. */
export const MIGRATIONS = [BaseSchema1764374400000] as const;
