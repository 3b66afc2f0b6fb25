import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './source-files.mjs';

/**
 * Places in our own tree that a Markdown text points to: links and pictures, without what follows `#`.
 * @param {string} text
 * @returns {string[]}
 */
export function linkedPaths(text) {
  const prose = text.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to.replace(/#.*$/, ''))
    .filter((to) => to !== '' && !/^[a-z]+:/i.test(to));
}

/** @type {import('./check.mjs').Check} */
export const linksCheck = {
  name: 'links',
  run(root) {
    const files = filesOf(root, /\.md$/);
    const faults = files.flatMap((file) =>
      linkedPaths(readFileSync(path.join(root, file), 'utf8'))
        .filter((to) => !existsSync(path.join(root, path.dirname(file), decodeURI(to))))
        .map((to) => `${file}: ${to} is not there`),
    );
    return { summary: `${files.length} pages`, faults };
  },
};
