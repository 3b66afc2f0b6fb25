import path from 'node:path';

/**
 * Where a file stands: its package (`libs/bus`, `apps/api`, `tools`, or '' for the root), and its path below the root
 * with `/`.
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
export const isSmallSpec = (at) => /\.spec\.tsx?$/.test(at) && !/\.medium\.spec\.tsx?$/.test(at);
