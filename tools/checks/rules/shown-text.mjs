const SHOWN = new Set([
  'title',
  'alt',
  'label',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'hint',
  'summary',
  'confirmLabel',
]);

/** @param {any} value */
const literalText = (value) => {
  if (value?.type === 'JSXExpressionContainer') return literalText(value.expression);
  if (typeof value?.value === 'string') return value.value;
  return value?.type === 'TemplateLiteral' ? value.quasis.map((/** @type {any} */ q) => q.value.cooked).join('') : '';
};

/** A URL as an example is the same in every language. @param {any} value */
const hasWords = (value) => /\p{L}{2}/u.test(literalText(value)) && !/^https?:\/\/\S+$/.test(literalText(value));

/**
 * Texts that a user reads or hears must come from the language files, also in attributes and in `{'...'}`.
 * @type {import('eslint').Rule.RuleModule}
 */
export const shownText = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    /** @param {any} node */
    'JSXAttribute': (node) => {
      if (SHOWN.has(node.name.name) && hasWords(node.value))
        context.report({ node, message: `The text of ${node.name.name} belongs in the language files.` });
    },
    /** @param {any} node */
    ':matches(JSXElement, JSXFragment) > JSXExpressionContainer': (node) => {
      if (hasWords(node)) context.report({ node, message: 'This text belongs in the language files.' });
    },
  }),
};
