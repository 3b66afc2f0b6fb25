import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { output } from '#libs/process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pythonLicence } from './python-licence.js';

const LICENCE_FILE = /^(licen[cs]e|copying|unlicense)([._-].*)?$/i;
/** Longer texts are collections of many. */
const MOST_CHARACTERS = 500_000;
const PROBE_MS = 10_000;
/** Debian's, of each package that is installed (debian-policy 12.5). */
const DEBIAN_DOCS = '/usr/share/doc';
/** Tools that About lists under another name than their package has. */
const PACKAGES: Readonly<Record<string, string>> = { ffprobe: 'ffmpeg', python: 'python3', node: 'nodejs' };

interface Places {
  /** The folder that packages of npm are looked for from, upwards. */
  readonly from?: string;
  readonly debianDocs?: string;
  /** Where programs are looked for, as the environment has it. */
  readonly path?: string;
}

const missing = (name: string) => new UserError(message('error.licence-missing', { name }), { status: 404 });

/**
 * Text of the licence of a package: of npm that Vodkeep is made of, of Debian or of Python that its tools come from.
 * @param name as npm, Debian or PyPI has it, or a tool's; it must be checked to be one
 * @throws UserError `licence-missing` (404)
 */
export async function licenceOf(name: string, places: Places = {}): Promise<string> {
  for (const licenceFrom of [npmLicence, debianLicence, nodeLicence, pipLicence]) {
    const text = await licenceFrom(name, places);
    if (text !== null) return text.slice(0, MOST_CHARACTERS);
  }
  throw missing(name);
}

async function npmLicence(name: string, { from = import.meta.dirname }: Places): Promise<string | null> {
  for (const folder of foldersAbove(from)) {
    const text = await textIn(name === 'vodkeep' ? folder : join(folder, 'node_modules', name));
    if (text !== null) return text;
  }
  return null;
}

async function textIn(folder: string): Promise<string | null> {
  const file = (await readdir(folder).catch(() => [])).find((one) => LICENCE_FILE.test(one));
  return file === undefined ? null : readFile(join(folder, file), 'utf8');
}

/** Packages of one source share a folder by a link; one that leads out of the documents is not followed. */
async function debianLicence(name: string, { debianDocs = DEBIAN_DOCS }: Places): Promise<string | null> {
  if (name.includes('/')) return null;
  const places = [debianDocs, join(debianDocs, PACKAGES[name] ?? name, 'copyright')];
  const [docs, file] = await Promise.all(places.map((place) => realpath(place).catch(() => null)));
  return docs && file?.startsWith(docs + sep) ? readFile(file, 'utf8') : null;
}

/** Where Node is no package of Debian, its licence stands beside its `bin`. */
const nodeLicence = (name: string): Promise<string | null> =>
  name === 'node' ? textIn(dirname(dirname(process.execPath))) : Promise.resolve(null);

async function pipLicence(name: string, { path }: Places): Promise<string | null> {
  return pythonLicence(name, { path: path ?? (await ownPath()), licenceFile: LICENCE_FILE });
}

const ownPath = (): Promise<string> =>
  output({ file: 'sh', args: ['-c', 'printf %s "$PATH"'], signal: AbortSignal.timeout(PROBE_MS) });

function foldersAbove(from: string): string[] {
  const above = dirname(from);
  return above === from ? [from] : [from, ...foldersAbove(above)];
}
