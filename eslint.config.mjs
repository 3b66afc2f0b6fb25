import react from 'eslint-plugin-react';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { vodkeep } from './tools/checks/rules/index.mjs';

const CODE = ['**/*.{ts,tsx,mts,mjs,cjs}'];
const TYPED = ['**/*.{ts,tsx}'];
const SPECS = [
  '**/*.{spec,e2e}.{ts,tsx}',
  '**/*.conformance.ts',
  '**/*.fixture.ts',
  '**/testing/**',
  'libs/testkit/**',
];
/** One word, one planted fault or one column a line: as long as there are words, faults and columns. */
const LONG_LISTS = [
  'libs/messages/src/**/*.ts',
  'apps/*/src/i18n/*.ts',
  'tools/checks/lint-plants.mjs',
  'apps/api/src/persistence/schema/tables.sql.ts',
];
/** The docstring of VodWriter says what they write, and why. */
const PAST_VOD_WRITER = [
  ...['vod', 'space', 'stream-metadata', 'scan'].map(
    (name) => `apps/api/src/persistence/repositories/${name}.repository.ts`,
  ),
  'apps/api/src/persistence/schema/functions.sql.ts',
];
const budget = (max) => ({ max, skipBlankLines: true, skipComments: true });

const ENUM = { selector: 'TSEnumDeclaration', message: 'Use `as const` values in contracts.' };
const DEFAULT = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'Named exports only.',
};
const PLANNED = [
  {
    selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|failing)$/]',
    message: 'No skipped, lone or planned tests.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|fit|xtest|xdescribe|fdescribe)$/]',
    message: 'No skipped, lone or planned tests.',
  },
  {
    selector:
      'MemberExpression[object.name="jest"][property.name=/^(un)?(mock|stable_mockModule|unstable_mockModule)$/]',
    message: 'Pass another port by the constructor; modules are not replaced.',
  },
];
const SLEEP = [
  {
    selector: 'CallExpression[callee.name=/^(setTimeout|sleep|delay)$/]',
    message: 'No sleeps: wait for what must have happened.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?timers\\u002fpromises$/]',
    message: 'No sleeps: wait for what must have happened.',
  },
];
/** Assistive technology ignores the name of an element that has no role; axe sees it only in the state that shows it. */
const NAMELESS = {
  selector:
    'JSXOpeningElement[name.name=/^(div|span|p|li|td|b|i|em|strong)$/]:has(> JSXAttribute[name.name=/^aria-label(ledby)?$/]):not(:has(> JSXAttribute[name.name="role"]))',
  message: 'aria-label needs a role on this element.',
};
/** Programs for the terminal, and the page, which has a catalogue of its own. */
const ENGLISH_ONLY = ['libs/config/**', 'apps/api/src/cli/**', 'apps/*/src/main.ts', 'apps/web/**'];
const TEXT = ':matches(TemplateLiteral, Literal[value=/\\s/])';
/** Words of a language, in a literal or in a template. */
const WORDS = ':matches(Literal[value=/[a-z]\\s+[a-z]/i], TemplateElement[value.raw=/[a-z]{2}\\s|\\s[a-z]{2}/i])';
const KEYLESS = [
  {
    selector: 'CallExpression[callee.name="untranslated"]',
    message: "Take a message of the catalogue: message('error.<code>').",
  },
  {
    selector: `CallExpression[callee.name="message"] > ObjectExpression ${WORDS}, CallExpression[callee.name=/^(verbatim|fileFault)$/] > ${WORDS}`,
    message: "Take a message of the catalogue as the parameter: message('<area>.<subject>').",
  },
  {
    selector: `ObjectExpression:has(> Property[key.name="path"]) > Property[key.name="message"] > ${TEXT}`,
    message: "Take a message of the catalogue: message('field.<complaint>').",
  },
  {
    selector: `:matches(CallExpression[callee.property.name=/^(regex|refine|min|max|length|literal|enum)$/] > ${TEXT}:nth-child(2), CallExpression[callee.property.name="addIssue"] Property[key.name="message"] > ${TEXT}, Property[key.name="error"] > ${TEXT})`,
    message: "Complain by fieldMessage('field.<complaint>').",
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'data/**',
      '.tools/**',
      '.cache/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
      'apps/web/dist/**',
      '**/node_modules/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: CODE,
    plugins: { vodkeep },
    rules: {
      'vodkeep/file-names': 'error',
      'vodkeep/params': 'error',
      'vodkeep/retired-words': 'error',
      'max-lines': ['error', budget(400)],
      'max-lines-per-function': ['error', budget(60)],
      'complexity': ['error', 10],
      'eqeqeq': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': ['error', ENUM, DEFAULT],
    },
  },
  {
    files: TYPED,
    // .oxlintrc.json has the rules that need types.
    extends: tseslint.configs.strict,
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
  },
  {
    files: TYPED,
    rules: {
      'vodkeep/boundaries': ['error', { root: import.meta.dirname }],
      'vodkeep/injectable-imports': 'error',
      'vodkeep/nest-modules': ['error', { root: import.meta.dirname }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // Nest modules are empty or static classes; callbacks may be async or not.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['libs/**/*.ts', 'apps/**/*.{ts,tsx}'],
    rules: {
      'vodkeep/own-errors': 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings from #libs/config.' },
        { object: 'globalThis', property: 'process', message: 'Read settings from #libs/config.' },
      ],
    },
  },
  {
    files: ['libs/**/*.ts', 'apps/**/*.ts'],
    ignores: [...SPECS, ...ENGLISH_ONLY, 'libs/errors/**'],
    rules: { 'no-restricted-syntax': ['error', ENUM, DEFAULT, ...KEYLESS] },
  },
  { files: ['libs/errors/**', 'libs/config/**'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['libs/errors/**'], rules: { 'vodkeep/own-errors': 'off' } },
  {
    files: ['libs/domain/**/*.ts', 'libs/chat-layout/**/*.ts', 'libs/contracts/**/*.ts'],
    ignores: SPECS,
    rules: { 'vodkeep/pure': 'error' },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
    ignores: [...SPECS, 'libs/providers/**', 'libs/contracts/**', 'libs/messages/**'],
    rules: { 'vodkeep/no-site-names': 'error' },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: [...SPECS, 'apps/api/src/vods/vod-writer.ts', ...PAST_VOD_WRITER],
    rules: { 'vodkeep/vod-rows': 'error' },
  },
  {
    files: ['apps/web/src/**/*.tsx'],
    plugins: { react, 'react-hooks': reactHooks },
    settings: { react: { version: '19' } },
    rules: {
      'react/jsx-no-literals': [
        'error',
        { ignoreProps: true, allowedStrings: ['·', '–', '/', ':', '%', '(', ')', '×', '…', '|', ',', '.', '-', '#'] },
      ],
      'vodkeep/shown-text': 'error',
      'no-restricted-syntax': ['error', ENUM, DEFAULT, NAMELESS],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: LONG_LISTS,
    rules: { 'max-lines': 'off' },
  },
  {
    files: SPECS,
    rules: {
      'max-lines': ['error', budget(500)],
      'max-lines-per-function': 'off',
      'vodkeep/own-errors': 'off',
      'no-restricted-properties': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', 'apps/web/e2e/**'],
    rules: { 'no-restricted-syntax': ['error', ENUM, DEFAULT, ...PLANNED, ...SLEEP] },
  },
  { files: ['**/*.config.{ts,mts,mjs}', '**/*.d.ts'], rules: { 'no-restricted-syntax': ['error', ENUM] } },
);
