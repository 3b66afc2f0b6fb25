import { z } from 'zod';
import { defineRoute, SiteRef } from './route.js';

/**
 * Signed calls of the site, at v0's URL; the answer follows the site's own protocol. `instance` is accepted and has no
 * effect.
 */
export const siteHook = defineRoute({
  method: 'POST',
  path: '/api/v0/hook/:kind',
  level: 'none',
  summary: 'Webhook of a site',
  params: SiteRef,
  query: z.object({ instance: z.string().max(200).optional() }),
  body: z.unknown(),
  shape: 'raw',
});
