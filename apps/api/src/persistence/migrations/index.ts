import { BaseSchema1795910400000 } from './1795910400000-base-schema.js';
import { AddJobFollowing1795960200000 } from './1795960200000-job-following.js';
import { AddPartNotices1795975200000 } from './1795975200000-part-notices.js';

/** In the order of their numbers. */
export const MIGRATIONS = [BaseSchema1795910400000, AddJobFollowing1795960200000, AddPartNotices1795975200000] as const;

/**
 * Base schemas of earlier versions that changed under the same name, so the name does not identify the schema of a
 * database. A database with one of them cannot be upgraded.
 */
export const OLD_BASES: readonly string[] = ['BaseSchema1764374400000'];
