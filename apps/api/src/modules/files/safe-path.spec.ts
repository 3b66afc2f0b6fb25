import { describe, expect, it } from '@jest/globals';
import { readName, readPlace } from './safe-path.js';

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('a path of the files API', () => {
  it.each([
    ['storage', 'storage', []],
    ['logs/', 'logs', []],
    ['storage/Käpt’n Blau/2026-11', 'storage', ['Käpt’n Blau', '2026-11']],
  ])('%s is below its root', (text, root, parts) => {
    expect(readPlace(text)).toEqual({ root, parts });
  });

  it.each([
    [undefined, 'path-missing'],
    ['', 'path-missing'],
    ['/storage', 'path-invalid'],
    ['/etc/passwd', 'path-invalid'],
    ['storage/../..', 'path-invalid'],
    ['storage/..', 'path-invalid'],
    ['storage//x', 'path-invalid'],
    ['storage/.', 'path-invalid'],
    ['storage/.hidden', 'path-invalid'],
    ['storage\\..\\x', 'path-invalid'],
    ['storage/a\0b', 'path-invalid'],
    ['storage/%2e%2e\\', 'path-invalid'],
    ['etc', 'access-denied'],
    ['..', 'access-denied'],
    ['store/x', 'access-denied'],
    ['constructor', 'access-denied'],
    [`storage/${'x'.repeat(256)}`, 'path-invalid'],
  ])('%j is refused: %s', (text, code) => {
    expect(codeOf(() => readPlace(text))).toBe(code);
  });

  it.each([undefined, '', '.', '..', '.env', 'a/b', 'a\\b', 'a\0b', 'x'.repeat(256)])(
    'the name %j is refused',
    (name) => {
      expect(codeOf(() => readName(name))).toBe('path-invalid');
    },
  );
});
