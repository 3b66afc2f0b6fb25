import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ResponseReader } from './response-reader.js';

interface Received {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

function read(
  text: string,
  cuts: readonly number[] = [],
): { readonly received: Received; readonly done: boolean; readonly reader: ResponseReader } {
  const received: Received = { status: 0, headers: {}, body: '' };
  const reader = new ResponseReader({
    head: (status, headers) => {
      received.status = status;
      received.headers = headers;
    },
    data: (piece) => {
      received.body += piece.toString('latin1');
      return true;
    },
  });
  const bytes = Buffer.from(text, 'latin1');
  const edges = [0, ...cuts.map((c) => Math.min(c, bytes.length)).toSorted((a, b) => a - b), bytes.length];
  let done = false;
  edges.slice(1).forEach((to, i) => {
    if (to > (edges[i] ?? 0)) done = reader.feed(bytes.subarray(edges[i], to));
  });
  return { received, done, reader };
}
const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 206 Partial\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: t\r\n\r\n';

describe('ResponseReader', () => {
  it.each([
    ['fixed length', SIZED, 200],
    ['chunked', CHUNKED, 206],
    ['after an interim answer', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${SIZED}`, 200],
  ])('reads a body of %s, however it is cut', (_name, text, status) => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const { received, done, reader } = read(text, cuts);
        expect([received.status, received.body, done, reader.isReusable]).toEqual([status, 'hello', true, true]);
      }),
      { numRuns: 200 },
    );
  });

  it('reads to the end of the connection where no length is given', () => {
    const { received, done, reader } = read('HTTP/1.0 200 OK\r\n\r\nhello');
    expect([received.body, done]).toEqual(['hello', false]);
    reader.closed();
    expect(reader.isReusable).toBe(false);
  });

  it.each([
    ['HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'],
    ['HTTP/1.1 204 No Content\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ])('is done after the header of %j', (text) => {
    expect(read(text).done).toBe(true);
  });

  it.each(['-5', '1.5', '1e1', '0x5', '5, 5'])('reads to the end of the connection if the length is %s', (length) => {
    const { received, done, reader } = read(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nhello world`);
    expect([received.body, done]).toEqual(['hello world', false]);
    reader.closed();
  });

  it('does not use a connection again that the server closes', () => {
    expect(read(SIZED.replace('X-A: b', 'Connection: close')).reader.isReusable).toBe(false);
  });

  it.each<[string, string]>([
    ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello', 'truncated'],
    [CHUNKED.slice(0, 60), 'truncated'],
    ['', 'away'],
  ])('says what a connection that closes after %j means', (text, what) => {
    expect(() => {
      read(text).reader.closed();
    }).toThrow(expect.objectContaining({ what }));
  });

  it.each([
    'SSH-2.0-OpenSSH\r\n\r\n',
    'x'.repeat(70_000),
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ])('refuses what is no HTTP: %.30s', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ fault: 'outside' }));
  });

  it('stops when no more is wanted', () => {
    const reader = new ResponseReader({ head: () => undefined, data: () => false });
    expect(reader.feed(Buffer.from(SIZED))).toBe(true);
    expect(reader.isReusable).toBe(true);
    const long = new ResponseReader({ head: () => undefined, data: () => false });
    expect(long.feed(Buffer.from(SIZED.slice(0, -2)))).toBe(true);
    expect(long.isReusable).toBe(false);
  });
});
