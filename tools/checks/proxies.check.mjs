import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './source-files.mjs';

/**
 * What each nginx configuration sets for Vodkeep. nginx passes every other header on as the caller sent it, and Vodkeep
 * believes these of a trusted proxy.
 * @type {Readonly<Record<string, RegExp>>}
 */
const HEADERS = {
  'Host': /^\$(http_)?host$/,
  'X-Forwarded-For': /^\$(proxy_add_x_forwarded_for|remote_addr)$/,
  'X-Forwarded-Proto': /^\$scheme$/,
  'X-Forwarded-Host': /^(\$(http_)?host|"")$/,
  'Forwarded': /^""$/,
};

/** @typedef {{ readonly headers: Map<string, string>, passes: boolean }} Block */

/**
 * The headers of nginx that a block uses: its own ones, or else those of the block around it.
 * @param {readonly Block[]} stack
 */
const headersOf = (stack) => stack.findLast(({ headers }) => headers.size > 0)?.headers ?? new Map();

/** @param {readonly Block[]} stack @returns {string[]} */
function blockFaults(stack) {
  if (stack.at(-1)?.passes !== true) return [];
  const set = headersOf(stack);
  return Object.entries(HEADERS).flatMap(([name, value]) => {
    const given = set.get(name.toLowerCase());
    if (given === undefined) return [`a proxy_pass without proxy_set_header ${name}`];
    return value.test(given) ? [] : [`proxy_set_header ${name} ${given}`];
  });
}

/**
 * @param {string} text with nginx blocks in it, one directive a line
 * @returns {string[]} what is wrong with each block that has a `proxy_pass`
 */
export function nginxFaults(text) {
  /** @type {Block[]} */
  const stack = [{ headers: new Map(), passes: false }];
  /** @type {string[]} */
  const faults = [];
  for (const line of text.split('\n').map((one) => one.replace(/(^|\s)#.*/, '').trim())) {
    if (line.endsWith('{')) stack.push({ headers: new Map(), passes: false });
    else if (line === '}' && stack.length > 1) {
      faults.push(...blockFaults(stack));
      stack.pop();
    } else readDirective(line, stack.at(-1));
  }
  return faults;
}

/** @param {string} line @param {Block | undefined} block */
function readDirective(line, block) {
  const [, name, value] = /^proxy_set_header\s+(\S+)\s+(\S+);$/.exec(line) ?? [];
  if (name !== undefined && value !== undefined) block?.headers.set(name.toLowerCase(), value);
  else if (block && /^proxy_pass\s/.test(line)) block.passes = true;
}

/** Code that starts nginx for a test is none of an operator. */
const CONFIGURATIONS = /\.(conf|md|ya?ml|template)$/;

/** @type {import('./check.mjs').Check} */
export const proxiesCheck = {
  name: 'proxies',
  run(root) {
    const texts = filesOf(root, CONFIGURATIONS).map((file) => ({
      file,
      text: readFileSync(path.join(root, file), 'utf8'),
    }));
    const proxies = texts.filter(({ text }) => /^\s*proxy_pass\s/m.test(text));
    const faults = proxies.flatMap(({ file, text }) => nginxFaults(text).map((fault) => `${file}: ${fault}`));
    return { summary: `${proxies.length} nginx configurations set each header that Vodkeep believes`, faults };
  },
};
