import { type FieldFault } from '#libs/errors';
import { type z } from 'zod';

type Issue = z.core.$ZodIssue;

export const JSON_NEEDED = 'a JSON body is needed (Content-Type: application/json)';

/** zod's complaints as a list that names each wrong field the way the caller wrote it: `config.motd`, `list[2].url`. */
export function inputFaults(issues: readonly Issue[], root: string): FieldFault[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: pathOf([...issue.path, key], root), message: 'is not a known field' }));
    return [{ path: pathOf(issue.path, root), message: textOf(issue, root) }];
  });
}

/** One line for clients that show a single message (v0). */
export const faultsText = (faults: readonly FieldFault[]): string =>
  faults
    .map((f) => `${f.path}: ${f.message}`)
    .join('; ')
    .slice(0, 2000);

function pathOf(path: readonly PropertyKey[], root: string): string {
  const text = path.reduce<string>(
    (so, part) => (typeof part === 'number' ? `${so}[${part}]` : `${so}${so === '' ? '' : '.'}${String(part)}`),
    '',
  );
  return (text === '' ? root : text).slice(0, 200);
}

function textOf(issue: Issue, root: string): string {
  if (issue.code !== 'invalid_type' || !issue.message.endsWith('received undefined')) return issueText(issue);
  if (issue.path.length > 0) return 'is required';
  return root === 'body' ? JSON_NEEDED : 'is required';
}

const MEASURED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/**
 * Types as zod calls them, in words; every one of them has its row in i18n/field-texts.ts, so that no answer is half in
 * English.
 */
const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  nan: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
  undefined: 'must not be given',
  never: 'must not be given',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a uuid',
  url: 'must be an address',
  date: 'must be a date such as 2026-11-28',
  datetime: 'must be a moment such as 2026-11-28T10:00:00Z',
  regex: 'does not have the right form',
};

/** What of an issue its words may need, whatever its code. */
interface Told {
  readonly code: string;
  readonly message: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly exact?: boolean;
  readonly values?: readonly unknown[];
  readonly expected?: string;
  readonly format?: string;
  readonly divisor?: number;
}

/** `must be at least 3 characters`. @param word for a limit that itself fits, and for one that does not */
const limit = (
  { origin = '', exact, inclusive }: Told,
  amount: unknown,
  [within, beyond]: readonly [string, string],
): string => {
  const bound = inclusive === false ? beyond : within;
  return `must be ${exact === true ? 'exactly' : bound} ${String(amount)}${MEASURED[origin] ?? ''}`;
};

const BY_CODE: Readonly<Record<string, (told: Told) => string | undefined>> = {
  too_small: (told) =>
    told.minimum === 1 && told.origin !== undefined && told.origin in MEASURED
      ? 'must not be empty'
      : limit(told, told.minimum, ['at least', 'more than']),
  too_big: (told) => limit(told, told.maximum, ['at most', 'less than']),
  invalid_value: ({ values = [] }) =>
    `must be one of: ${values.map((value) => (value === '' ? "''" : String(value))).join(', ')}`,
  invalid_type: ({ expected = '' }) => TYPES[expected],
  invalid_format: ({ format = '' }) => FORMATS[format],
  not_multiple_of: ({ divisor }) => `must be a multiple of ${String(divisor)}`,
};

/**
 * A complaint in words for the operator; what a schema says in its own words stays. zod's own words never get out: its
 * locales leave the names of types in English.
 */
export function issueText(issue: Issue): string {
  if (!/^(Too (small|big)|Invalid)/.test(issue.message)) return issue.message;
  return BY_CODE[issue.code]?.(issue) ?? 'is not valid';
}
