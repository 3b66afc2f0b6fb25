/**
 * A class that Nest instantiates gets its dependencies through their runtime values. `import type` leaves no value
 * (only Object, and a failure at boot).
 * @type {import('eslint').Rule.RuleModule}
 */
export const injectableImports = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const typeOnly = new Set();
    return {
      /** @param {any} node */
      'ImportSpecifier': (node) => {
        if (node.importKind === 'type' || node.parent.importKind === 'type') typeOnly.add(node.local.name);
      },
      /** @param {any} node */
      'MethodDefinition[kind="constructor"]': (node) => {
        if (!node.parent.parent.decorators?.length) return;
        for (const param of node.value.params) {
          const name = typeNameOf(param);
          if (!param.decorators?.length && typeOnly.has(name))
            context.report({
              node: param,
              message: `Nest cannot inject ${name}: import it as a value, or name a token with @Inject.`,
            });
        }
      },
    };
  },
};

/** @param {any} param */
function typeNameOf(param) {
  const type = (param.parameter ?? param).typeAnnotation?.typeAnnotation;
  return type?.typeName?.name;
}
