import 'reflect-metadata';
import { NOT_IMPLEMENTED_ROUTES, notImplementedMessage } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApp } from '../../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
}, 60_000);
afterAll(async () => {
  await app.stop();
});

/** http/http.medium.spec.ts shows that strangers get a 401 first. */
describe('a route of v0 that is not implemented', () => {
  it.each(NOT_IMPLEMENTED_ROUTES.map((entry) => [entry.route.method, entry.route.path, entry] as const))(
    '%s %s is a 501 with the reason',
    async (method, path, entry) => {
      const { status, body } = await app.call(
        method,
        `${path.replace('/api/v0', '').replaceAll(/:\w+/g, 'x')}?any=thing`,
        method === 'POST' ? { any: ['thing'] } : undefined,
      );
      expect([status, body.code]).toEqual([501, 'comes' in entry.fate ? 'comes-later' : 'not-here']);
      expect(body.message).toBe(notImplementedMessage(entry).english);
    },
  );

  it('answers in the language of the caller', async () => {
    const path = `${app.origin}/api/v0/vod/x/renderwizard`;
    const res = await fetch(path, { method: 'POST', headers: { 'x-language': 'de' } });
    expect(await res.json()).toMatchObject({
      message: 'Das Rendern von Chats ist noch nicht verfügbar. Es kommt mit dem Rendern von Chats.',
    });
  });
});
