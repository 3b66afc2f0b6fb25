import { readFileSync } from 'node:fs';
import { type FieldFault, localizedOf, messageOf } from '#libs/errors';
import { message } from '#libs/messages';

export type Texts = Readonly<Record<string, string | undefined>>;

/** Reads a file as text. Passed as a parameter, so that tests need no disk. */
export type ReadText = (path: string) => string;
export const readTextFile: ReadText = (path) => readFileSync(path, 'utf8');

/**
 * Parses the file named by VODKEEP_CONFIG_FILE: a JSON object of `"VODKEEP_X": value`, or lines `VODKEEP_X=value` with
 * `#` comments. The environment overrides it.
 */
export function readConfigFile(text: string, faults: FieldFault[]): Texts {
  return text.trimStart().startsWith('{') ? fromJson(text, faults) : fromLines(text, faults);
}

function fromJson(text: string, faults: FieldFault[]): Texts {
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  } catch (error) {
    faults.push({ path: 'VODKEEP_CONFIG_FILE', message: `is not JSON: ${messageOf(error)}` });
    return {};
  }
}

function fromLines(text: string, faults: FieldFault[]): Texts {
  const values: Record<string, string> = {};
  for (const [i, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const pair = /^(?:export\s+)?([A-Z0-9_]+)\s*=\s*(.*)$/.exec(line);
    if (pair) values[pair[1] ?? ''] = (pair[2] ?? '').replace(/^(['"])(.*)\1$/, '$2');
    else faults.push({ path: 'VODKEEP_CONFIG_FILE', message: `line ${i + 1} is not NAME=value` });
  }
  return values;
}

/** Reads a secret from the file named by `<env>_FILE`, without the trailing line break. */
export function readSecretFile(
  env: string,
  path: string,
  { read, faults }: { readonly read: ReadText; readonly faults: FieldFault[] },
): string | undefined {
  try {
    const text = read(path).replace(/\r?\n$/, '');
    if (text !== '') return text;
    faults.push({ path: `${env}_FILE`, message: message('field.file-empty', { path }) });
  } catch (error) {
    faults.push({ path: `${env}_FILE`, message: message('field.file-unreadable', { why: localizedOf(error) }) });
  }
  return undefined;
}
