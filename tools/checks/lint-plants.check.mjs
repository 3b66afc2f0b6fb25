import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import { LIBS, TEST_LIB } from '../boundaries.mjs';
import { PLANTS, IMPORTED_FILES } from './lint-plants.mjs';

/** Files of the repository that the rules need; the rest of the copy consists of stubs. */
const COPIED = [
  'eslint.config.mjs',
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'apps/web/tsconfig.json',
  'tools/boundaries.mjs',
  'tools/checks/rules',
];
const STUB = 'export const x = 1;\n';
const ERRORS_STUB = `${STUB}export class BugError extends Error { constructor(readonly code: string, message: string) { super(message); } }\nexport class UserError extends BugError {}\n`;

/**
 * @typedef {{ readonly rule: string, readonly file: string, readonly says: RegExp, readonly isBad: boolean }} Planted
 */

/** @type {import('./check.mjs').Check} */
export const lintPlantsCheck = { name: 'lint-plants', run: lintPlants };

/**
 * Writes each planted fault and its correct twin into a copy of the repository's lint set-up, never into the repository
 * itself, and lints all at once.
 * @param {string} root
 */
async function lintPlants(root) {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'vodkeep-lint-'));
  try {
    await setUp(root, copy);
    const planted = await plantAll(copy);
    const typeFaults = await typeFaultsIn(copy);
    const eslint = new ESLint({ cwd: copy });
    const results = await eslint.lintFiles(planted.map(({ file }) => path.join(copy, file)));
    const messagesOf = new Map(
      results.map(({ filePath, messages }) => [path.relative(copy, filePath), messages.map(({ message }) => message)]),
    );
    const faults = planted.flatMap((one) =>
      faultOf(one, [...(messagesOf.get(one.file) ?? ['was not linted']), ...(typeFaults.get(one.file) ?? [])]),
    );
    return { summary: `${PLANTS.length} planted faults caught, ${PLANTS.length} clean twins passed`, faults };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Runs oxlint, which has the rules that need types.
 * @param {string} copy
 * @returns {Promise<Map<string, string[]>>} messages by file
 */
async function typeFaultsIn(copy) {
  const oxlint = path.join(copy, 'node_modules/oxlint/bin/oxlint');
  const child = spawn(process.execPath, [oxlint, '--format', 'json', 'apps', 'libs', 'tools'], { cwd: copy });
  /** @type {{ diagnostics: { filename: string, message: string }[] }} */
  const { diagnostics } = JSON.parse(await text(child.stdout));
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...byFile].map(([file, found]) => [file, found.map(({ message }) => message)]));
}

/** @param {Planted} planted @param {string[]} messages */
function faultOf({ rule, file, says, isBad }, messages) {
  const isHit = messages.some((message) => says.test(message));
  if (isBad === isHit && !messages.some((message) => /Parsing error|was not linted/.test(message))) return [];
  return [
    `${rule}: ${file} ${isBad ? 'was not caught' : 'is clean and was caught'}: ${messages.join(' | ') || 'no message'}`,
  ];
}

/** @param {string} root @param {string} copy */
async function setUp(root, copy) {
  for (const at of COPIED) await cp(path.join(root, at), path.join(copy, at), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const lib of [...Object.keys(LIBS), TEST_LIB])
    await put(copy, `libs/${lib}/src/index.ts`, lib === 'errors' ? ERRORS_STUB : STUB);
  for (const [file, text] of Object.entries(IMPORTED_FILES)) await put(copy, file, text);
}

/**
 * Writes a twin to its `goodFile`, otherwise next to the faulty file as `twin-of-*`.
 * @param {string} copy
 * @returns {Promise<Planted[]>}
 */
async function plantAll(copy) {
  /** @type {Planted[]} */
  const planted = [];
  for (const { rule, file, bad, says, good, goodFile } of PLANTS) {
    const twin = goodFile ?? file.replace(/\/([^/]+?)(\.[^/]*)$/, '/twin-of-$1$2');
    await put(copy, file, bad);
    await put(copy, twin, good);
    planted.push({ rule, file, says, isBad: true }, { rule, file: twin, says, isBad: false });
  }
  return planted;
}

/** @param {string} copy @param {string} file @param {string} text */
async function put(copy, file, text) {
  await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
  await writeFile(path.join(copy, file), text);
}
