import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { SetupFault, step } from './step.mjs';
import { asRoot, isRoot, PATH, which } from './paths.mjs';

/** @typedef {{ packages: string[], why: string, isInstalled: () => boolean }} Need */

/** @type {Need[]} */
const FOR_ALL = [
  { packages: ['python3', 'python3-venv'], why: 'nats-server, streamlink and yt-dlp', isInstalled: hasPythonVenv },
  {
    packages: ['ffmpeg'],
    why: 'VOD files and thumbnails',
    isInstalled: () => which('ffmpeg') !== null && which('ffprobe') !== null,
  },
  {
    packages: ['util-linux'],
    why: 'the lock of the data folder',
    isInstalled: () => which('flock') !== null && which('setpriv') !== null,
  },
];

/** @type {Need[]} */
const FOR_TESTS = [
  { packages: ['chromium'], why: 'the page in a browser', isInstalled: () => which('chromium') !== null },
  {
    packages: ['nginx', 'libnginx-mod-rtmp'],
    why: 'a live source of another producer',
    isInstalled: () => which('nginx') !== null && existsSync('/usr/lib/nginx/modules/ngx_rtmp_module.so'),
  },
];

function hasPythonVenv() {
  return spawnSync('python3', ['-c', 'import ensurepip, venv'], { env: { PATH } }).status === 0;
}

/**
 * Installs system packages when run as root. Shows a plain user one command for all of them, before any other step
 * takes time.
 * @param {boolean} withTests
 */
export async function installSystemPackages(withTests) {
  const missing = [...FOR_ALL, ...(withTests ? FOR_TESTS : [])].filter((need) => !need.isInstalled());
  if (missing.length === 0) return;
  const packages = missing.flatMap((need) => need.packages);
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (which('apt-get') === null)
    throw new SetupFault(
      `Missing on this machine: ${packages.join(', ')} (Debian's names). Install them with the system's own package manager and start again.`,
    );
  if (!isRoot)
    throw new SetupFault(
      `Missing on this machine: ${packages.join(', ')} (for ${missing.map((need) => need.why).join('; ')}). Only root can install them. ${asRoot(['apt-get update', command])}\nThen start again.`,
    );
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const remedy = `Repair apt (apt-get update shows the fault), or install the packages by hand: ${command}`;
  await step({ what: 'package lists of apt', file: 'apt-get', args: ['update', '-q'], env, remedy });
  await step({
    what: `system packages: ${packages.join(', ')}`,
    file: 'apt-get',
    args: command.split(' ').slice(1),
    env,
    remedy,
  });
}
