import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { authorisationFaults, rowFaults } from './authorisation.check.js';

const routes = [
  { method: 'GET', path: '/api/v0/a', level: 'admin' },
  { method: 'GET', path: '/api/v0/b', level: 'guest' },
];

describe('the authorisation matrix', () => {
  it('reports no fault in this repository', () => {
    expect(authorisationFaults(resolve(import.meta.dirname, '../..'))).toEqual([]);
  });

  it('reports a missing route, a changed level, a missing action, and a row without a route', () => {
    const page =
      '| `GET /api/v0/a` | guest | let in |\n| `GET /api/v0/old` | admin | let in |\n| `GET /vods/*path` | guest | let in |\n';
    expect(rowFaults(page, routes, ['init'])).toEqual([
      'GET /api/v0/a is of level admin, not guest',
      'GET /api/v0/b is of level guest, not in the page',
      'the action init is not in the page',
      'GET /api/v0/old no longer exists',
    ]);
  });
});
