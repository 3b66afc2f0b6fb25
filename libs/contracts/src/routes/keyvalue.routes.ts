import { z } from 'zod';
import { defineRoute } from './route.js';

/** Any text without control characters; one with `/` is percent-encoded in the address. */
const Key = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u, 'must not hold control characters'),
});
const KeyValue = z.object({ value: z.string(), created: z.iso.datetime(), expires: z.iso.datetime().optional() });
const missing = { 'key-missing': 404 };

/** What scripts of the operator keep with us; nothing of Vodkeep itself stands here (v0 keeps its own state in it). */
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
/** `expires`: when it goes by itself; not given: never. A second PUT replaces both. */
export const putKeyValue = defineRoute({
  method: 'PUT',
  path: '/api/v0/keyvalue/:key',
  level: 'admin',
  summary: 'Store a value',
  params: Key,
  body: z
    .strictObject({ value: z.string().max(65_536).optional(), expires: z.iso.datetime().nullable().optional() })
    .optional(),
  data: KeyValue,
  errors: { 'no-value': 400, 'expiry-past': 400 },
});
export const deleteKeyValue = defineRoute({
  method: 'DELETE',
  path: '/api/v0/keyvalue/:key',
  level: 'admin',
  summary: 'Forget a value',
  params: Key,
  errors: missing,
});
export const deleteKeyValues = defineRoute({
  method: 'DELETE',
  path: '/api/v0/keyvalue',
  level: 'admin',
  summary: 'Forget all values',
});
