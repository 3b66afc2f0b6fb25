import { z } from 'zod';
import { HealthReport } from '../entities/health.js';
import { definePulse } from '../message.js';

/** Entities whose changes the page shows; `-removed`: the row was deleted. */
export const UI_ENTITIES = [
  'vod',
  'vod-removed',
  'channel',
  'channel-removed',
  'job',
  'job-removed',
  'settings',
  'notice',
  'notification',
  'dead-letter',
  'video-download',
] as const;
/**
 * Reports after a commit that an entity changed. Every API process reads the entity again and sends it to its browsers.
 * `data` is only set if the row was deleted.
 */
export const uiChanged = definePulse(
  'ui',
  'id',
  z.object({
    entity: z.enum(UI_ENTITIES),
    id: z.string(),
    version: z.int(),
    data: z.record(z.string(), z.unknown()).optional(),
    actions: z.array(z.string()).optional(),
  }),
);

/** Health of a service, every 5 s. `id` is `<service>@<node>/<pid>`, so that each process is listed. */
export const serviceHealth = definePulse(
  'health',
  'id',
  z.object({ id: z.string(), at: z.int(), health: HealthReport }),
);
