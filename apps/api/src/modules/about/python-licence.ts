import { readdir, readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

const DIST_INFO = '.dist-info';

/** Case and separators do not matter in Python package names (packaging.python.org, name normalization). */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

/**
 * Returns the licence of a Python package from its dist-info, or null if there is none. Searches the Python
 * environments of the programs on the PATH. The name is used in a path only to resolve the program of that name on the
 * PATH.
 * @param path in the format of the PATH variable
 * @param licenceFile matches the names of licence files
 */
export async function pythonLicence(
  name: string,
  { path, licenceFile }: { readonly path: string; readonly licenceFile: RegExp },
): Promise<string | null> {
  for (const packages of await packageFolders(name, path)) {
    const info = (await namesIn(packages)).find(
      (entry) => entry.endsWith(DIST_INFO) && plain(entry.slice(0, entry.indexOf('-'))) === plain(name),
    );
    const text = info === undefined ? null : await licenceText(join(packages, info), licenceFile);
    if (text !== null) return text;
  }
  return null;
}

async function packageFolders(name: string, path: string): Promise<string[]> {
  const bins = path.split(delimiter).filter((dir) => dir.startsWith('/'));
  const real = await Promise.all(bins.map((bin) => realpath(join(bin, name)).catch(() => null)));
  const all = new Set([...real.flatMap((file) => (file === null ? [] : [dirname(file)])), ...bins]);
  const folders = await Promise.all([...all].map((bin) => foldersOf(join(dirname(bin), 'lib'))));
  return folders.flat();
}

const foldersOf = async (lib: string): Promise<string[]> =>
  (await namesIn(lib))
    .filter((entry) => /^python3[\d.]*$/.test(entry))
    .flatMap((python) => ['site-packages', 'dist-packages'].map((kind) => join(lib, python, kind)));

/** Returns the licence file, or the licence fields of the metadata if the package has no licence file. */
async function licenceText(info: string, licenceFile: RegExp): Promise<string | null> {
  for (const folder of [join(info, 'licenses'), info]) {
    const file = (await namesIn(folder)).find((entry) => licenceFile.test(entry));
    if (file !== undefined) return readFile(join(folder, file), 'utf8');
  }
  const [head = ''] = (await readFile(join(info, 'METADATA'), 'utf8').catch(() => '')).split(/\r?\n\r?\n/);
  const stated = head.split(/\r?\n/).filter((line) => /^(License(-Expression)?|Classifier: License ::)/.test(line));
  return stated.length === 0 ? null : stated.join('\n');
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
