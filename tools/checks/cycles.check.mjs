import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cyclesOf } from './folders.check.mjs';
import { filesOf } from './source-files.mjs';

const IMPORT = /^(?:import|export)\s+(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm;

/**
 * Files that a file imports at run time. Type-only imports do not exist at run time and cannot make a cycle.
 * @param {string} file
 * @param {string} text
 * @returns {string[]} paths without the extensions `.ts` and `.tsx`
 */
export const importsOf = (file, text) =>
  [...text.matchAll(IMPORT)].flatMap(([, clause = '', from = '']) =>
    isOfTypes(clause) ? [] : (targetOf(file, from) ?? []),
  );

/** @param {string} clause text between `import` and `from` */
function isOfTypes(clause) {
  if (/^type\s/.test(clause)) return true;
  const named = /^\{([^}]*)\}$/
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return named !== undefined && named.every((name) => /^\s*type\s/.test(name));
}

/** @param {string} file @param {string} from @returns {string | null} null for a package */
function targetOf(file, from) {
  const lib = /^#libs\/([^/]+)$/.exec(from)?.[1];
  if (lib !== undefined) return `libs/${lib}/src/index`;
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from.replace(/\.m?js$/, '')) : null;
}

/** @type {import('./check.mjs').Check} */
export const cyclesCheck = {
  name: 'cycles',
  run: (root) => {
    const files = filesOf(root, /\.tsx?$/).filter((file) => /^(apps|libs|tools)\//.test(file));
    const table = Object.fromEntries(
      files.map((file) => [file.replace(/\.tsx?$/, ''), importsOf(file, readFileSync(path.join(root, file), 'utf8'))]),
    );
    return { summary: `${files.length} files, and none imports itself through others`, faults: cyclesOf(table) };
  },
};
