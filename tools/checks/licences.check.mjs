import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Licences that a package may have. Others are refused by name: AGPL and SSPL would bind who runs Vodkeep for others,
 * and an unknown one may bind anybody.
 */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'CC0-1.0', 'ISC', 'MIT'],
  ...['MIT-0', 'MPL-2.0', 'OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'WTFPL', 'Zlib', 'LGPL-3.0-or-later'],
]);
const CHECKSUM = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** @typedef {{ name?: string, version?: string, license?: string, integrity?: string, resolved?: string, link?: boolean }} Locked */

/**
 * Whether an SPDX expression allows the use: one of the choices of an OR, and all parts of an AND.
 * @param {string} expression
 * @returns {boolean}
 */
export function isAllowed(expression) {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (/ OR /.test(text)) return text.split(' OR ').some((choice) => isAllowed(choice.trim()));
  return text.split(' AND ').every((part) => ALLOWED.has(part.replace(/^\(|\)$/g, '').trim()));
}

/**
 * @param {Readonly<Record<string, Locked>>} packages entries of package-lock.json
 * @param {(at: string) => string | undefined} licenceAt of an installed package, where the lock has none
 */
export function licenceFaults(packages, licenceAt) {
  return Object.entries(packages).flatMap(([at, locked]) => {
    if (at === '' || locked.link === true) return [];
    const licence = locked.license ?? licenceAt(at) ?? 'unknown';
    return [
      ...(isAllowed(licence) ? [] : [`${at}: licence ${licence}`]),
      ...(CHECKSUM.test(locked.integrity ?? '') ? [] : [`${at}: no checksum`]),
    ];
  });
}

/** @type {import('./check.mjs').Check} */
export const licencesCheck = {
  name: 'licences',
  run(root) {
    /** @type {{ packages: Record<string, Locked> }} */
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    const count = Object.keys(packages).length - 1;
    const faults = licenceFaults(packages, (at) => installedLicence(path.join(root, at)));
    return { summary: `${count} locked packages, each with a checksum and an accepted licence`, faults };
  },
};

/** @param {string} folder @returns {string | undefined} */
function installedLicence(folder) {
  try {
    /** @type {{ license?: string, licenses?: readonly { type: string }[] }} */
    const { license, licenses } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    // `licenses` is the form before SPDX expressions.
    return license ?? licenses?.map(({ type }) => type).join(' AND ');
  } catch {
    return undefined; // another platform's package, which is not installed
  }
}
