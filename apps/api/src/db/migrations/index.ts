import { Recording1764288000000 } from './1764288000000-recording.js';
import { Door1764288001000 } from './1764288001000-door.js';

/** In order of birth; forward only, one concern each. */
export const MIGRATIONS = [Recording1764288000000, Door1764288001000] as const;
