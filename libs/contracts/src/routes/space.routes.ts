import { z } from 'zod';
import { defineRoute } from './route.js';

/** Bytes. Null: unknown (S3 without a quota). `other`: journals, thumbnails, manifests. */
export const getSpace = defineRoute({
  method: 'GET',
  path: '/api/v0/space',
  level: 'guest',
  summary: 'Free space, and used space by kind',
  data: z.object({
    free: z.int().nullable(),
    total: z.int().nullable(),
    used_total: z.int(),
    used: z.object({
      segments: z.int(),
      files: z.int(),
      chat: z.int(),
      clips: z.int(),
      local: z.int(),
      other: z.int(),
    }),
  }),
});
