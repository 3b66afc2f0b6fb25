import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { BodyCollector } from './body-collector.js';
import { BufferPool } from './buffer-pool.js';
import { type Bytes } from './http-port.js';

const collect = (
  status: number,
  headers: Record<string, string>,
  { range = null, maxBytes = 1000 }: { readonly range?: Bytes | null; readonly maxBytes?: number } = {},
): BodyCollector => {
  const pool = new BufferPool();
  return new BodyCollector({ pool, inFlight: pool.inFlight() }, { status, headers }, { range, maxBytes });
};
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

  it.each(['gzip', 'br', 'deflate', 'x-unknown'])(
    'integrity-10 refuses media that are compressed with %s',
    (encoding) => {
      const collector = collect(200, { 'content-encoding': encoding });
      collector.take(gzipSync(Buffer.alloc(100_000)));
      expect(() => collector.finish()).toThrow(what('encoded'));
    },
  );

  it('takes plain media whose header names gzip', () => {
    expect(fill(collect(200, { 'content-encoding': 'gzip' }), 'abc')).toBe('abc');
  });

  it('integrity-10 receives no more at the same time than there is room for, of known length or not', () => {
    const pool = new BufferPool({ ownBytes: 100, sharedBytes: 0 });
    const inFlight = pool.inFlight();
    const body = (headers: Record<string, string>): BodyCollector =>
      new BodyCollector({ pool, inFlight }, { status: 200, headers }, { range: null, maxBytes: 90 });
    const known = body({ 'content-length': '60' });
    const [endless, other] = [body({}), body({})];
    endless.take(Buffer.alloc(30));
    expect(() => body({ 'content-length': '20' })).toThrow(what('no-room'));
    expect(() => endless.take(Buffer.alloc(20))).toThrow(what('no-room'));
    endless.drop();
    other.take(Buffer.alloc(40));
    known.take(Buffer.alloc(60));
    expect([known.finish(), other.finish()].map(({ bytes }) => bytes.length)).toEqual([60, 40]);
    expect(body({ 'content-length': '90' })).toBeDefined();
  });

  it('leaves a segment that begins like gzip as it is', () => {
    const body = gzipSync('hello');
    const collector = collect(200, {});
    collector.take(body);
    expect(collector.finish().bytes).toEqual(body);
  });
});
