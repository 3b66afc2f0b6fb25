import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { defineRoute } from './route.js';

/** Any text without control characters; a `/` in it is percent-encoded in the URL. */
const Key = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u, fieldMessage('field.no-control-characters')),
});
/** `version` (addition to v0): changes with each PUT and is never reused for the same key. */
const KeyValue = z.object({
  value: z.string(),
  created: z.iso.datetime(),
  expires: z.iso.datetime().optional(),
  version: z.int(),
});
const missing = { 'key-missing': 404 };

/** Storage for the operator's scripts. Vodkeep itself stores nothing here (v0 stores its own state). */
export const listKeyValues = defineRoute({
  method: 'GET',
  path: '/api/v0/keyvalue',
  level: 'admin',
  summary: 'All stored values by key',
  data: z.record(z.string(), KeyValue),
});
export const getKeyValue = defineRoute({
  method: 'GET',
  path: '/api/v0/keyvalue/:key',
  level: 'admin',
  summary: 'One stored value',
  params: Key,
  data: KeyValue,
  errors: missing,
});
/**
 * `expires`: when the value is deleted automatically; absent: never. A second PUT replaces both. `version`: version of
 * the value that was edited, 0 if there was none. If it is not current, nothing is stored.
 */
export const putKeyValue = defineRoute({
  method: 'PUT',
  path: '/api/v0/keyvalue/:key',
  level: 'admin',
  summary: 'Store a value',
  params: Key,
  body: z
    .strictObject({
      value: z.string().max(65_536).optional(),
      expires: z.iso.datetime().nullable().optional(),
      version: z.int().min(0).optional(),
    })
    .optional(),
  data: KeyValue,
  conflict: KeyValue.nullable(),
  errors: { 'edit-conflict': 409, 'no-value': 400, 'expiry-past': 400 },
});
export const deleteKeyValue = defineRoute({
  method: 'DELETE',
  path: '/api/v0/keyvalue/:key',
  level: 'admin',
  summary: 'Delete a value',
  params: Key,
  errors: missing,
});
export const deleteKeyValues = defineRoute({
  method: 'DELETE',
  path: '/api/v0/keyvalue',
  level: 'admin',
  summary: 'Delete all values',
});
