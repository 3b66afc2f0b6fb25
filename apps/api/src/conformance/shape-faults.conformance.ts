import { type Atom, type Fields, type Shape, type Tagged } from './shapes.conformance.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

const ATOMS: Readonly<Record<Atom, { readonly expected: string; readonly fits: (value: unknown) => boolean }>> = {
  s: { expected: 'text', fits: (value) => typeof value === 'string' },
  n: { expected: 'a number', fits: (value) => typeof value === 'number' && Number.isFinite(value) },
  b: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  iso: { expected: 'an ISO time in UTC with ms', fits: (value) => typeof value === 'string' && ISO.test(value) },
  any: { expected: 'anything', fits: (value) => value !== undefined },
};

type Faults<T> = (expected: T, value: unknown, path: string) => string[];
const TAGGED: { readonly [K in Tagged['$']]: Faults<Extract<Tagged, { $: K }>['of']> } = {
  opt: (expected, value, path) => (value === undefined || value === null ? [] : shapeFaults(expected, value, path)),
  list: (expected, value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, i) => shapeFaults(expected, entry, `${path}[${i}]`))
      : [`${path}: expected a list, got ${typeOf(value)}`],
  map: (expected, value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, entry]) => shapeFaults(expected, entry, `${path}.${key}`))
      : [`${path}: expected an object, got ${typeOf(value)}`],
  or: (expected, value, path) =>
    expected.some((alternative) => shapeFaults(alternative, value, path).length === 0)
      ? []
      : [
          `${path}: no alternative fits: ${expected.map((alternative) => shapeFaults(alternative, value, path).join(', ')).join(' / ')}`,
        ],
  is: (expected, value, path) =>
    value === expected ? [] : [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(value)}`],
  text: (expected, value, path) =>
    typeof value === 'string' && fits(expected, value)
      ? []
      : [`${path}: expected "${expected}", got ${JSON.stringify(value)}`],
};

/**
 * Differences between a value and a shape, each with its path; empty if there are none. Checks every entry of lists and
 * maps.
 */
export function shapeFaults(shape: Shape, value: unknown, path = 'body'): string[] {
  if (typeof shape === 'string')
    return ATOMS[shape].fits(value)
      ? []
      : [
          `${path}: expected ${ATOMS[shape].expected}, got ${typeOf(value)}${typeof value === 'string' ? ` "${value.slice(0, 40)}"` : ''}`,
        ];
  if (!isTagged(shape))
    return isObject(value)
      ? Object.entries(shape).flatMap(([name, of]) => shapeFaults(of, value[name], `${path}.${name}`))
      : [`${path}: expected an object, got ${typeOf(value)}`];
  const faults: Faults<never> = TAGGED[shape.$];
  return faults(shape.of as never, value, path);
}

const isTagged = (shape: Tagged | Fields): shape is Tagged => typeof shape['$'] === 'string' && shape['$'] in TAGGED;

const fits = (pattern: string, value: string): boolean =>
  new RegExp(
    `^${pattern
      .split('{}')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(value);
