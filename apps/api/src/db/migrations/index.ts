import { Recording1764288000000 } from './1764288000000-recording.js';

/** In order of birth; forward only, one concern each. */
export const MIGRATIONS = [Recording1764288000000] as const;
