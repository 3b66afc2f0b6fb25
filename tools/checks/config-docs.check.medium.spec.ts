import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { configDocsDrift, writeConfigDocs } from './config-docs.check.js';

it('reports no fault in this repository', () => {
  expect(configDocsDrift(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('reports a file that is missing or was edited by hand', () => {
  const dir = tempDir('config-docs');
  expect(configDocsDrift(dir.path)).toHaveLength(2);
  writeConfigDocs(dir.path);
  expect(configDocsDrift(dir.path)).toEqual([]);
  appendFileSync(join(dir.path, 'deploy/env.example'), '# mine\n');
  expect(configDocsDrift(dir.path)).toEqual(['deploy/env.example does not match libs/config']);
  dir.remove();
});
