/**
 * Runs specs with jest-circus, as jest does, but Node itself loads them: the modules of the sources and of node_modules
 * are loaded once for each worker. In jest's own registry each spec loads three thousand modules again, which takes more
 * CPU than its tests. Specs of a worker share the state of modules; none may leave any behind.
 */
const { createScriptTransformer } = require('@jest/transform');
const { existsSync } = require('node:fs');
const { enableCompileCache, flushCompileCache, registerHooks } = require('node:module');
const { dirname, join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const runCircus = require('jest-circus/runner').default;

const ROOT = join(__dirname, '../..');
const CIRCUS = join(dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js');
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');
const GLOBALS = 'jest-globals:';

/** What `@jest/globals` exports: the values of the spec that runs. Modules that specs share import it once. */
const GLOBALS_SOURCE = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test']
  .map((name) => `export const ${name} = globalThis[Symbol.for('${GLOBALS}')]('${name}');`)
  .join('\n');

/** @type {Record<string, any>} */
let globals = {};
globalThis[Symbol.for(GLOBALS)] = (/** @type {string} */ name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => globals[name](...args),
    get: (_target, key) => globals[name][key],
  });

/** From the URL of a module to the file of its map. @type {Map<string, string>} */
const sourceMaps = new Map();
/** @type {import('@jest/transform').ScriptTransformer | undefined} */
let transformer;

enableCompileCache(join(ROOT, '.cache/compiled'));
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    const lib = /^#libs\/([^/]+)$/.exec(specifier);
    if (lib) return next(pathToFileURL(join(ROOT, 'libs', lib[1], 'src/index.ts')).href, context);
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && /\.tsx?(\?\d+)?$/.test(context.parentURL ?? ''))
      for (const extension of ['.ts', '.tsx']) {
        const source = new URL(specifier.replace(/\.js$/, extension), context.parentURL);
        if (existsSync(fileURLToPath(source))) return next(source.href, context);
      }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url === GLOBALS) return { format: 'module', source: GLOBALS_SOURCE, shortCircuit: true };
    if (!/\.tsx?(\?\d+)?$/.test(url)) return next(url, context);
    return { format: 'module', source: compiled(url), shortCircuit: true };
  },
});

/** @param {string} url */
function compiled(url) {
  const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), {
    supportsDynamicImport: true,
    supportsExportNamespaceFrom: true,
    supportsStaticESM: true,
    supportsTopLevelAwait: true,
    isInternalModule: false,
    changedFiles: undefined,
    collectCoverage: false,
    collectCoverageFrom: [],
    coverageProvider: 'v8',
  });
  if (sourceMapPath !== null) sourceMaps.set(url, sourceMapPath);
  return code;
}

let imports = 0;

/** @param {any[]} args of a runner of jest */
module.exports = async (...args) => {
  const [, config, , runtime, testPath] = args;
  transformer ??= await createScriptTransformer(config);
  const ofSpec = runtime.getSourceMaps();
  runtime.requireInternalModule = () => {
    delete require.cache[CIRCUS];
    delete globalThis[CIRCUS_HANDLERS];
    return require(CIRCUS);
  };
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = async (path) => {
    globals = runtime.requireModuleOrMock(testPath, '@jest/globals');
    // A setup file runs again for each spec.
    await import(pathToFileURL(path).href + (path === testPath ? '' : `?${++imports}`));
    for (const [url, map] of sourceMaps) ofSpec.set(url, map);
  };
  const result = await runCircus(...args);
  flushCompileCache();
  return result;
};
