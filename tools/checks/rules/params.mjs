const MAX_PARAMETERS = 3;
/** Limit for constructor parameters that Nest injects: a class with more has too many responsibilities. */
const MAX_DEPENDENCIES = 10;

/**
 * At most three parameters, otherwise an object; at most ten dependencies of a class.
 * @type {import('eslint').Rule.RuleModule}
 */
export const params = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    /** @param {any} node */
    const check = (node) => {
      const count = node.params.filter((/** @type {any} */ p) => p.name !== 'this').length;
      const isInjected = isInjectedConstructor(node) || isFactory(node);
      const max = isInjected ? MAX_DEPENDENCIES : MAX_PARAMETERS;
      if (count > max)
        context.report({
          node,
          message: `${count} ${isInjected ? 'dependencies' : 'parameters'}; ${max} is the limit${isInjected ? '' : ', then an object'}.`,
        });
    };
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
      TSEmptyBodyFunctionExpression: check,
    };
  },
};

/** @param {any} node */
const isInjectedConstructor = (node) =>
  node.parent.kind === 'constructor' && node.parent.parent.parent.decorators?.length > 0;
/** Nest calls the function with the values that `inject` names. @param {any} node */
const isFactory = (node) => node.parent.type === 'Property' && node.parent.key.name === 'useFactory';
