import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';

/** More would be an attack, not a mistake to be explained. */
const MOST_FAULTS = 20;

/**
 * Texts that no store takes: with a NUL (Postgres refuses it in text and jsonb), or with half a surrogate pair (no
 * UTF-8 says it).
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
