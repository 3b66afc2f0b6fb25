/**
 * A worker loads the same three thousand modules for each spec, and V8 compiled them each time: half of what loading
 * costs. Here the compiled code is kept: in memory for the next spec of the worker, and in `.cache` for the next worker,
 * since jest replaces a worker when its heap is large. Modules stay apart: each spec still has instances of its own.
 */
const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

/** @typedef {{ readonly source: string, readonly code: Buffer }} Compiled */

const FOLDER = join(__dirname, '../../.cache/jest-compiled');
/** V8 refuses code of another version, or of other flags. */
const COMPILER = `${process.version} ${process.arch} ${v8.cachedDataVersionTag()}`;
const KEY_BYTES = 32;

/** @type {Map<string, Compiled>} */
const retained = new Map();

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text);
/** @param {string} name */
const fileOf = (name) => join(FOLDER, hash(name).digest('hex'));
/** V8 compares no more than the source's length. @param {string} source */
const keyOf = (source) => hash(COMPILER).update(source).digest();

/** @param {string} name @param {string} source @returns {Buffer | undefined} */
function codeOf(name, source) {
  const found = retained.get(name);
  if (found !== undefined) return found.source === source ? found.code : undefined;
  const code = readCode(name, source);
  if (code !== undefined) retained.set(name, { source, code });
  return code;
}

/** @param {string} name @param {string} source @returns {Buffer | undefined} */
function readCode(name, source) {
  try {
    const file = readFileSync(fileOf(name));
    return file.subarray(0, KEY_BYTES).equals(keyOf(source)) ? file.subarray(KEY_BYTES) : undefined;
  } catch {
    return undefined; // There is none, or it cannot be read: the module is compiled.
  }
}

/** @param {string} name @param {string} source @param {Buffer} code */
function keep(name, source, code) {
  retained.set(name, { source, code });
  const draft = join(FOLDER, randomUUID());
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(draft, Buffer.concat([keyOf(source), code]));
    renameSync(draft, fileOf(name));
  } catch {
    // A full or read-only disk costs time, not the test.
  }
}

const { SourceTextModule, compileFunction } = vm;

vm.SourceTextModule = class extends SourceTextModule {
  /** @param {string} source @param {import('node:vm').SourceTextModuleOptions} options */
  constructor(source, options = {}) {
    const name = options.identifier === undefined ? undefined : `module ${options.identifier}`;
    const cachedData = name === undefined ? undefined : codeOf(name, source);
    super(source, { ...options, ...(cachedData && { cachedData }) });
    if (name !== undefined && cachedData === undefined) keep(name, source, this.createCachedData());
  }
};

vm.compileFunction = (source, params, options = {}) => {
  const name = options.filename === undefined ? undefined : `function ${options.filename}`;
  const cachedData = name === undefined ? undefined : codeOf(name, source);
  const made = compileFunction(source, params, {
    ...options,
    ...(cachedData ? { cachedData } : { produceCachedData: true }),
  });
  if (name !== undefined && made.cachedData) keep(name, source, made.cachedData);
  return made;
};
