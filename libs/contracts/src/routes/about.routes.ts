import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { localized } from '../localized.js';
import { defineRoute } from './route.js';

/** States of a tool in v0's spelling. `not needed`: missing, but Vodkeep does its work itself. */
export const TOOL_STATES = ['ok', 'outdated', 'not found', 'broken', 'not needed'] as const;

export const getAbout = defineRoute({
  method: 'GET',
  path: '/api/v0/about',
  level: 'admin',
  summary: 'Versions, tools and memory',
  data: z.object({
    version: z.string(),
    node: z.string(),
    bins: z.record(
      z.string(),
      z.object({
        path: z.string().nullable(),
        status: z.enum(TOOL_STATES),
        version: z.string().optional(),
        min_version: z.string().optional(),
        /** Where the program was searched for. Addition to v0. */
        tried: localized(),
      }),
    ),
    pip: z.record(z.string(), z.unknown()),
    is_docker: z.boolean(),
    memory: z.record(z.string(), z.number()),
    licenses: z.string(),
  }),
});

/** An HTML page, as in v0. */
export const getLicence = defineRoute({
  method: 'GET',
  path: '/api/v0/about/license',
  level: 'admin',
  summary: 'Licence of an npm, Debian or Python package in Vodkeep or its tools',
  query: z.strictObject({
    package_name: z
      .string()
      .max(214)
      .regex(/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9.+_-]*$/i, fieldMessage('field.not-package-name')),
  }),
  shape: 'raw',
  errors: { 'licence-missing': 404 },
});
