import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';

/** Maximum number of reported faults. More of them are an attack and need no explanation. */
const MAX_FAULTS = 20;

/**
 * Finds texts that cannot be stored: with a NUL (Postgres refuses it in text and jsonb), or with half a surrogate pair
 * (not valid in UTF-8).
 * @returns one fault for each, with its path as the caller wrote it
 */
export function unstorableTexts(value: unknown, root: string): FieldFault[] {
  const faults: FieldFault[] = [];
  findUnstorable(value, '', (path) => {
    if (faults.length < MAX_FAULTS)
      faults.push({ path: path === '' ? root : path, message: message('field.broken-text') });
  });
  return faults;
}

function findUnstorable(value: unknown, path: string, found: (path: string) => void): void {
  if (typeof value === 'string') {
    if (isUnstorable(value)) found(path);
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((one, n) => {
      findUnstorable(one, `${path}[${n}]`, found);
    });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (isUnstorable(key)) found(path);
    else findUnstorable(one, at, found);
  }
}

const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();
