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

type Faults<T> = (of: T, value: unknown, at: string) => string[];
const TAGGED: { readonly [K in Tagged['$']]: Faults<Extract<Tagged, { $: K }>['of']> } = {
  opt: (of, value, at) => (value === undefined || value === null ? [] : shapeFaults(of, value, at)),
  list: (of, value, at) =>
    Array.isArray(value)
      ? value.flatMap((entry, i) => shapeFaults(of, entry, `${at}[${i}]`))
      : [`${at}: a list, not ${typeOf(value)}`],
  map: (of, value, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, entry]) => shapeFaults(of, entry, `${at}.${key}`))
      : [`${at}: an object, not ${typeOf(value)}`],
  or: (of, value, at) =>
    of.some((one) => shapeFaults(one, value, at).length === 0)
      ? []
      : [`${at}: none of what it may be: ${of.map((one) => shapeFaults(one, value, at).join(', ')).join(' / ')}`],
  is: (of, value, at) => (value === of ? [] : [`${at}: ${JSON.stringify(of)}, not ${JSON.stringify(value)}`]),
  text: (of, value, at) =>
    typeof value === 'string' && fits(of, value) ? [] : [`${at}: "${of}", not ${JSON.stringify(value)}`],
};

/**
 * What differs from the shape, each with its place; empty where nothing does. Of lists and maps every entry is looked
 * at.
 */
export function shapeFaults(shape: Shape, value: unknown, at = 'body'): string[] {
  if (typeof shape === 'string')
    return ATOMS[shape].fits(value)
      ? []
      : [
          `${at}: ${ATOMS[shape].expected}, not ${typeOf(value)}${typeof value === 'string' ? ` "${value.slice(0, 40)}"` : ''}`,
        ];
  if (!isTagged(shape))
    return isObject(value)
      ? Object.entries(shape).flatMap(([name, of]) => shapeFaults(of, value[name], `${at}.${name}`))
      : [`${at}: an object, not ${typeOf(value)}`];
  const faults: Faults<never> = TAGGED[shape.$];
  return faults(shape.of as never, value, at);
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
