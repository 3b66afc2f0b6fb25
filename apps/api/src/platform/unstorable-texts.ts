import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';

/** Maximum number of reported faults. More of them are an attack and need no explanation. */
const MOST_FAULTS = 20;

/**
 * Finds texts that cannot be stored: with a NUL (Postgres refuses it in text and jsonb), or with half a surrogate pair
 * (not valid in UTF-8).
 * @returns one fault for each, with its path as the caller wrote it
 */
export function unstorableTexts(value: unknown, root: string): FieldFault[] {
  const faults: FieldFault[] = [];
  findBroken(value, '', (path) => {
    if (faults.length < MOST_FAULTS)
      faults.push({ path: path === '' ? root : path, message: message('field.broken-text') });
  });
  return faults;
}

function findBroken(value: unknown, path: string, found: (path: string) => void): void {
  if (typeof value === 'string') {
    if (isBroken(value)) found(path);
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((one, n) => {
      findBroken(one, `${path}[${n}]`, found);
    });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (isBroken(key)) found(path);
    else findBroken(one, at, found);
  }
}

const isBroken = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();
