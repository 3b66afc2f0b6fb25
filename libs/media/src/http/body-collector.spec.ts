import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { BodyCollector } from './body-collector.js';
import { BufferPool } from './buffer-pool.js';
import { type Bytes } from './http-port.js';

const collect = (
  status: number,
  headers: Record<string, string>,
  { range = null, maxBytes = 1000 }: { readonly range?: Bytes | null; readonly maxBytes?: number } = {},
): BodyCollector => new BodyCollector(new BufferPool(), { status, headers }, { range, maxBytes });
const fill = (collector: BodyCollector, ...pieces: readonly string[]): string => {
  for (const piece of pieces) if (collector.take(Buffer.from(piece))) break;
  return collector.finish().bytes.toString();
};
const what = (kind: string): unknown => expect.objectContaining({ what: kind });

describe('BodyCollector', () => {
  it('joins pieces, with and without a length', () => {
    expect(fill(collect(200, { 'content-length': '6' }), 'ab', 'cdef')).toBe('abcdef');
    expect(fill(collect(200, {}), 'ab', 'cdef')).toBe('abcdef');
  });

  it('keeps a copy: the pieces are memory that is read into again', () => {
    const piece = Buffer.from('ab');
    const collector = collect(200, {});
    collector.take(piece);
    piece.fill('x');
    expect(collector.finish().bytes.toString()).toBe('ab');
  });

  it.each([['abcdef'], ['a', 'bcd', 'ef'], ['ab', 'c', 'def']])(
    'cuts the wanted range out of a whole answer (%s ...)',
    (...pieces) => {
      expect(fill(collect(200, {}, { range: { offset: 2, length: 3 } }), ...pieces)).toBe('cde');
    },
  );

  it('takes a partial answer as it is, if it is the right part', () => {
    const range = { offset: 2, length: 3 };
    expect(fill(collect(206, { 'content-range': 'bytes 2-4/9', 'content-length': '3' }, { range }), 'cde')).toBe('cde');
    expect(() => collect(206, { 'content-range': 'bytes 0-2/9' }, { range })).toThrow(what('truncated'));
  });

  it('says when less came than was promised', () => {
    expect(() => fill(collect(200, { 'content-length': '6' }), 'abc')).toThrow(what('truncated'));
    expect(() => fill(collect(206, {}, { range: { offset: 0, length: 4 } }), 'abc')).toThrow(what('truncated'));
  });

  it('refuses what is too large, promised or not', () => {
    expect(() => collect(200, { 'content-length': '11' }, { maxBytes: 10 })).toThrow(what('too-large'));
    expect(() => fill(collect(200, {}, { maxBytes: 10 }), 'abcdef', 'abcdef')).toThrow(what('too-large'));
  });

  it('unpacks gzip, but not a bomb or a broken one', () => {
    const packed = (body: Buffer, maxBytes = 1000): string => {
      const collector = collect(200, { 'content-encoding': 'gzip' }, { maxBytes });
      collector.take(body);
      return collector.finish().bytes.toString();
    };
    expect(packed(gzipSync('hello'))).toBe('hello');
    expect(() => packed(gzipSync(Buffer.alloc(100_000)))).toThrow(what('truncated'));
    expect(() => packed(Buffer.from('no gzip'))).toThrow(what('truncated'));
  });

  describe('of a text', () => {
    const text = (body: Buffer, headers: Record<string, string> = {}, maxBytes = 10_000_000): string => {
      const wanted = { range: null, maxBytes, text: true };
      const collector = new BodyCollector(new BufferPool(), { status: 200, headers }, wanted);
      collector.take(body);
      return collector.finish().bytes.toString();
    };
    it.each([
      ['gzip that no header names', gzipSync('hello'), {}],
      ['gzip that the header names', gzipSync('hello'), { 'content-encoding': 'x-gzip' }],
      ['a gzip file that the server compressed again', gzipSync(gzipSync('hello')), { 'content-encoding': 'gzip' }],
      ['plain text whose header names gzip', Buffer.from('hello'), { 'content-encoding': 'gzip' }],
    ])('reads %s', (_what, body, headers) => {
      expect(text(body, headers)).toBe('hello');
    });

    it('refuses more than 200 times the bytes that came, and more than its limit', () => {
      expect(text(gzipSync(Buffer.alloc(900_000)))).toHaveLength(900_000);
      expect(() => text(gzipSync(Buffer.alloc(5_000_000)))).toThrow(what('truncated'));
      expect(() => text(gzipSync('x'.repeat(2000)), {}, 1000)).toThrow(what('truncated'));
    });
  });

  it('leaves a segment that begins like gzip as it is', () => {
    const body = gzipSync('hello');
    const collector = collect(200, {});
    collector.take(body);
    expect(collector.finish().bytes).toEqual(body);
  });
});
