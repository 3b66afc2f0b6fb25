/** The options of tsconfig.base.json, for specs and for programs that specs build. */
export const SWC_OPTIONS = /** @type {const} */ ({
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2023',
  },
  module: { type: 'es6' },
});
