import { isBuiltin } from 'node:module';
import path from 'node:path';
import {
  APPS,
  BROWSER_APPS,
  FOLDERS,
  HOMES,
  INTO_ANY_FILE,
  LIBS,
  NOT_IN_SMALL_SPECS,
  PURE,
  TEST_LIB,
} from '../../boundaries.mjs';

/** @typedef {ReturnType<typeof placeOf>} Place */

/** @param {Place} from @param {string} lib @returns {string | null} the fault of importing a lib from there */
function libFault(from, lib) {
  if (!isKnown(lib)) return `${lib} is not in the table: see tools/boundaries.mjs`;
  if (from.home === `libs/${lib}`) return 'Inside a lib, import by relative path.';
  if (isTest(from.at)) return null;
  if (lib === TEST_LIB) return `${TEST_LIB} is for tests only`;
  return allowedTo(from)?.includes(lib) === false
    ? `${from.home} may not import ${lib}: see tools/boundaries.mjs`
    : null;
}

/** @param {string} lib */
const isKnown = (lib) => lib in LIBS || lib === TEST_LIB;
/** @param {Place} from @returns {readonly string[] | undefined} libs it may import; undefined: all */
const allowedTo = (from) =>
  from.area === 'libs' ? LIBS[from.name] : from.area === 'apps' ? (APPS[from.name] ?? []) : undefined;

/**
 * @param {Place} from
 * @param {Place} to
 * @returns {string | null} the fault of a relative import from one file to another
 */
function relativeFault(from, to) {
  if (from.home !== to.home) {
    if (mayReach(from, to)) return null;
    return to.area === 'libs'
      ? 'Reach another package by #libs/<name>.'
      : `${from.home || from.at} may not import ${to.home || to.at}: see tools/boundaries.mjs`;
  }
  return from.home === 'apps/web' ? webFault(from.at, to.at) : folderFault(from, to);
}

/** @param {Place} from @param {Place} to @returns {boolean} whether a file may import a file of another package */
const mayReach = (from, to) =>
  INTO_ANY_FILE.some((folder) => from.at.startsWith(folder)) ||
  (to.area === 'tools' && isTest(from.at)) ||
  (from.area === 'tools' && to.home === '');

/** @param {Place} from @param {Place} to two files of one lib or app @returns {string | null} */
function folderFault(from, to) {
  const table = FOLDERS[from.home];
  const [a, b] = [folderOf(from.at), folderOf(to.at)];
  if (!table || a === '' || a === b || isTest(from.at)) return null;
  return table[a]?.includes(b) === true
    ? null
    : `${a} may not import ${b || to.at}: see FOLDERS in tools/boundaries.mjs`;
}

/**
 * The folder below `src` that contains the file, with its parent folders; empty for a file directly in `src`.
 * @param {string} at
 */
export const folderOf = (at) => /^(?:libs|apps)\/[^/]+\/src\/(.+)\/[^/]+$/.exec(at)?.[1] ?? '';

/** @param {Place} from @returns {string | null} */
function unknownPlaceFault(from) {
  if (from.area === 'libs' && !isKnown(from.name)) return `${from.home} is not in the table: see tools/boundaries.mjs`;
  const [table, folder] = [FOLDERS[from.home], folderOf(from.at)];
  return table && folder !== '' && !(folder in table) && !isTest(from.at)
    ? `The folder ${folder} has no row: see FOLDERS in tools/boundaries.mjs`
    : null;
}

/** Layers of the web app, the highest first. A lower layer may not import `app` or `features`. */
const WEB_LAYERS = ['app', 'features', 'components', 'realtime', 'lib', 'i18n'];

/** @param {string} from @param {string} to */
function webFault(from, to) {
  const [a, b] = [webPlaceOf(from), webPlaceOf(to)];
  if (!a || !b || isTest(from)) return null;
  if (a.layer === 'features' && b.layer === 'features') {
    return a.name === b.name
      ? null
      : `Features do not import each other (${a.name} -> ${b.name}): move what both need into components or lib.`;
  }
  const isUp = ['app', 'features'].includes(b.layer) && WEB_LAYERS.indexOf(b.layer) < WEB_LAYERS.indexOf(a.layer);
  return isUp ? `${a.layer} may not import ${b.layer}: it lies below it.` : null;
}

/** @param {string} at */
function webPlaceOf(at) {
  const [, layer = '', name = ''] = /^apps\/web\/src\/([^/]+)\/([^/]+)/.exec(at) ?? [];
  return WEB_LAYERS.includes(layer) ? { layer, name } : null;
}

/** @param {Place} from @param {string} name @param {boolean} isTypeOnly @returns {string | null} */
function packageFault(from, name, isTypeOnly) {
  if (isSmallSpec(from.at) && !isTypeOnly && NOT_IN_SMALL_SPECS.test(name))
    return `A small spec touches memory only: no ${name} (x.medium.spec.ts may).`;
  if (isTest(from.at)) return null;
  return pureFault(from, name) ?? homeFault(from.at, name);
}

