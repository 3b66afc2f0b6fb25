const SQL = /\b(UPDATE|INSERT INTO) vod\b/;
const MESSAGE = 'VodWriter writes rows of VODs: see its docstring for what goes past it.';

/**
 * Only VodWriter writes rows of VODs: nothing else updates or inserts them, saves them by a `VodTx`, or has SQL of its
 * own. The type `Tx` refuses `save(vod)`.
 * @type {import('eslint').Rule.RuleModule}
 */
export const vodRows = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /** @param {any} node */
    const report = (node) => context.report({ node, message: MESSAGE });
    /** @param {any} node */
    const sql = (node) => {
      const text = node.value?.cooked ?? node.value;
      if (typeof text === 'string' && SQL.test(text)) report(node);
    };
    return {
      'CallExpression[callee.property.name=/^(save|insert|update|upsert|increment|decrement)$/] > Identifier[name="VodEntity"]:first-child':
        report,
      ':matches(ImportSpecifier[imported.name="VodTx"], ExportSpecifier[local.name="VodTx"])': report,
      'Literal': sql,
      'TemplateElement': sql,
    };
  },
};
