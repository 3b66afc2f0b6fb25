import { z } from 'zod';
import { ServiceHealth } from '../entities/health.js';
import { defineRoute } from './route.js';

export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/v0/health',
  level: 'guest',
  summary: 'Health of every service, with its faults',
  data: z.object({ ok: z.boolean(), services: z.array(ServiceHealth) }),
});
