import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './source-files.mjs';

const TEXT = /\.(md|tsx?|mts|mjs|cjs|js|css|html|ya?ml|sh|conf|example)$|^Dockerfile$|^run$/;
/** Tests of checks, which contain planted references. */
const PLANTED = /^tools\/checks\/[a-z-]+\.check(\.medium)?\.spec\.ts$/;
const SELF = 'tools/checks/references.check.mjs';
/** Names of packages that look like file names. */
const PACKAGES = ['hls.js'];

/**
 * Forms of citations of documents that are not part of this repository, and bare numbers without a target.
 * @type {readonly RegExp[]}
 */
const ABSENT = [
  /\b[Aa]rchitecture (?:section |D)?\d[\d.]*/,
  /\(architecture[,)]/,
  /\b(?:protocols|style) (?:section )?[A-Z\d]\b/,
  /\bserver-behaviou?r\b/,
  /\b[Ss]pec (?:section |case )?[A-Z]?\d+/,
  /\bspecification (?:section |L)\d/,
  /\breference-(?:run|client)\b/,
  /\bpeers(?:-capture)? (?:section |cases? )?\d+/,
  /\bui-review\b/,
  /\b(?:the|of) project's notes\b/,
  /\((?:cases?|surprises?) \d/,
  /\bissues? \d+/,
  /\(L\d+\)/,
];

/**
 * Content of a repository, as far as references need it.
 * @typedef {object} Tree
 * @property {(place: string) => boolean} has whether a file or folder exists, by its path from the root
 * @property {(end: string) => string[]} endingWith files whose path equals `end` or ends with `/` and `end`
 * @property {(page: string) => ReadonlySet<string>} anchors of the headings of a page
 */

/** @param {string} text @returns {string} the text without examples between fences */
const withoutFences = (text) => text.replace(/^```[^]*?^```/gm, '');

/**
 * Anchors of the headings of a page, in GitHub's format.
 * @param {string} page
 * @returns {Set<string>}
 */
export function anchorsOf(page) {
  const anchors = new Set();
  for (const [, heading = ''] of withoutFences(page).matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/ /g, '-');
    for (let n = 0, name = anchor; ; n += 1, name = `${anchor}-${n}`)
      if (!anchors.has(name)) {
        anchors.add(name);
        break;
      }
  }
  return anchors;
}

/**
 * Links and images of a page whose file or heading does not exist in this repository.
 * @param {string} file @param {string} text @param {Tree} tree
 * @returns {string[]}
 */
function linkFaults(file, text, tree) {
  const prose = withoutFences(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/i.test(to))
    .flatMap((to) => {
      const [place = '', anchor] = decodeURI(to).split('#');
      return placeFaults(place === '' ? file : path.posix.join(path.posix.dirname(file), place), anchor, tree);
    });
}

/** @param {string} place from the root @param {string | undefined} anchor @param {Tree} tree @returns {string[]} */
function placeFaults(place, anchor, tree) {
  if (!tree.has(place.replace(/\/$/, ''))) return [`${place} does not exist`];
  // `page.md#anchor` is an example of the form.
  if (anchor === undefined || anchor === 'anchor' || !place.endsWith('.md')) return [];
  return tree.anchors(place).has(anchor) ? [] : [`${place} has no heading #${anchor}`];
}

/**
 * Missing pages that a text names outside of links: `docs/flows/chat.md#anchor`, from the root; a bare `peers.md` may
 * be in any folder.
 * @param {string} text @param {Tree} tree
 * @returns {string[]}
 */
function pageFaults(text, tree) {
  const prose = text.replace(/\]\([^)\s]+\)/g, '');
  return [...prose.matchAll(/(?<![\w/.*}>-])((?:[\w.-]+\/)*[\w-]+\.md)\b(?:#([a-z\d-]+))?/g)].flatMap(
    ([, name = '', anchor]) => {
      const [page = ''] = tree.has(name) ? [name] : tree.endingWith(name.replace(/^(?:\.\.?\/)+/, ''));
      return page === '' ? [`${name} does not exist`] : placeFaults(page, anchor, tree);
    },
  );
}

/**
 * Missing sources and folders that a page names: `modules/vod/edit-vod.ts`, by the end of its path; `libs/media/src`,
 * from the root. Names with a placeholder (`<noun>`, `*`, `x.spec.ts`) are examples.
 * @param {string} text @param {Tree} tree
 * @returns {string[]}
 */
function sourceFaults(text, tree) {
  const prose = withoutFences(text).replace(/\]\([^)\s]+\)/g, '');
  const files = [...prose.matchAll(/(?<![\w/.*<>{}@-])((?:[\w.-]+\/)*[\w-]{2,}[\w.-]*\.(?:tsx?|mjs|js))(?![\w*])/g)]
    .map(([, name = '']) => name.replace(/^(?:\.\.?\/)*(?:dist\/)?/, ''))
    .filter((name) => !PACKAGES.includes(name) && !/^N-/.test(name))
    .filter((name) => tree.endingWith(name).concat(tree.endingWith(name.replace(/\.js$/, '.ts'))).length === 0);
  const folders = [...prose.matchAll(/`((?:apps|libs|tools|docs|deploy|k8s)(?:\/[\w.-]+)+)\/?`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !tree.has(name) && !files.includes(name) && tree.endingWith(name).length === 0);
  return [...files, ...folders].map((name) => `${name} does not exist`);
}

/** @param {string} text @returns {string[]} */
function absentFaults(text) {
  const line = text.replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ');
  return ABSENT.flatMap((form) => line.match(new RegExp(form, 'g')) ?? []).map(
    (citation) => `"${citation}" cites a document that is not part of this repository`,
  );
}

/**
 * References of one text without a target.
 * @param {string} file its path from the root
 * @param {string} text
 * @param {Tree} tree
 * @returns {string[]}
 */
export function referenceFaults(file, text, tree) {
  const faults = [
    ...(file.endsWith('.md') ? [...linkFaults(file, text, tree), ...sourceFaults(text, tree)] : []),
    ...pageFaults(text, tree),
    ...absentFaults(text),
  ];
  return [...new Set(faults)].map((fault) => `${file}: ${fault}`);
}

/** @param {string} root @returns {Tree} */
function treeOf(root) {
  const files = filesOf(root, /./);
  const places = new Set(
    files.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))),
  );
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const file of files)
    byName.set(path.posix.basename(file), [...(byName.get(path.posix.basename(file)) ?? []), file]);
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map();
  return {
    has: (place) => places.has(place),
    endingWith: (end) => (byName.get(path.posix.basename(end)) ?? []).filter((file) => `/${file}`.endsWith(`/${end}`)),
    anchors(page) {
      const known = anchors.get(page) ?? anchorsOf(readFileSync(path.join(root, page), 'utf8'));
      anchors.set(page, known);
      return known;
    },
  };
}

/** @type {import('./check.mjs').Check} */
export const referencesCheck = {
  name: 'references',
  run(root) {
    const tree = treeOf(root);
    const files = filesOf(root, TEXT).filter((file) => !PLANTED.test(file) && file !== SELF);
    return {
      summary: `${files.length} texts: each page, heading and source that they name exists`,
      faults: files.flatMap((file) => referenceFaults(file, readFileSync(path.join(root, file), 'utf8'), tree)),
    };
  },
};
