import path from 'node:path';

/** Words that names must not use, each with its replacement; docs/glossary.md explains the words in use. */
const RETIRED = new Map(
  Object.entries({
    'installation, or TestApp': ['house', 'houses'],
    'access, or http': ['door', 'doors'],
    'notifier': ['bell', 'bells'],
    'stream metadata, or test': ['story', 'stories'],
    'reported, pushed, notified or sent': ['told'],
    'message, text, line or output': ['said'],
    'received, or listeners': ['heard', 'hears'],
    'gap': ['hole', 'holes'],
    'request': ['wish', 'wishes', 'wished'],
    'request, question or check': ['ask', 'asks'],
    'lookup, probe, check or style': ['look', 'looks', 'looked'],
    'actions, or jobs': ['acts'],
    'fault, or problem': ['trouble', 'troubles'],
    'stored, retained, cached or existing': ['kept'],
    'context, or environment': ['theatre'],
    'third-party, or of another owner': ['foreign'],
  }).flatMap(([instead, words]) => words.map((word) => /** @type {const} */ ([word, instead]))),
);

/** Names that are retired although each of their words is allowed. */
const RETIRED_NAMES = [
  { name: /^note[A-Z]/, instead: 'save, set, record or mark' },
  { name: /^eachOf$/, instead: 'forEachCollectingErrors' },
  { name: /^(letGo|handOn)$/, instead: 'release' },
  { name: /^handOut$/, instead: 'dispatch' },
  { name: /^takenAway$/, instead: 'conflicts' },
  { name: /^(beginLife|endLife)$/, instead: 'startProcess, endProcess' },
  { name: /^Played[A-Z]/, instead: 'Fake' },
  { name: /^(Past|pastOf)$/, instead: 'VideoArchive, videoArchiveOf' },
  { name: /^(AssetFreezer|FreezeQueue|Frozen(Asset|Pictures)|frozenAssets)$/, instead: 'download, stored' },
  { name: /^(Unloaded|AwayBox|Blank)$/, instead: 'LoadState, OfflineState, EmptyState' },
];

/** `look-up` is one standard term. */
const ALLOWED = /look[-_]?ups?/gi;

/** @param {string} name */
const wordsIn = (name) =>
  name
    .replace(ALLOWED, '')
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase());

/** @param {string} name @returns {string | null} its fault */
function faultOf(name) {
  for (const word of wordsIn(name)) {
    const instead = RETIRED.get(word);
    if (instead !== undefined) return `"${word}" is a retired word (${name}): write ${instead}.`;
  }
  const whole = RETIRED_NAMES.find((one) => one.name.test(name));
  return whole === undefined ? null : `"${name}" is a retired name: write ${whole.instead}.`;
}

/**
 * File names and the names that a file declares must use the words of the glossary. Properties of plain objects and
 * types are exempt, since they may be wire names, columns or external texts; so are variables that destructure such a
 * property under its own name.
 * @type {import('eslint').Rule.RuleModule}
 */
export const retiredWords = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => {
    /** @param {any} node */
    const check = (node) => {
      if (node?.type !== 'Identifier' && node?.type !== 'PrivateIdentifier') return;
      const message = faultOf(node.name);
      if (message !== null) context.report({ node, message });
    };
    /** @type {Record<string, (node: any) => void>} names that a pattern declares, by its kind */
    const patterns = {
      AssignmentPattern: (node) => checkPattern(node.left),
      RestElement: (node) => checkPattern(node.argument),
      TSParameterProperty: (node) => checkPattern(node.parameter),
      ArrayPattern: (node) => node.elements.forEach(checkPattern),
      ObjectPattern: (node) =>
        node.properties.forEach((/** @type {any} */ property) => {
          if (property.type === 'RestElement') checkPattern(property);
          else if (!property.shorthand) checkPattern(property.value);
        }),
    };
    /** @param {any} node a name or a pattern; null for a skipped element of a list */
    function checkPattern(node) {
      (patterns[node?.type] ?? check)(node);
    }
    /** @param {any} node */
    const checkFunction = (node) => {
      check(node.id);
      node.params.forEach(checkPattern);
    };
    /** @param {any} node */
    const checkKey = (node) => {
      if (!node.computed && !(node.decorators?.length > 0)) check(node.key);
    };
    return {
      Program: (/** @type {any} */ node) => {
        const stem = path.basename(context.filename).replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
        const message = faultOf(stem);
        if (message !== null) context.report({ node, message });
      },
      VariableDeclarator: (/** @type {any} */ node) => checkPattern(node.id),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      ClassDeclaration: (/** @type {any} */ node) => check(node.id),
      TSInterfaceDeclaration: (/** @type {any} */ node) => check(node.id),
      TSTypeAliasDeclaration: (/** @type {any} */ node) => check(node.id),
      TSTypeParameter: (/** @type {any} */ node) => check(node.name),
      MethodDefinition: checkKey,
      PropertyDefinition: checkKey,
      TSMethodSignature: checkKey,
    };
  },
};
