import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addNode, CLONE, say, USER } from './root-fs.mjs';

/** @typedef {import('./root-fs.mjs').RootFs} RootFs */
/** @typedef {import('./root-fs.mjs').CommandOptions} CommandOptions */
/** @typedef {import('./main.mjs').Check} Check */

const PORT = 18_471;
const START = `exec npm start -- --port ${PORT}`;
const DEMO = `${START} --demo`;
const READY = /^Vodkeep is ready: /m;
const OLDEST_NODE = '20.12.0';
const TOO_OLD = ['14.21.3', '18.20.4', '20.11.1'];

/**
 * Scenarios of an operator who starts as root in a user's clone.
 * @param {RootFs} root @param {Check} check
 */
export async function startsAsRoot(root, check) {
  /** @type {CommandOptions} */
  const how = root.suite === 'bookworm' ? { node: addNode(root, OLDEST_NODE) } : {};
  await beforeInstall({ root, check, how });
  await runsAsRoot({ root, check, how });
  await brokenData({ root, check, how });
}

/** @typedef {{ root: RootFs, check: Check, how: CommandOptions }} Scenarios */

/** Messages that appear before anything is installed. @param {Scenarios} scenarios */
async function beforeInstall({ root, check, how }) {
  await check('an old Node gets one line', async () => {
    if (root.suite === 'bookworm')
      await expectRefusal(root.run(START), /^Node 18\.\S+ is too old. Vodkeep needs Node 20.12/m);
    for (const version of TOO_OLD) {
      const { code, output } = await root.run('node tools/setup/run.mjs start', { node: addNode(root, version) });
      assert.equal(code, 1);
      assert.match(output, /^Node \S+ is too old\. Vodkeep needs Node 20\.12 or newer: \S+\n$/);
    }
    assert.equal(isInstalled(root), false);
  });
  await check('an option without -- gets one line', async () => {
    await expectRefusal(root.run('exec npm start --demo', how), /^npm kept --demo for itself\. .*npm start -- --demo/m);
    assert.equal(isInstalled(root), false);
  });
  await check('a taken port is reported before anything is installed', async () => {
    const server = createServer().listen(PORT, '0.0.0.0');
    await once(server, 'listening');
    await expectRefusal(root.run(START, how), new RegExp(`^Port ${PORT} is in use by another program`, 'm'));
    server.close();
    assert.equal(isInstalled(root), false);
  });
}

/** @param {Scenarios} scenarios */
async function runsAsRoot({ root, check, how }) {
  await check('the first demo start shows progress, records, and a SIGTERM to npm ends it in order', async () => {
    const run = root.start(DEMO, how);
    await run.until(READY);
    say(`  ready after ${run.seconds} s`);
    assert.match(run.output, /demo channels: encoding the video of harbour-cam: 20 %/);
    await waitFor(() => segments(root).length > 0);
    await run.stop();
    assert.match(run.output, /^Stopped$/m);
    assert.deepEqual(root.endAll(), []);
  });
  await check('a second start takes seconds', async () => {
    const run = root.start(START, how);
    await run.until(READY);
    say(`  ready after ${run.seconds} s`);
    assert.doesNotMatch(run.output, /npm packages|services \(tsc\)/);
    const page = await fetch(`http://127.0.0.1:${PORT}/`);
    assert.equal(page.status, 200);
    await run.stop();
  });
}

