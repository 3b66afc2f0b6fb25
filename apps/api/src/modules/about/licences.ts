import { UserError } from '#libs/errors';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|unlicense)([._-].*)?$/i;
/** Longer texts are collections of many. */
const MOST_CHARACTERS = 500_000;

const missing = (name: string) =>
  new UserError('licence-missing', `There is no licence of '${name}' here.`, { status: 404, data: { name } });

/**
 * Text of the licence of a package that Vodkeep is made of.
 * @param name as npm has it; it must be checked to be one
 * @throws UserError `licence-missing` (404)
 */
export async function licenceOf(name: string, from: string = import.meta.dirname): Promise<string> {
  for (const folder of foldersAbove(from)) {
    const place = name === 'vodkeep' ? folder : join(folder, 'node_modules', name);
    const file = (await readdir(place).catch(() => [])).find((one) => LICENCE_FILE.test(one));
    if (file !== undefined) return (await readFile(join(place, file), 'utf8')).slice(0, MOST_CHARACTERS);
  }
  throw missing(name);
}

function foldersAbove(from: string): string[] {
  const above = dirname(from);
  return above === from ? [from] : [from, ...foldersAbove(above)];
}
