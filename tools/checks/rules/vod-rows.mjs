const WRITES = new Set(['save', 'insert', 'update', 'upsert', 'increment', 'decrement']);
const SQL = /\b(UPDATE|INSERT INTO) vod\b/;
const MESSAGE = 'VodWriter writes rows of VODs: see its docstring for what goes past it.';

/**
 * Only VodWriter writes rows of VODs: no other `save(vod)` or `update(VodEntity, ...)`, and no SQL of its own.
 * @type {import('eslint').Rule.RuleModule}
 */
export const vodRows = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const services = context.sourceCode.parserServices;
    /** @type {import('typescript').TypeChecker} */
    const checker = services.program.getTypeChecker();

    /** @param {import('typescript').Type} type @param {string} name @returns {boolean} */
    const has = (type, name) =>
      type.symbol?.name === name ||
      (type.isUnionOrIntersection() && type.types.some((one) => has(one, name))) ||
      (checker.isArrayType(type) && checker.getTypeArguments(/** @type {any} */ (type)).some((one) => has(one, name)));

    /** @param {any} node */
    const sql = (node) => {
      const text = node.value?.cooked ?? node.value;
      if (typeof text === 'string' && SQL.test(text)) context.report({ node, message: MESSAGE });
    };
    return {
      /** @param {any} node */
      'CallExpression[callee.type="MemberExpression"][arguments.length>0]': (node) => {
        const { object, property } = node.callee;
        if (!WRITES.has(property.name) || has(services.getTypeAtLocation(object), 'VodWriter')) return;
        if (has(services.getTypeAtLocation(node.arguments[0]), 'VodEntity')) context.report({ node, message: MESSAGE });
      },
      'Literal': sql,
      'TemplateElement': sql,
    };
  },
};
