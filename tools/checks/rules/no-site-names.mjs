import { SITES } from '../../boundaries.mjs';

const isSite = (/** @type {unknown} */ text) => typeof text === 'string' && SITES.includes(text.toLowerCase());

/**
 * The provider describes the differences between sites; code must not branch on a site's name.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noSiteNames = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /** @param {any} node */
    const report = (node) => context.report({ node, message: 'Ask the provider; do not name it.' });
    return {
      /** @param {any} node */
      Literal: (node) => {
        if (isSite(node.value) && !/^(Import|Export)/.test(node.parent.type)) report(node);
      },
      /** @param {any} node */
      TemplateElement: (node) => {
        if (isSite(node.value.cooked)) report(node);
      },
    };
  },
};
