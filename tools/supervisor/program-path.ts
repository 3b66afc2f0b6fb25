import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** First executable of this name on a PATH; null if there is none. */
export function programPath(name: string, path: string): string | null {
  return (
    path
      .split(delimiter)
      .filter((dir) => dir !== '')
      .map((dir) => join(dir, name))
      .find(isExecutable) ?? null
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
