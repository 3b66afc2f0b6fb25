import { z } from 'zod';
import { ServiceHealth } from '../entities/health.js';
import { defineRoute } from './route.js';

export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/v0/health',
  level: 'guest',
  summary: 'Every service and what is wrong with it',
  data: z.object({ ok: z.boolean(), services: z.array(ServiceHealth) }),
});
