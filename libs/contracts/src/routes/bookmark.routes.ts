import { z } from 'zod';
import { NewBookmark } from '../entities/vod-edit.js';
import { defineRoute, ListIndex, Uuid } from './route.js';

const missing = { 'vod-missing': 404 };

export const addBookmark = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/bookmark',
  level: 'admin',
  summary: 'Add a bookmark, also during the recording',
  params: Uuid,
  body: NewBookmark,
  errors: { ...missing, 'bad-moment': 400, 'too-many-bookmarks': 400 },
});
export const removeBookmark = defineRoute({
  method: 'DELETE',
  path: '/api/v0/vod/:uuid/bookmark',
  level: 'admin',
  summary: 'Delete a bookmark by its index in the list or by its id',
  params: Uuid,
  query: z.strictObject({ index: ListIndex.optional(), id: z.string().min(1).max(64).optional() }),
  errors: { ...missing, 'bookmark-missing': 400 },
});
