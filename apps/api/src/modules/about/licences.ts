import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { output } from '#libs/process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pythonLicence } from './python-licence.js';

const LICENCE_FILE = /^(licen[cs]e|copying|unlicense)([._-].*)?$/i;
/** A longer text is a collection of many licences; the answer is cut at this length. */
const MAX_CHARACTERS = 500_000;
const PROBE_TIMEOUT_MS = 10_000;
/** Debian stores the licence of each installed package here (Debian Policy 12.5). */
const DEBIAN_DOCS = '/usr/share/doc';
/** Debian package names of tools that About lists under another name. */
const PACKAGES: Readonly<Record<string, string>> = { ffprobe: 'ffmpeg', python: 'python3', node: 'nodejs' };

interface Places {
  /** The folder where the search for npm packages starts; it continues in the parent folders. */
  readonly from?: string;
  readonly debianDocs?: string;
  /** Search path for programs, in the format of the PATH variable. */
  readonly path?: string;
}

const missing = (name: string) => new UserError(message('error.licence-missing', { name }), { status: 404 });

/**
 * Returns the licence text of a package: an npm package that Vodkeep uses, or a Debian or Python package of one of its
 * tools.
 * @param name package name at npm, Debian or PyPI, or a tool name; the caller must validate it
 * @throws UserError `licence-missing` (404): the package is unknown or has no licence text
 */
export async function licenceOf(name: string, places: Places = {}): Promise<string> {
  for (const licenceFrom of [npmLicence, debianLicence, nodeLicence, pipLicence]) {
    const text = await licenceFrom(name, places);
    if (text !== null) return text.slice(0, MAX_CHARACTERS);
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

/**
 * Debian packages of one source may share a folder through a link. A link that leads out of the documents folder is not
 * followed.
 */
async function debianLicence(name: string, { debianDocs = DEBIAN_DOCS }: Places): Promise<string | null> {
  if (name.includes('/')) return null;
  const places = [debianDocs, join(debianDocs, PACKAGES[name] ?? name, 'copyright')];
  const [docs, file] = await Promise.all(places.map((place) => realpath(place).catch(() => null)));
  return docs && file?.startsWith(docs + sep) ? readFile(file, 'utf8') : null;
}

/** If Node is not installed as a Debian package, its licence is in the parent folder of its `bin`. */
const nodeLicence = (name: string): Promise<string | null> =>
  name === 'node' ? textIn(dirname(dirname(process.execPath))) : Promise.resolve(null);

async function pipLicence(name: string, { path }: Places): Promise<string | null> {
  return pythonLicence(name, { path: path ?? (await ownPath()), licenceFile: LICENCE_FILE });
}

const ownPath = (): Promise<string> =>
  output({ file: 'sh', args: ['-c', 'printf %s "$PATH"'], signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });

function foldersAbove(from: string): string[] {
  const above = dirname(from);
  return above === from ? [from] : [from, ...foldersAbove(above)];
}
