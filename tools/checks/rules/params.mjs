const MAX = 3;
/** What Nest hands in: a class with more has too many jobs. */
const MAX_DEPENDENCIES = 10;

/**
 * At most three parameters, then an object; at most ten dependencies of a class.
 * @type {import('eslint').Rule.RuleModule}
 */
export const params = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    /** @param {any} node */
    const see = (node) => {
      const count = node.params.filter((/** @type {any} */ p) => p.name !== 'this').length;
      const isInjected = isInjectedConstructor(node) || isFactory(node);
      const max = isInjected ? MAX_DEPENDENCIES : MAX;
      if (count > max)
        context.report({
          node,
          message: `${count} ${isInjected ? 'dependencies' : 'parameters'}; ${max} is the limit${isInjected ? '' : ', then an object'}.`,
        });
    };
    return {
      FunctionDeclaration: see,
      FunctionExpression: see,
      ArrowFunctionExpression: see,
      TSEmptyBodyFunctionExpression: see,
    };
  },
};

/** @param {any} node */
const isInjectedConstructor = (node) =>
  node.parent.kind === 'constructor' && node.parent.parent.parent.decorators?.length > 0;
/** Nest calls it with what `inject` names. @param {any} node */
const isFactory = (node) => node.parent.type === 'Property' && node.parent.key.name === 'useFactory';
