import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { missingRoutes, v0RouteFaults } from './v0-routes.check.js';

it('reports no fault in this repository', () => {
  expect(v0RouteFaults(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('reports an unlisted route of v0, whatever the names of its parameters', () => {
  expect(
    missingRoutes([
      ['GET', '/vod/:anything'],
      ['GET', '/made/up'],
    ]),
  ).toEqual(['GET /made/up']);
});

it('reports an outdated page', () => {
  const dir = tempDir('v0-routes');
  expect(v0RouteFaults(dir.path)).toEqual(expect.arrayContaining(['docs/not-implemented.md does not match the lists']));
  dir.remove();
});
