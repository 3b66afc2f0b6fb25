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
  or: (expected, value, path) => {
    const faults = expected.map((alternative) => shapeFaults(alternative, value, path));
    return faults.some((found) => found.length === 0)
      ? []
      : [`${path}: no alternative fits: ${faults.map((found) => found.join(', ')).join(' / ')}`];
  },
  is: (expected, value, path) =>
    value === expected ? [] : [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(value)}`],
  text: (expected, value, path) =>
    typeof value === 'string' && matches(expected, value)
      ? []
      : [`${path}: expected "${expected}", got ${JSON.stringify(value)}`],
};

/**
 * Differences between a value and a shape, each with its path; empty if there are none. Checks every entry of lists and
 * maps.
 */
export function shapeFaults(shape: Shape, value: unknown, path = 'body'): string[] {
  if (typeof shape === 'string') {
    const { expected, fits } = ATOMS[shape];
    const shown = typeof value === 'string' ? ` "${value.slice(0, 40)}"` : '';
    return fits(value) ? [] : [`${path}: expected ${expected}, got ${typeOf(value)}${shown}`];
  }
  if (!isTagged(shape))
    return isObject(value)
      ? Object.entries(shape).flatMap(([name, of]) => shapeFaults(of, value[name], `${path}.${name}`))
      : [`${path}: expected an object, got ${typeOf(value)}`];
  const faults: Faults<never> = TAGGED[shape.$];
  return faults(shape.of as never, value, path);
}

const isTagged = (shape: Tagged | Fields): shape is Tagged => typeof shape['$'] === 'string' && shape['$'] in TAGGED;

/** Whether a text matches a pattern, in which `{}` stands for any text. */
function matches(pattern: string, value: string): boolean {
  const parts = pattern.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(value);
}
