/**
 * A worker loads the same three thousand modules for each spec, and V8 compiled them each time: half of what loading
 * costs. Here the compiled code of a worker's first time is kept for the next ones. Modules stay apart: each spec still
 * has instances of its own.
 */
const vm = require('node:vm');

/** @typedef {{ readonly source: string, readonly code: Buffer }} Compiled */

/** @type {Map<string, Compiled>} */
const modules = new Map();
/** @type {Map<string, Compiled>} */
const functions = new Map();

/**
 * V8 compares no more than the source's length.
 * @param {Map<string, Compiled>} retained @param {string | undefined} name @param {string} source
 */
function cachedOf(retained, name, source) {
  const found = name === undefined ? undefined : retained.get(name);
  return found?.source === source ? { cachedData: found.code } : {};
}

const { SourceTextModule, compileFunction } = vm;

vm.SourceTextModule = class extends SourceTextModule {
  /** @param {string} source @param {import('node:vm').SourceTextModuleOptions} options */
  constructor(source, options = {}) {
    const cached = cachedOf(modules, options.identifier, source);
    super(source, { ...options, ...cached });
    if (options.identifier !== undefined && !cached.cachedData)
      modules.set(options.identifier, { source, code: this.createCachedData() });
  }
};

vm.compileFunction = (source, params, options = {}) => {
  const cached = cachedOf(functions, options.filename, source);
  const made = compileFunction(source, params, { ...options, ...cached, produceCachedData: !cached.cachedData });
  if (options.filename !== undefined && made.cachedData)
    functions.set(options.filename, { source, code: made.cachedData });
  return made;
};
