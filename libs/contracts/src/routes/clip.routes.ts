import { z } from 'zod';
import { Clip } from '../entities/clip.js';
import { defineRoute, numberText, Uuid } from './route.js';

const missing = { 'clip-missing': 404 };

export const listClips = defineRoute({
  method: 'GET',
  path: '/api/v0/clips',
  level: 'guest',
  summary: 'Saved clips, newest first, paged: before and before_uuid are the time and uuid of the last one of a page',
  query: z.strictObject({
    channel: z.uuid().optional(),
    limit: numberText(z.int().min(1).max(500)).default(100),
    before: z.iso.datetime().optional(),
    before_uuid: z.uuid().optional(),
  }),
  data: z.array(Clip),
});
export const getClip = defineRoute({
  method: 'GET',
  path: '/api/v0/clips/:uuid',
  level: 'guest',
  summary: 'One saved clip',
  params: Uuid,
  data: Clip,
  errors: missing,
});
export const deleteClip = defineRoute({
  method: 'DELETE',
  path: '/api/v0/clips/:uuid',
  level: 'admin',
  summary: 'Delete a saved clip and its media',
  params: Uuid,
  errors: missing,
});
