import { putNotifications, SETTINGS } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { english, fieldMessage, translate } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { faultsText, invalidInput, parseInput } from './input-faults.js';

const shape = z.strictObject({ name: z.string(), list: z.array(z.strictObject({ n: z.number() })).optional() });
const inEnglish = (faults: readonly FieldFault[]) =>
  faults.map(({ path, message }) => ({ path, message: typeof message === 'string' ? message : english(message) }));
const faultsIn = (schema: z.ZodType, value: unknown) => parseInput(schema, value, 'body').faults ?? [];
const faultsOf = (value: unknown) => inEnglish(faultsIn(shape, value));

it('names every unknown key, however deep', () => {
  expect(faultsOf({ name: 'x', a: 1, b: 2, list: [{ n: 1 }, { n: 2, z: 3 }] })).toEqual(
    expect.arrayContaining([
      { path: 'a', message: 'is not a known field' },
      { path: 'b', message: 'is not a known field' },
      { path: 'list[1].z', message: 'is not a known field' },
    ]),
  );
});

it('distinguishes a missing field from a wrong one', () => {
  expect(faultsOf({ list: [{ n: 'x' }] })).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'list[0].n', message: 'must be a number' },
  ]);
});

it('recognises a missing field by its value, not by the text of zod', () => {
  const worded = z.object({
    name: z.string({ error: () => 'fehlt' }),
    n: z.number({ error: () => 'received undefined' }),
  });
  expect(inEnglish(faultsIn(worded, { n: 'x' }))).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'n', message: 'must be a number' },
  ]);
});

it('reports a missing body', () => {
  expect(faultsOf(undefined)).toEqual([
    { path: 'body', message: 'a JSON body is required (Content-Type: application/json)' },
  ]);
});

it('refuses an input with the faults of its fields in one line, in the language of the reader', () => {
  const { localized } = invalidInput(faultsIn(shape, { list: [{ n: 'x' }] }));
  expect(localized && (['en', 'de'] as const).map((language) => translate(language, localized))).toEqual([
    'name: is required; list[0].n: must be a number',
    'name: muss angegeben werden; list[0].n: muss eine Zahl sein',
  ]);
});

it('lists at most 20 faults in its message, and 100 in the fields', () => {
  const { message, fields } = invalidInput(
    faultsIn(shape, { name: 'x', ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, i])) }),
  );
  expect([fields.length, message.split('; ').length]).toEqual([100, 20]);
});

it('limits the line for the log to 2000 characters', () => {
  expect(
    faultsText(faultsIn(shape, Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, i])))).length,
  ).toBe(2000);
});

it('describes limits in words, and keeps the texts of a schema', () => {
  const schema = z.object({
    a: z.number().max(60),
    b: z.string().min(3),
    c: z.enum(['x', 'y']),
    d: z.string().refine((text) => text !== '', fieldMessage('field.no-spaces')),
  });
  expect(inEnglish(faultsIn(schema, { a: 61, b: 'z', c: 'q', d: '' })).map((f) => f.message)).toEqual([
    'must be at most 60',
    'must have at least 3 characters',
    'must be one of: x, y',
    'must not contain spaces',
  ]);
});

it('describes limits of integers, empty choices and required prefixes of addresses', () => {
  const complaintsOf = (schema: z.ZodType, value: unknown) => inEnglish(faultsIn(schema, value)).map((f) => f.message);
  expect([
    complaintsOf(putNotifications.body, { streamOnline: 99 }),
    complaintsOf(putNotifications.body, { streamOnline: 1.5 }),
  ]).toEqual([['must be at most 31'], ['must be a whole number']]);
  expect(complaintsOf(z.enum(['a', 'b', '']), 'c')).toEqual(["must be one of: a, b, ''"]);
  expect([
    complaintsOf(SETTINGS['websocket_client_address'].schema, 'http://x'),
    complaintsOf(SETTINGS['websocket_client_address'].schema, 'x'),
  ]).toEqual([
    ['must be an address that begins with ws://, wss://'],
    ['must be an address that begins with ws://, wss://'],
  ]);
});
