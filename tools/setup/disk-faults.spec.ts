import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { explainDiskFault } from './disk-faults.mjs';
import { ROOT } from './paths.mjs';

it('explains a clone that was started as root, also where only one file in it is refused', () => {
  const fault = Object.assign(new Error('EACCES'), { code: 'EACCES', path: join(ROOT, 'dist/tools/x.js') });
  expect(explainDiskFault(fault)).toMatchObject({ name: 'SetupFault', message: expect.stringContaining('chown -R') });
  const other = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/elsewhere' });
  expect(explainDiskFault(other)).toBe(other);
});

it('says that the disk is full', () => {
  expect(explainDiskFault(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))).toMatchObject({
    name: 'SetupFault',
    message: expect.stringMatching(/^The disk of .* is full/),
  });
});