/** @param {Place} from @param {string} name */
function pureFault(from, name) {
  const pure = from.area === 'libs' ? PURE[from.name] : undefined;
  if (pure && !pure.includes(name)) return `${from.home} is pure: no ${name}`;
  if (from.area === 'apps' && BROWSER_APPS.includes(from.name) && isBuiltin(name) && from.at.includes('/src/'))
    return `${from.home} runs in a browser: no ${name}`;
  return null;
}

/** @param {string} at @param {string} name */
function homeFault(at, name) {
  const home = HOMES.find(({ packages }) => packages.test(name));
  const isHome = home?.places.some(({ folder }) => at.startsWith(`${folder}/`));
  if (!home || isHome) return null;
  return `${name} lives in ${home.places.map(({ folder }) => folder).join(', ')} only`;
}

/** The rule cannot read a computed name, so such an import could cross any edge. @param {Place} from */
const computedFault = (from) =>
  ['libs', 'apps'].includes(from.area) && !isTest(from.at) ? 'Name the module by a constant string.' : null;

/** @param {Place} from */
const builtToolFault = (from) =>
  from.at.startsWith('apps/web/e2e/') ? null : 'Only the end-to-end tests import a tool by #tools: use its path.';

/** @param {Place} from @param {{ file: string, root: string, source: string | null, isTypeOnly: boolean }} given */
function faultOf(from, { file, root, source, isTypeOnly }) {
  if (source === null) return computedFault(from);
  if (/^\.{1,2}(\/|$)/.test(source))
    return relativeFault(from, placeOf(path.resolve(path.dirname(file), source), root));
  if (source.startsWith('#tools/')) return builtToolFault(from);
  if (/^#libs\/[^/]+\/./.test(source)) return 'Import a lib by its index (#libs/<name>), not a file inside it.';
  const lib = /^#libs\/([^/]+)$/.exec(source)?.[1];
  return lib === undefined ? packageFault(from, source, isTypeOnly) : libFault(from, lib);
}

/**
 * Enforces the dependency table of tools/boundaries.mjs, for every way to name a module.
 * @type {import('eslint').Rule.RuleModule}
 */
export const boundaries = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { root: { type: 'string' } }, additionalProperties: false }],
  },
  create(context) {
    const { root } = context.options[0];
    const from = placeOf(context.filename, root);
    return {
      /** @param {any} node */
      Program: (node) => {
        const message = unknownPlaceFault(from);
        if (message !== null) context.report({ node, message });
      },
      ...eachImport((node, source, isTypeOnly) => {
        const message = faultOf(from, { file: context.filename, root, source, isTypeOnly });
        if (message !== null) context.report({ node, message });
      }),
    };
  },
};

/**
 * The location of a file: its package (`libs/bus`, `apps/api`, `tools`, or '' for the root), and its path below the
 * root with `/`.
 * @param {string} file absolute
 * @param {string} root absolute
 */
export function placeOf(file, root) {
  const at = path.relative(root, file).split(path.sep).join('/');
  const [area = '', name = ''] = at.split('/');
  const home = area === 'libs' || area === 'apps' ? `${area}/${name}` : area === 'tools' ? 'tools' : '';
  return { at, area, name, home };
}

/** @param {string} at */
export const isTest = (at) =>
  /\.(spec|e2e|conformance|fixture)\.tsx?$/.test(at) ||
  at.startsWith('libs/testkit/') ||
  /(^|\/)(e2e|testing)\//.test(at);
/** @param {string} at */
const isSmallSpec = (at) => /\.spec\.tsx?$/.test(at) && !/\.(medium|long)\.spec\.tsx?$/.test(at);

/**
 * Listeners for all syntax that names a module: import, export from, import(), type import, require(). The source is
 * null for a computed name.
 * @param {(node: any, source: string | null, isTypeOnly: boolean) => void} visit
 */
function eachImport(visit) {
  /** @param {any} node @param {any} source @param {boolean} isTypeOnly */
  const visitSource = (node, source, isTypeOnly) => {
    if (source) visit(node, constantText(source), isTypeOnly);
  };
  return {
    /** @param {any} node */
    ImportDeclaration: (node) =>
      visitSource(
        node,
        node.source,
        node.importKind === 'type' ||
          (node.specifiers.length > 0 && node.specifiers.every((/** @type {any} */ s) => s.importKind === 'type')),
      ),
    /** @param {any} node */
    ExportNamedDeclaration: (node) => visitSource(node, node.source, node.exportKind === 'type'),
    /** @param {any} node */
    ExportAllDeclaration: (node) => visitSource(node, node.source, node.exportKind === 'type'),
    /** @param {any} node */
    ImportExpression: (node) => visitSource(node, node.source, false),
    /** @param {any} node */
    TSImportType: (node) => visitSource(node, node.source ?? node.argument?.literal, true),
    /** @param {any} node */
    TSImportEqualsDeclaration: (node) => visitSource(node, node.moduleReference?.expression, false),
    /** @param {any} node */
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require')
        visitSource(node, node.arguments[0], false);
    },
  };
}

/** @param {any} node @returns {string | null} null for anything but a string or a template without expressions */
function constantText(node) {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
