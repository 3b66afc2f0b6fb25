import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './source-files.mjs';

const DISABLING_COMMENT =
  /(?:\/\/|\/\*)\s*((?:eslint|oxlint)-disable(?:-next-line|-line)?|@ts-(?:ignore|nocheck|expect-error))\b([^\n]*)/g;
const SHARED = /\.\.\/shared\/|\/work\/shared/;
/** Files of this check, which mention such comments as examples. */
const OWN_FILES = /^tools\/checks\/comments\.check/;

/**
 * A comment that disables a rule must name the rule, give a reason after ` -- ` (one for the type checker only needs a
 * reason), and must never disable a boundary rule. No file may refer to the folder of notes next to the repository.
 * @param {string} file @param {string} text @returns {string[]}
 */
export function commentFaults(file, text) {
  const faults = [...text.matchAll(DISABLING_COMMENT)].flatMap(([, what = '', rest = '']) =>
    disablingFault(what, rest).map((fault) => `${file}: ${fault}`),
  );
  return SHARED.test(text) ? [...faults, `${file}: reads ../shared, which is not part of the repository`] : faults;
}

/** @param {string} what @param {string} rest @returns {string[]} */
function disablingFault(what, rest) {
  const [names = '', reason = ''] = rest.replace(/\*\/.*$/, '').split(' -- ');
  if (what.startsWith('@ts-')) return rest.replace(/^[\s:-]+/, '').length < 10 ? [`${what} without a reason`] : [];
  if (reason.trim() === '') return [`${what} without a reason (\` -- why\`)`];
  if (/vodkeep\//.test(names)) return [`${what} may not name a boundary rule`];
  return names.trim() === '' ? [`${what} must name its rule`] : [];
}

/** @type {import('./check.mjs').Check} */
export const commentsCheck = {
  name: 'comments',
  run(root) {
    const files = filesOf(root, /\.(ts|tsx|mts|mjs|cjs)$/).filter((file) => !OWN_FILES.test(file));
    return {
      summary: `${files.length} files`,
      faults: files.flatMap((file) => commentFaults(file, readFileSync(path.join(root, file), 'utf8'))),
    };
  },
};
