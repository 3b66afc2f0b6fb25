import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from '../../http/http-test-app.conformance.js';
import { type HttpConfig } from '../../platform/http-config.js';

export const PASSWORD = 'correct horse battery';

/**
 * Starts an API with a password for each case of a spec. Not part of the product.
 * @param use gets the API before the case, and the server of its database
 */
export function withPasswordApp(
  use: (app: HttpTestApp, postgresUrl: string) => void | Promise<void>,
  config: Partial<HttpConfig> = {},
): void {
  let postgres: PostgresOfRun;
  let app: HttpTestApp;
  beforeAll(async () => {
    postgres = await postgresOfRun();
  }, 60_000);
  afterAll(async () => {
    await postgres.stop();
  });
  beforeEach(async () => {
    app = await startHttpTestApp(postgres.url, { config: { firstPassword: PASSWORD, ...config } });
    await use(app, postgres.url);
  }, 60_000);
  afterEach(() => app.close());
}

/** @returns the cookie of the login */
export async function logIn({ url }: Pick<HttpTestApp, 'url'>): Promise<string> {
  const res = await request(url).post('/api/v0/auth/login').send({ password: PASSWORD }).expect(200);
  return firstCookie(res);
}

export const firstCookie = (res: request.Response): string =>
  (res.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ?? '';
