import { BaseSchema1795910400000 } from './1795910400000-base-schema.js';
import { AddJobFollowing1795960200000 } from './1795960200000-job-following.js';

/** In order of their numbers. */
export const MIGRATIONS = [BaseSchema1795910400000, AddJobFollowing1795960200000] as const;

/**
 * Bases of earlier versions whose schema changed under the same name, so the name does not tell which schema a database
 * has. A database that has one of them cannot be upgraded.
 */
export const OLD_BASES: readonly string[] = ['BaseSchema1764374400000'];
