const CLOCK = 'The caller passes the time.';
const CHANCE = 'The caller passes the random value.';
const OUTSIDE = 'No input or output here: the caller does it.';
/** @type {Readonly<Record<string, string>>} */
const GLOBALS = {
  performance: CLOCK,
  setTimeout: CLOCK,
  setInterval: CLOCK,
  setImmediate: CLOCK,
  queueMicrotask: CLOCK,
  crypto: CHANCE,
  fetch: OUTSIDE,
  process: OUTSIDE,
  WebSocket: OUTSIDE,
  localStorage: OUTSIDE,
  document: OUTSIDE,
  window: OUTSIDE,
  globalThis: OUTSIDE,
  global: OUTSIDE,
};

/**
 * Pure code returns the same result for the same arguments: no clock, no randomness, no input or output.
 * @type {import('eslint').Rule.RuleModule}
 */
export const pure = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /** @param {any} node */
    const isGlobal = (node) => {
      let scope = /** @type {any} */ (context.sourceCode.getScope(node));
      while (scope && !scope.set.has(node.name)) scope = scope.upper;
      return !scope || scope.set.get(node.name).defs.length === 0;
    };
    /** @param {any} node @param {string} message */
    const report = (node, message) => context.report({ node, message });
    /** @param {any} node */
    const isDate = (node) => node.callee.type === 'Identifier' && node.callee.name === 'Date' && isGlobal(node.callee);
    return {
      /** @param {any} node */
      'NewExpression': (node) => {
        if (isDate(node) && node.arguments.length === 0) report(node, CLOCK);
      },
      /** @param {any} node */
      'CallExpression': (node) => {
        if (isDate(node)) report(node, CLOCK);
      },
      /** @param {any} node */
      'MemberExpression': (node) => {
        const name = `${node.object.name}.${node.property.name ?? node.property.value}`;
        if (name === 'Date.now') report(node, CLOCK);
        if (name === 'Math.random') report(node, CHANCE);
      },
      /** @param {any} program */
      'Program:exit': (program) => {
        const scope = context.sourceCode.getScope(program);
        for (const { identifier } of [
          ...scope.through,
          ...scope.variables.filter((v) => v.defs.length === 0).flatMap((v) => v.references),
        ]) {
          const node = /** @type {any} */ (identifier);
          const message = Object.hasOwn(GLOBALS, node.name) ? GLOBALS[node.name] : undefined;
          if (message && !isInType(node)) report(node, message);
        }
      },
    };
  },
};

/** @param {any} node */
const isInType = (node) => /^TS/.test(node.parent?.type ?? '') && !/^TS(As|NonNull|Satisfies)/.test(node.parent.type);