/** Faulty disks and folders. @param {Scenarios} scenarios */
async function brokenData({ root, check, how }) {
  await check('a damaged database is left as it is, and moved aside on request', async () => {
    const database = join(root.dir, CLONE, 'data/postgres-18');
    renameSync(join(database, 'PG_VERSION'), join(root.dir, 'PG_VERSION'));
    await expectRefusal(
      root.run(START, how),
      /PG_VERSION or global\/pg_control is missing.*npm start -- --move-damaged-database/,
    );
    assert.ok(existsSync(join(database, 'base')));
    const run = root.start(`${START} --move-damaged-database`, how);
    await run.until(READY);
    await run.stop();
    const aside = readdirSync(join(database, '..')).find((name) => name.startsWith('postgres-18.damaged-')) ?? '';
    assert.ok(existsSync(join(database, '..', aside, 'base')));
  });
  await check('200 MB of free space are enough, with a warning', async () => {
    const run = root.start(`${START} --data /mnt/small`, { ...how, tmpfs: { '/mnt/small': 'size=200m' } });
    await run.until(READY);
    assert.match(run.output, /^Little space: 1\d\d MB free on the disk of \/mnt\/small\. .*max_file_store/m);
    await run.stop();
  });
  await check('a full disk gets one line, and no half-written file stays', async () => {
    const tmpfs = { '/mnt/full': 'size=64k' };
    const fill = 'dd if=/dev/zero of=/mnt/full/fill bs=1k count=1000 2>/dev/null';
    const { code, output } = await root.run(
      `${fill}; npm start -- --port ${PORT} --demo --data /mnt/full; code=$?; ls -a /mnt/full; exit $code`,
      { ...how, tmpfs },
    );
    assert.equal(code, 1);
    assert.match(output, /^The disk of \/mnt\/full is full or nearly so \(0 MB free\)\. Free some space/m);
    assert.doesNotMatch(output, /^ {4}at |demo-port\./m);
    const small = { ...how, tmpfs: { '/mnt/full': 'size=30m' } };
    await expectRefusal(
      root.run(`${START} --data /mnt/full`, small),
      /^The disk of .* has only \d+ MB free\. The first start needs/m,
    );
  });
  await check('the user of the clone learns how to get it back after a start as root', async () => {
    const { output } = await expectRefusal(
      root.run(START, { ...how, user: USER }),
      /belongs to another user.*Run this as root: chown/,
    );
    const command = /Run this as root: (chown .*)$/m.exec(output)?.[1] ?? '';
    await root.run(command);
    const run = root.start(START, { ...how, user: USER });
    await run.until(READY);
    await run.stop();
  });
}

/**
 * Scenarios of a plain user without sudo and home, with a strict umask.
 * @param {RootFs} root @param {Check} check
 */
export async function startsAsUser(root, check) {
  /** @type {CommandOptions} */
  const how = { user: USER, umask: '077', home: '/nonexistent' };
  if (root.suite === 'bookworm') how.node = addNode(root, OLDEST_NODE);
  await check('missing system packages are named with the command that installs them, without sudo', async () => {
    const { output } = await expectRefusal(
      root.run(START, how),
      /Only root can install them\. Run this as root: apt-get update/,
    );
    const command = /Run this as root: (.*)$/m.exec(output)?.[1] ?? '';
    const { code } = await root.run(`export DEBIAN_FRONTEND=noninteractive; ${command}`);
    assert.equal(code, 0);
  });
  await check('it starts without a home, and others can read what it records', async () => {
    const run = root.start(DEMO, how);
    await run.until(READY);
    say(`  ready after ${run.seconds} s`);
    await waitFor(() => segments(root).length > 0);
    await run.stop();
    assert.match(run.output, /^Stopped$/m);
    const closed = segments(root).filter((file) => (statSync(file).mode & 0o004) === 0);
    assert.deepEqual(closed, []);
    const readable = await root.run("find data/storage -type f ! -name '.*' | head -n 1 | xargs head -c 1 | wc -c", {
      user: 'nobody',
    });
    assert.match(readable.output, /^1$/m);
  });
}

/**
 * Checks that a start ends with one line for the operator, and without a stack trace.
 * @param {ReturnType<RootFs['run']>} run @param {RegExp} line
 */
async function expectRefusal(run, line) {
  const { code, output } = await run;
  assert.notEqual(code, 0);
  assert.match(output, line);
  assert.doesNotMatch(output, /^ {4}at /m);
  return { output };
}

/** @param {RootFs} root */
const isInstalled = (root) => existsSync(join(root.dir, CLONE, 'node_modules'));

/** Recorded media files. @param {RootFs} root @returns {string[]} */
function segments(root) {
  const store = join(root.dir, CLONE, 'data/storage/store');
  if (!existsSync(store)) return [];
  return readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\/parts\/[^/]+\/s(\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {() => boolean} hasHappened */
async function waitFor(hasHappened) {
  while (!hasHappened()) await pause(200);
}
