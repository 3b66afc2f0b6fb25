import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { linkedPaths, linksCheck } from './links.check.mjs';

it('reads links and pictures, and neither code nor other sites', () => {
  expect(
    linkedPaths('[a](b.md#top) ![p](../p.png) `[c](d.md)` [e](https://x.y/z) [f](#here)\n```\n[g](h.md)\n```\n'),
  ).toEqual(['b.md', '../p.png']);
});

it('fails on a relative link that leads nowhere, and on no other', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'links-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, 'README.md'), '[there](docs/a.md)');
  writeFileSync(path.join(root, 'docs/a.md'), '[up](../README.md) [gone](b.md)');
  expect((await linksCheck.run(root)).faults).toEqual(['docs/a.md: b.md is not there']);
  rmSync(root, { recursive: true });
});
