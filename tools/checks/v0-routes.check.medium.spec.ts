import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { missingRoutes, v0RouteFaults } from './v0-routes.check.js';

it('holds for this repository', () => {
  expect(v0RouteFaults(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('finds a route of v0 that stands nowhere, whatever its parameters are called', () => {
  expect(
    missingRoutes([
      ['GET', '/vod/:anything'],
      ['GET', '/made/up'],
    ]),
  ).toEqual(['GET /made/up']);
});

it('finds a page that was not made anew', () => {
  const dir = tempDir('v0-routes');
  expect(v0RouteFaults(dir.path)).toEqual(
    expect.arrayContaining(['docs/not-implemented.md is not what the lists say']),
  );
  dir.remove();
});
