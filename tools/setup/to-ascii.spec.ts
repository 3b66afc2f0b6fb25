import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { toAscii } from './to-ascii.mjs';

it.each([
  ['texts', `'Größe · 한국어 · 🎬'`],
  ['templates', '`ä${1}–`'],
  ['names', '(() => { const größe = 2; return größe; })()'],
  ['patterns', `'x–y🎬'.replace(/[–·]/g, '-').replace(/[🎬-🎭]/u, '!')`],
])('escapes %s without a change of the result', (_, code) => {
  const ascii = toAscii(code);
  expect(ascii).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(ascii)).toBe(runInNewContext(code));
});

it('refuses String.raw, which would not interpret an escape', () => {
  expect(() => toAscii('String.raw`[·–]`')).toThrow(/as escapes: String\.raw`\[·–\]`/);
  expect(toAscii('String.raw`\\d`; "–"')).toBe('String.raw`\\d`; "\\u2013"');
});
