import 'reflect-metadata';
import { defineRoute } from '#libs/contracts';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type HttpTestApp, startHttpTestApp } from './http-test-app.conformance.js';
import { Implements, type Result } from './implements-route.js';
import { JsonText } from './json-text.js';

const route = defineRoute({
  method: 'GET',
  path: '/api/v0/ready-text',
  level: 'none',
  summary: 'A list that is JSON already.',
  data: z.array(z.string()),
});
const ROWS = Array.from({ length: 400 }, (_, n) => `ord nummer ${n} på en lång lista`);
const [FIRST, LAST] = [ROWS.slice(0, 300), ROWS.slice(300)].map((names) =>
  names.map((word) => JSON.stringify(word)).join(','),
);

@Controller()
class ReadyController {
  @Implements(route)
  list(): Result<typeof route> {
    return { data: new JsonText(['[', Buffer.from(FIRST ?? ''), ',', LAST ?? '', ']']) };
  }
}

let postgres: PostgresOfRun;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await postgresOfRun();
  app = await startHttpTestApp(postgres.url, { controllers: [ReadyController], config: { answerCheck: 'fail' } });
}, 60_000);
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

/** The response as it is sent, not decompressed. */
function answer(headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    httpRequest(`${app.url}${route.path}`, { method, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => {
        parts.push(part);
      });
      res.on('end', () => {
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) });
      });
    })
      .on('error', reject)
      .end();
  });
}
const WHOLE = { status: 'OK', data: ROWS };

describe('an answer that is JSON already', () => {
  it('is compressed for clients that accept it', async () => {
    const { status, headers, body } = await answer({ 'accept-encoding': 'gzip, deflate' });
    expect({ status, ...headers }).toMatchObject({
      'status': 200,
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'vary': expect.stringContaining('Accept-Encoding'),
    });
    expect(JSON.parse(gunzipSync(body).toString('utf8'))).toEqual(WHOLE);
  });

  it.each([[{}], [{ 'accept-encoding': 'identity' }], [{ 'accept-encoding': 'gzip;q=0' }]])(
    'is uncompressed for other clients: %j',
    async (headers) => {
      const { headers: own, body } = await answer(headers);
      expect(own).not.toHaveProperty('content-encoding');
      expect(own).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
      expect(JSON.parse(body.toString('utf8'))).toEqual(WHOLE);
    },
  );

  it.each(['gzip', 'identity'])('is not sent to a client that has it (%s)', async (encoding) => {
    const { headers } = await answer({ 'accept-encoding': encoding });
    const again = await answer({ 'accept-encoding': encoding, 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, headers['etag']]);
  });

  it('has no body in the answer to HEAD', async () => {
    const { status, body } = await answer({ 'accept-encoding': 'gzip' }, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
  });
});
