const FORBIDDEN =
  /^(Error|TypeError|RangeError|ReferenceError|SyntaxError|EvalError|URIError|AggregateError|DOMException|SuppressedError|HttpException|\w+Exception)$/;

/**
 * Allows only UserError, OutsideError and BugError, so that each error shows who caused it.
 * @type {import('eslint').Rule.RuleModule}
 */
export const ownErrors = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /** @param {any} node */
    const check = (node) => {
      const name =
        node.callee.type === 'Identifier'
          ? node.callee.name
          : node.callee.type === 'MemberExpression'
            ? node.callee.property.name
            : '';
      if (FORBIDDEN.test(name))
        context.report({ node, message: 'Throw UserError, OutsideError or BugError: whose fault is it?' });
    };
    /** @param {any} node */
    const checkSuperClass = (node) => {
      if (node.superClass?.type === 'Identifier' && FORBIDDEN.test(node.superClass.name))
        context.report({ node, message: 'Throw UserError, OutsideError or BugError: whose fault is it?' });
    };
    return {
      NewExpression: check,
      CallExpression: (/** @type {any} */ node) => {
        if (node.callee.type === 'Identifier') check(node);
      },
      ClassDeclaration: checkSuperClass,
      ClassExpression: checkSuperClass,
    };
  },
};
