import { type FieldFault } from '#libs/errors';
import { type z } from 'zod';

type Issue = z.core.$ZodIssue;

/** zod's complaints as a list that names each wrong field the way the caller wrote it: `config.motd`, `list[2].url`. */
export function inputFaults(issues: readonly Issue[], root: string): FieldFault[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: pathOf([...issue.path, key], root), message: 'is not a known field' }));
    return [{ path: pathOf(issue.path, root), message: textOf(issue, root) }];
  });
}

/** One line for clients that show a single message (v0). */
export const faultsText = (faults: readonly FieldFault[]): string => faults.map((f) => `${f.path}: ${f.message}`).join('; ').slice(0, 2000);

function pathOf(path: readonly PropertyKey[], root: string): string {
  const text = path.reduce<string>((so, part) => (typeof part === 'number' ? `${so}[${part}]` : `${so}${so === '' ? '' : '.'}${String(part)}`), '');
  return (text === '' ? root : text).slice(0, 200);
}

function textOf(issue: Issue, root: string): string {
  if (issue.code !== 'invalid_type' || !issue.message.endsWith('received undefined')) return issueText(issue);
  if (issue.path.length > 0) return 'is required';
  return root === 'body' ? 'a JSON body is needed (Content-Type: application/json)' : 'is required';
}

const MEASURED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** A complaint in words for the operator; what a schema says in its own words stays. */
export function issueText(issue: Issue): string {
  if (!/^(Too (small|big)|Invalid)/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_small': return `must be at least ${issue.minimum}${MEASURED[issue.origin] ?? ''}`;
    case 'too_big': return `must be at most ${issue.maximum}${MEASURED[issue.origin] ?? ''}`;
    case 'invalid_value': return `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_type': return `must be a ${issue.expected}`;
    default: return issue.message.replace(/^Invalid input: /, '');
  }
}
