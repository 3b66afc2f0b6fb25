/**
 * Our ESM sources say `./x.js` and `#libs/x`; the files on disk are TypeScript. Only our own folders are touched, so that
 * packages in node_modules resolve as Node would.
 */
// Every worker loads this file before any of a spec's.
require('./compile-once.cjs');
const fs = require('node:fs');
const path = require('node:path');
const root = path.resolve(__dirname, '../..');

module.exports = (request, options) => {
  const lib = /^#libs\/([^/]+)$/.exec(request);
  if (lib) return path.join(root, 'libs', lib[1], 'src/index.ts');
  if (
    /^\.{1,2}\/.*\.js$/.test(request) &&
    options.basedir.startsWith(root) &&
    !options.basedir.includes('node_modules')
  ) {
    const base = path.resolve(options.basedir, request.slice(0, -3));
    for (const ext of ['.ts', '.tsx']) if (fs.existsSync(base + ext)) return base + ext;
  }
  return options.defaultResolver(request, options);
};
