import path from 'node:path';
import { FOLDERS, WIDE_MODULES } from '../../boundaries.mjs';
import { folderOf, placeOf } from './boundaries.mjs';

/** Lists that may name classes of other folders. No other list may, including `providers` and `controllers`. */
const FREE_LISTS = ['imports', 'exports', 'inject'];

/** @param {string} own folder of the module @param {string} folder */
const isOwn = (own, folder) =>
  folder === own || WIDE_MODULES.some((wide) => wide === own && folder.startsWith(`${wide}/`));

/** @param {any} property @returns {string} */
const keyOf = (property) => (property?.type === 'Property' ? (property.key.name ?? property.key.value) : '');

/**
 * A Nest module provides only the classes of its own folder, so that the imports of a module show on which folders it
 * depends.
 * @type {import('eslint').Rule.RuleModule}
 */
export const nestModules = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { root: { type: 'string' } }, additionalProperties: false }],
  },
  create(context) {
    const { root } = context.options[0];
    const from = placeOf(context.filename, root);
    if (!(from.home in FOLDERS) || !from.at.endsWith('.module.ts')) return {};
    /** @type {Map<string, string>} name -> folder, for the exports of other folders */
    const others = new Map();
    /** @param {any} node */
    const check = (node) => {
      const folder = node?.type === 'Identifier' ? others.get(node.name) : undefined;
      if (folder !== undefined)
        context.report({ node, message: `${node.name} belongs to the module of ${folder}: import that module.` });
    };
    return {
      /** @param {any} node */
      ImportDeclaration(node) {
        if (!node.source.value.startsWith('.')) return;
        const folder = folderOf(placeOf(path.resolve(path.dirname(context.filename), node.source.value), root).at);
        if (isOwn(folderOf(from.at), folder)) return;
        for (const { local } of node.specifiers) others.set(local.name, folder);
      },
      /** @param {any} node */
      ArrayExpression(node) {
        if (!FREE_LISTS.includes(keyOf(node.parent))) node.elements.forEach(check);
      },
      /** @param {any} node */
      Property(node) {
        if (keyOf(node) === 'useClass') check(node.value);
      },
    };
  },
};
