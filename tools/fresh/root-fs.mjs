import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/paths.mjs';

const CACHE = join(ROOT, '.cache/fresh');
/** Path of the clone inside the root file system. */
export const CLONE = '/srv/vodkeep';
/** A plain user without root rights. */
export const USER = 'vod';
const OUTPUT_TIMEOUT_MS = 15 * 60_000;

/** @param {string} line */
export const say = (line) => {
  console.log(line);
};

/**
 * @typedef {object} CommandOptions
 * @property {string} [user] default: root
 * @property {string} [umask]
 * @property {string} [home]
 * @property {string} [node] folder of the Node that comes first on PATH
 * @property {Record<string, string>} [tmpfs] folder inside -> mount options, for this command only
 */

/** A new Debian in a folder, with a clone of this tree and no other trace of Vodkeep. */
export class RootFs {
  /** @param {string} suite `bookworm` or `trixie` @param {string} name of this copy */
  constructor(suite, name) {
    this.suite = suite;
    this.dir = join(CACHE, `${suite}-${name}`);
    rmSync(this.dir, { recursive: true, force: true });
    say(`  copying ${suite} to ${this.dir}`);
    runHere('cp', ['-a', '--reflink=auto', baseOf(suite), this.dir]);
    this.#copyClone();
  }

  /** Copies the files of this working tree that git tracks or would add; they belong to the plain user. */
  #copyClone() {
    const clone = join(this.dir, CLONE);
    mkdirSync(clone, { recursive: true });
    const list =
      'git ls-files -co --exclude-standard -z | while IFS= read -r -d "" f; do [ -e "$f" ] && printf "%s\\0" "$f"; done';
    runHere('bash', ['-c', `set -o pipefail; ${list} | tar -c --null -T - | tar -x -C '${clone}'`]);
    runHere('chroot', [this.dir, 'chown', '-R', `${USER}:`, CLONE]);
  }

  /**
   * Starts a command inside the root file system. Signals go to the command's own process.
   * @param {string} command of sh, in the clone's folder
   * @param {CommandOptions} [how]
   */
  start(command, { user = 'root', umask = '022', home, node, tmpfs = {} } = {}) {
    const inside = [
      `HOME=${home ?? (user === 'root' ? '/root' : `/home/${user}`)}`,
      `PATH=${node === undefined ? '' : `${node}:`}/usr/local/bin:/usr/bin:/bin${user === 'root' ? ':/usr/sbin:/sbin' : ''}`,
      'LANG=C.UTF-8',
      ...settingsOfThisMachine(),
    ];
    const mounts = Object.entries(tmpfs).map(
      ([folder, options]) => `mkdir -p "$1${folder}"; mount -t tmpfs -o ${options} tmpfs "$1${folder}"`,
    );
    const script = [
      'set -e',
      'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"',
      ...mounts,
      `exec chroot --userspec=${user}: "$1" env -i ${inside.map(quoteForShell).join(' ')} sh -c ${quoteForShell(`umask ${umask}; cd ${CLONE}; ${command}`)}`,
    ].join('\n');
    say(`  ${user}$ ${command}`);
    return new Run(
      spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', this.dir], { stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  /** Runs a command inside to its end. @param {string} command @param {CommandOptions} [how] */
  async run(command, how) {
    const run = this.start(command, how);
    const code = await run.exited;
    return { code, output: run.output };
  }

  /** Ends all processes that still run inside. @returns {string[]} their command lines */
  endAll() {
    const left = [];
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (readlinkSync(`/proc/${pid}/root`) !== this.dir) continue;
        left.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim());
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // the process has ended in the meantime
      }
    }
    return left;
  }

  remove() {
    this.endAll();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A command that runs inside the root file system. */
export class Run {
  output = '';
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child */
  constructor(child) {
    this.child = child;
    this.started = performance.now();
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        this.output += text;
        process.stdout.write(text.replaceAll(/^(?=.)/gm, '    | '));
        for (const listener of this.#listeners) listener();
      });
    /** @type {Promise<number | null>} */
    this.exited = new Promise((resolve) => {
      child.once('close', resolve);
    });
  }

  get seconds() {
    return ((performance.now() - this.started) / 1000).toFixed(0);
  }

  /** Resolves when the output matches. @param {RegExp} pattern */
  async until(pattern) {
    /** @type {NodeJS.Timeout | undefined} */
    let limit;
    const found = new Promise((resolve, reject) => {
      const check = () => {
        if (pattern.test(this.output)) resolve(null);
      };
      this.#listeners.add(check);
      check();
      limit = setTimeout(() => {
        reject(new Error(`${pattern} did not appear within ${OUTPUT_TIMEOUT_MS / 60_000} minutes`));
      }, OUTPUT_TIMEOUT_MS);
      void this.exited.then((code) => {
        check();
        reject(new Error(`it ended (${code}) without ${pattern}`));
      });
    });
    await found.finally(() => {
      clearTimeout(limit);
    });
  }

  /** Stops the command as a service manager does, and waits for its end. */
  async stop() {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}

/** @param {string} suite @returns {string} folder of a Debian with Node and npm of that suite; created once */
function baseOf(suite) {
  const base = join(CACHE, suite);
  if (existsSync(base)) return base;
  const draft = `${base}.making`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  say(`  debootstrap ${suite} (minutes; kept in ${base})`);
  runHere('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, draft, mirror()]);
  copyNetworkSettings(draft);
  runHere('chroot', [draft, 'useradd', '--create-home', USER]);
  const install = 'apt-get update -q && apt-get install -y -q --no-install-recommends nodejs npm && apt-get clean';
  runHere('unshare', [
    '--mount',
    'sh',
    '-c',
    `mount -t proc proc "$1/proc" && DEBIAN_FRONTEND=noninteractive exec chroot "$1" sh -c '${install}'`,
    'sh',
    draft,
  ]);
  renameSync(draft, base);
  return base;
}

/** The Debian mirror that this machine uses. */
function mirror() {
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
  return stdout.split('\n').find((line) => /\/debian\/?$/.test(line)) ?? 'http://deb.debian.org/debian';
}

/** Copies the settings with which this machine reaches its registries. @param {string} dir */
function copyNetworkSettings(dir) {
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/pip.conf', '/etc/ssl/certs/ca-certificates.crt'])
    if (existsSync(file)) cpSync(file, join(dir, file), { dereference: true });
  const apt = '/etc/apt/apt.conf.d';
  for (const name of existsSync(apt) ? readdirSync(apt) : [])
    if (/^Acquire::/m.test(readFileSync(join(apt, name), 'utf8'))) cpSync(join(apt, name), join(dir, apt, name));
}

/** @returns {string[]} NAME=value */
function settingsOfThisMachine() {
  const passed = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|PIP_INDEX_URL|PIP_CERT)$/i.test(name),
  );
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  return [...passed.map(([name, value]) => `${name}=${value}`), `npm_config_registry=${registry}`];
}

/**
 * Installs another version of Node from its npm package.
 * @param {RootFs} root
 * @param {string} version
 * @returns {string} its folder inside
 */
export function addNode(root, version) {
  const cachedPackage = join(CACHE, `node-${version}`);
  const name = `node-linux-${process.arch}`;
  if (!existsSync(cachedPackage)) {
    say(`  fetching Node ${version}`);
    runHere('npm', [
      'install',
      '--silent',
      '--no-save',
      '--ignore-scripts',
      '--prefix',
      `${cachedPackage}.making`,
      `${name}@${version}`,
    ]);
    renameSync(`${cachedPackage}.making`, cachedPackage);
  }
  const folder = `/opt/node-${version}/bin`;
  cpSync(join(cachedPackage, 'node_modules', name, 'bin'), join(root.dir, folder), { recursive: true });
  return folder;
}

/** @param {string} text */
const quoteForShell = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @param {string} file @param {string[]} args */
function runHere(file, args) {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0)
    throw new Error(`${file} ${args.slice(0, 4).join(' ')} failed (${status}): ${(stdout + stderr).slice(-2000)}`);
}
