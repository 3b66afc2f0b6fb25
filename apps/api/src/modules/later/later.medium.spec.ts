import 'reflect-metadata';
import { LATER_ROUTES } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiHouse } from '../../testing/api-house.js';

let house: ApiHouse;
beforeAll(async () => {
  house = await ApiHouse.start();
}, 60_000);
afterAll(async () => {
  await house.stop();
});

/** That strangers get 401 first is walked over by http/door.medium.spec.ts. */
describe('a route of v0 that is not there', () => {
  it.each(LATER_ROUTES.map((later) => [later.route.method, later.route.path, later] as const))(
    '%s %s says so, and what brings it',
    async (method, path, { what, fate }) => {
      const { status, body } = await house.call(
        method,
        `${path.replace('/api/v0', '').replaceAll(/:\w+/g, 'x')}?any=thing`,
        method === 'POST' ? { any: ['thing'] } : undefined,
      );
      expect([status, body.code]).toEqual([501, 'comes' in fate ? 'comes-later' : 'not-here']);
      expect(body.message).toContain(what);
      expect(body.message).toContain('comes' in fate ? fate.comes : fate.never);
    },
  );
});
