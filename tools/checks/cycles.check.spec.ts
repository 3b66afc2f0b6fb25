import { expect, it } from '@jest/globals';
import { importsOf } from './cycles.check.mjs';
import { cyclesOf } from './folders.check.mjs';

const TEXT = `import 'reflect-metadata';
import './side-effect.js';
import { type A, b } from '../two/b.js';
import {
  type Long,
  type Longer,
} from './types.js';
import type { C } from './c.js';
export { d } from './d.js';
import { x } from '#libs/bus';
import React from 'react';
`;

it('reads the imports that exist at run time', () => {
  expect(importsOf('apps/web/src/one/a.tsx', TEXT)).toEqual([
    'apps/web/src/one/side-effect',
    'apps/web/src/two/b',
    'apps/web/src/one/d',
    'libs/bus/src/index',
  ]);
});

it('reports a file that imports itself through others', () => {
  expect(cyclesOf({ a: ['b'], b: ['c', 'd'], c: [], d: ['a'] })).toEqual(['cycle: a > b > d > a']);
});
