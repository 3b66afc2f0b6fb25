/** Checks before set-up installs anything: a new user must not wait for minutes to learn that the port is in use. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { SetupFault } from './step.mjs';

/** Options of `npm start --` (tools/supervisor/arguments.ts). */
const OPTIONS = ['demo', 'data', 'port', 'move-damaged-database', 'restore'];
const DEFAULT_PORT = 8080;

/**
 * Detects options without `--`: npm keeps these for itself, so the program never gets them. Only npm's environment
 * shows them.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 * @throws SetupFault with the correct command
 */
export function checkArguments(script, env) {
  const swallowed = OPTIONS.filter((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (swallowed.length === 0) return;
  const command = script === 'start' ? 'npm start' : `npm run ${script}`;
  const options = swallowed.map((name) => `--${name}`).join(' ');
  throw new SetupFault(`npm kept ${options} for itself. Write -- in front of it: ${command} -- ${options} ...`);
}

/**
 * @param {string[]} args of the program
 * @param {NodeJS.ProcessEnv} env
 * @throws SetupFault when another program listens on the port
 */
export async function checkPort(args, env) {
  const port = wantedPort(args, env);
  const server = createServer();
  try {
    server.listen(port, env['VODKEEP_HOST'] || '0.0.0.0');
    await once(server, 'listening');
  } catch (thrown) {
    // The supervisor reports any other problem with the port or address.
    if (/** @type {NodeJS.ErrnoException} */ (thrown).code !== 'EADDRINUSE') return;
    throw new SetupFault(portInUse(port, resolve(optionOf(args, 'data') ?? setting('VODKEEP_DATA', env) ?? './data')));
  }
  server.close();
  await once(server, 'close');
}

/** @param {number} port @param {string} dataDir */
function portInUse(port, dataDir) {
  const lock = join(dataDir, '.lock');
  const pid = existsSync(lock) ? readFileSync(lock, 'utf8').trim() : '';
  const command = `/proc/${pid}/cmdline`;
  if (/^\d+$/.test(pid) && existsSync(command) && readFileSync(command, 'utf8').includes('supervisor/main.js'))
    return `Vodkeep already runs on ${dataDir} (process ${pid}). Stop it first, or use another data folder: npm start -- --data DIR --port N`;
  return `Port ${port} is in use by another program. Stop it (\`ss -ltnp 'sport = :${port}'\` shows it), or take another port: npm start -- --port ${port + 1}`;
}

/**
 * The port that the supervisor will use. An invalid value counts as the default; the supervisor reports it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function wantedPort(args, env) {
  const text = optionOf(args, 'port') ?? setting('VODKEEP_PORT', env) ?? '';
  return /^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : DEFAULT_PORT;
}

/** @param {string[]} args @param {string} name @returns {string | undefined} */
function optionOf(args, name) {
  const at = args.indexOf(`--${name}`);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/**
 * Reads a setting from the environment, else from the settings file (JSON, or lines of NAME=value).
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
function setting(name, env) {
  const file = env['VODKEEP_CONFIG_FILE'];
  if (env[name]) return env[name];
  if (!file || !existsSync(file)) return undefined;
  return new RegExp(`^[^#\\n]*\\b${name}["']?\\s*[=:]\\s*["']?([^"',\\s]+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
}
