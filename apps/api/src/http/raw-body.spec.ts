import { PassThrough } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { type Request, type Response } from 'express';
import { readRawBody } from './raw-body.js';

const posted = () => Object.assign(new PassThrough(), { method: 'POST' }) as unknown as PassThrough & Request;
const turn = () =>
  new Promise<void>((done) => {
    setImmediate(done);
  });

describe('readRawBody', () => {
  it('passes the body of a webhook unchanged', async () => {
    const [req, next] = [posted(), jest.fn()];
    readRawBody(req, {} as Response, next);
    req.end('{"a": 1}');
    await turn();
    expect([(req.body as { bytes: Buffer }).bytes.toString(), next.mock.calls]).toEqual(['{"a": 1}', [[]]]);
  });

  it('reports a body that is too large once, even if the sender disconnects', async () => {
    const [req, next] = [posted(), jest.fn()];
    readRawBody(req, {} as Response, next);
    req.on('error', () => undefined);
    req.write(Buffer.alloc(300 * 1024));
    await turn();
    req.destroy(new RangeError('aborted'));
    await turn();
    expect([req.body, next.mock.calls]).toEqual([{ bytes: Buffer.alloc(0), tooLarge: true }, [[]]]);
  });
});
