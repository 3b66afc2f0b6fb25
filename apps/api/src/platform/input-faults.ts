import { type FieldFault, UserError } from '#libs/errors';
import { english, joined, type Message, message, readFieldMessage, withEnglish } from '#libs/messages';
import { type z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The request has a body that is not JSON. */
export const JSON_NEEDED = message('field.json-needed');

/** A fault of a field with a translatable message. */
interface InputFault extends FieldFault {
  readonly message: Message;
}

/**
 * Parses an input. The faults name each wrong field as the caller wrote it: `config.motd`, `list[2].url`.
 * @param root name of the input itself, for a fault of the whole
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  root: string,
): { readonly data: z.output<S>; readonly faults: null } | { readonly data: undefined; readonly faults: InputFault[] } {
  const read = schema.safeParse(value, { reportInput: true }); // a missing field is known by its value
  return read.success
    ? { data: read.data, faults: null }
    : { data: undefined, faults: inputFaults(read.error.issues, root) };
}

/** Maximum number of reported faults. More of them are an attack and need no explanation. */
export const MAX_FAULTS = 100;

function inputFaults(issues: readonly Issue[], root: string): InputFault[] {
  return issues.slice(0, MAX_FAULTS).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys
        .slice(0, MAX_FAULTS)
        .map((key) => ({ path: pathOf([...issue.path, key], root), message: message('field.unknown') }));
    return [{ path: pathOf(issue.path, root), message: messageOf(issue, root) }];
  });
}

/** Maximum number of faults in the message of a response; `fields` contains more. */
const MAX_IN_LINE = 20;

/** Error that refuses an input. Its message combines those of the fields, for clients that show one line (v0). */
export function invalidInput(fields: readonly FieldFault[]): UserError {
  const named = fields.slice(0, MAX_IN_LINE).map(({ path, message: fault }) => message('field.named', { path, fault }));
  return new UserError(withEnglish(joined(named) ?? message('field.not-valid')), { code: 'invalid-input', fields });
}

/** All faults in one line of English, for the log. */
export const faultsText = (faults: readonly FieldFault[]): string =>
  faults
    .map((f) => `${f.path}: ${typeof f.message === 'string' ? f.message : english(f.message)}`)
    .join('; ')
    .slice(0, 2000);

function pathOf(path: readonly PropertyKey[], root: string): string {
  const text = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`),
    '',
  );
  return (text === '' ? root : text).slice(0, 200);
}

function messageOf(issue: Issue, root: string): Message {
  const isMissing = issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined;
  if (!isMissing || readFieldMessage(issue.message)) return issueMessage(issue);
  return issue.path.length === 0 && root === 'body' ? JSON_NEEDED : message('field.required');
}

/** Type names of zod. */
const TYPES: Readonly<Record<string, Message>> = {
  string: message('field.string'),
  number: message('field.number'),
  nan: message('field.number'),
  int: message('field.whole-number'),
  boolean: message('field.boolean'),
  array: message('field.list'),
  object: message('field.object'),
  record: message('field.object'),
  null: message('field.null'),
  undefined: message('field.not-given'),
  never: message('field.not-given'),
};
const FORMATS: Readonly<Record<string, Message>> = {
  uuid: message('field.uuid'),
  url: message('field.address'),
  date: message('field.date'),
  datetime: message('field.moment'),
  regex: message('field.form'),
};

/** All properties of an issue that a message may use, whatever its code. */
interface IssueProperties {
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

/** Unit that a limit counts by type: characters or entries. For other types the limit applies to the number itself. */
const MEASURES: Readonly<Record<string, 'characters' | 'entries'>> = { string: 'characters', array: 'entries' };
type LimitKind = 'at-least' | 'more-than' | 'at-most' | 'less-than';

function limit({ origin = '', exact }: IssueProperties, amount: unknown, bound: LimitKind): Message {
  const measure = MEASURES[origin];
  const n = String(amount);
  if (measure !== undefined && exact === true) return message(`field.exactly-${measure}`, { n });
  if (measure === undefined || bound === 'more-than' || bound === 'less-than') return message(`field.${bound}`, { n });
  return message(`field.${bound}-${measure}`, { n });
}

const BY_CODE: Readonly<Record<string, (complaint: IssueProperties) => Message | undefined>> = {
  too_small: (complaint) =>
    complaint.minimum === 1 && complaint.origin !== undefined && complaint.origin in MEASURES
      ? message('field.not-empty')
      : limit(complaint, complaint.minimum, complaint.inclusive === false ? 'more-than' : 'at-least'),
  too_big: (complaint) => limit(complaint, complaint.maximum, complaint.inclusive === false ? 'less-than' : 'at-most'),
  invalid_value: ({ values = [] }) =>
    message('field.one-of', { choices: values.map((value) => (value === '' ? "''" : String(value))).join(', ') }),
  invalid_type: ({ expected = '' }) => TYPES[expected],
  invalid_format: ({ format = '' }) => FORMATS[format],
  not_multiple_of: ({ divisor }) => message('field.multiple', { n: String(divisor) }),
};

/**
 * Message for the operator: that of a Vodkeep schema, or one for zod's code. zod's own texts are never shown, because
 * its locales leave type names in English.
 */
export const issueMessage = (issue: Issue): Message =>
  readFieldMessage(issue.message) ?? BY_CODE[issue.code]?.(issue) ?? message('field.not-valid');
