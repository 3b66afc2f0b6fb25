/**
 * `npm run dev`: starts the installation as `npm start` does, recompiles and restarts its services at each change, and
 * serves the page through Vite.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NODE, ROOT } from './paths.mjs';
import { say } from './step.mjs';

const SERVICES = /^(api|recorder-\d+|converter|exporter)$/;

/** @type {typeof import('../supervisor/index.js')} */
const { installationOptions, parseArguments, startInstallation } = await import(
  join(ROOT, 'dist/tools/supervisor/index.js')
);
const stopping = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    stopping.abort();
  });

// All workers run, so that errors in new code show at once.
const env = { ...process.env, VODKEEP_WORKER_QUIET_S: '0' };
const { umask, ...options } = installationOptions(parseArguments(process.argv.slice(2)), env);
process.umask(umask);
const installation = await startInstallation({
  ...options,
  bundled: false,
  say,
  signal: stopping.signal,
  onFatal: (fault) => {
    say(fault.message);
    stopping.abort();
  },
});
const compiler = watch('tsc', [
  join(ROOT, 'node_modules/typescript-7/bin/tsc'),
  '-p',
  join(ROOT, 'tsconfig.build.json'),
  '--watch',
  '--preserveWatchOutput',
]);
const page = watch('vite', [join(ROOT, 'node_modules/vite/bin/vite.js'), '-c', join(ROOT, 'apps/web/vite.config.mjs')]);
let compiledBefore = false;
createInterface({ input: compiler.stdout }).on('line', (line) => {
  if (!line.includes('Found 0 errors')) return;
  if (compiledBefore) void restartServices();
  compiledBefore = true;
});
say(`Services: ${installation.url}. The page with live reload: the address that Vite prints above`);

await new Promise((resolve) => {
  stopping.signal.addEventListener('abort', resolve);
  if (stopping.signal.aborted) resolve(null);
});
for (const tool of [compiler, page]) tool.kill();
await installation.stop();

async function restartServices() {
  for (const name of Object.keys(installation.pids()).filter((child) => SERVICES.test(child))) {
    await installation.restart(name).catch((/** @type {Error} */ fault) => {
      say(`${name}: ${fault.message}`);
    });
  }
  say('Services run on the new code');
}

/** @param {string} name @param {string[]} args */
function watch(name, args) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, VODKEEP_PORT: new URL(installation.url).port },
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    say(`[${name}] ${line}`);
  });
  return child;
}
