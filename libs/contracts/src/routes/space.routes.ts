import { z } from 'zod';
import { localized } from '../localized.js';
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

/** Disks that Vodkeep writes to; folders on the same disk are one root, named by the first. */
export const SPACE_ROOTS = ['storage', 'data', 'database', 'messages'] as const;

/**
 * A disk and its write gate, in bytes. Below `limit` new recordings wait; below `seal_limit` running ones pause, too
 * (storage only; null otherwise). `text`: what Vodkeep does now; empty if the gate is open.
 */
export const SpaceRoot = z.object({
  name: z.enum(SPACE_ROOTS),
  title: localized(),
  path: z.string(),
  free: z.int(),
  total: z.int(),
  limit: z.int(),
  seal_limit: z.int().nullable(),
  state: z.enum(['open', 'low', 'sealed', 'read-only']),
  text: localized(),
});
export type SpaceRoot = z.infer<typeof SpaceRoot>;

export const listSpaceRoots = defineRoute({
  method: 'GET',
  path: '/api/v0/space/roots',
  level: 'admin',
  summary: 'Free space and write gate of each disk that Vodkeep writes to',
  data: z.object({
    roots: z.array(SpaceRoot),
    /** What the running recordings will still need, in bytes. */
    expected: z.int(),
    /** What is missing for them above the limit, in bytes. */
    missing: z.int(),
  }),
});
