import { describe, expect, it } from '@jest/globals';
import { readDataUrl } from './data-url.js';

const read = (url: string, maxBytes = 100, range: { offset: number; length: number } | null = null): string =>
  readDataUrl({ url, maxBytes, range }).body.bytes.toString('latin1');

describe('readDataUrl', () => {
  it.each([
    ['base64', 'data:application/octet-stream;base64,AP8h', '\u0000\u00ff!'],
    ['base64 with a charset and percent signs', 'data:text/plain;charset=x;base64,AP8%68', '\u0000\u00ff!'],
    ['base64 for addresses, without padding', 'data:;base64,-_8', '\u00fb\u00ff'],
    ['bytes with percent signs', 'data:,%00%FFx%2', '\u0000\u00ffx%2'],
    ['nothing after the comma', 'data:,', ''],
    ['no fragment', 'data:,ab#cd', 'ab'],
  ])('reads %s', (_what, url, text) => {
    expect(read(url)).toBe(text);
  });

  it('cuts a range', () => {
    expect(read('data:,abcdef', 100, { offset: 2, length: 3 })).toBe('cde');
  });

  it('refuses what is too large, before it decodes it, and what has no data', () => {
    expect(() => read(`data:,${'a'.repeat(11)}`, 10)).toThrow(expect.objectContaining({ what: 'too-large' }));
    expect(() => read(`data:,${'%41'.repeat(100)}`, 10)).toThrow(expect.objectContaining({ what: 'too-large' }));
    expect(() => read('data:text/plain')).toThrow(expect.objectContaining({ what: 'truncated' }));
  });
});
