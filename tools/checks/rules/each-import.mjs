/**
 * Listeners for everything that names a module: import, export from, import(), type import, require().
 * @param {(node: any, source: string, isTypeOnly: boolean) => void} visit
 */
export function eachImport(visit) {
  /** @param {any} node @param {any} source @param {boolean} isTypeOnly */
  const see = (node, source, isTypeOnly) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') visit(node, source.value, isTypeOnly);
  };
  return {
    /** @param {any} node */
    ImportDeclaration: (node) =>
      see(
        node,
        node.source,
        node.importKind === 'type' ||
          (node.specifiers.length > 0 && node.specifiers.every((/** @type {any} */ s) => s.importKind === 'type')),
      ),
    /** @param {any} node */
    ExportNamedDeclaration: (node) => see(node, node.source, node.exportKind === 'type'),
    /** @param {any} node */
    ExportAllDeclaration: (node) => see(node, node.source, node.exportKind === 'type'),
    /** @param {any} node */
    ImportExpression: (node) => see(node, node.source, false),
    /** @param {any} node */
    TSImportType: (node) => see(node, node.source ?? node.argument?.literal, true),
    /** @param {any} node */
    TSImportEqualsDeclaration: (node) => see(node, node.moduleReference?.expression, false),
    /** @param {any} node */
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') see(node, node.arguments[0], false);
    },
  };
}
