import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { anchorsOf, referenceFaults, referencesCheck } from './references.check.mjs';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Top\n',
  'docs/a.md': '# A page\n\n## What it says\n',
  'docs/p.png': '',
  'apps/api/src/vod/edit-vod.ts': '',
};
const tree = {
  has: (place: string) => Object.keys(FILES).some((file) => file === place || file.startsWith(`${place}/`)),
  endingWith: (end: string) => Object.keys(FILES).filter((file) => `/${file}`.endsWith(`/${end}`)),
  anchors: (page: string) => anchorsOf(FILES[page] ?? ''),
};
const faultsOf = (file: string, text: string): string[] =>
  referenceFaults(file, text, tree).map((fault) => fault.replace(`${file}: `, ''));

describe('links of a page', () => {
  it('may lead to a file, a folder, a heading or another site', () => {
    expect(
      faultsOf(
        'docs/b.md',
        '[a](a.md#what-it-says) ![p](p.png) [up](../README.md) [f](../apps/api/) [e](https://x.y/z.md)',
      ),
    ).toEqual([]);
  });
  it('are faults if the file or heading does not exist', () => {
    expect(faultsOf('docs/a.md', '# A page\n[c](c.md) [h](#a-page) [g](#gone) [r](../README.md#gone)')).toEqual([
      'docs/c.md does not exist',
      'docs/a.md has no heading #gone',
      'README.md has no heading #gone',
    ]);
  });
  it('are ignored in examples', () => {
    expect(faultsOf('docs/a.md', '`[c](c.x)`\n```\n[g](h.md) and docs/h.md\n```\n')).toEqual([
      'docs/h.md does not exist',
    ]);
  });
});

describe('pages that a text names', () => {
  it('are accepted if they and their headings exist', () => {
    expect(faultsOf('libs/x.ts', '// docs/a.md, docs/a.md#what-it-says, a.md, ../../../docs/a.md')).toEqual([]);
  });
  it('are faults if they do not exist', () => {
    expect(faultsOf('libs/x.ts', '/** See docs/c.md, docs/a.md#gone and peers.md 5. */')).toEqual([
      'docs/c.md does not exist',
      'docs/a.md has no heading #gone',
      'peers.md does not exist',
    ]);
  });
});

describe('sources that a page names', () => {
  it('are accepted by the end of their path and by their compiled name', () => {
    expect(
      faultsOf(
        'docs/a.md',
        '`vod/edit-vod.ts`, `node dist/apps/api/src/vod/edit-vod.js`, edit-vod.ts, `apps/api/src/vod`',
      ),
    ).toEqual([]);
  });
  it('are faults if they do not exist', () => {
    expect(faultsOf('docs/a.md', '`vod/rename-vod.ts`, `apps/api/src/clip`')).toEqual([
      'vod/rename-vod.ts does not exist',
      'apps/api/src/clip does not exist',
    ]);
  });
  it('are ignored if they are examples', () => {
    expect(faultsOf('docs/a.md', '`x.spec.ts`, `<noun>/<noun>.module.ts`, `apps/*.e2e.ts`, hls.js')).toEqual([]);
  });
});

describe('citations of documents outside the repository', () => {
  it.each([
    'architecture 5.6',
    'architecture D11',
    'architecture section 4',
    'see (architecture, Door)',
    'protocols 8.3',
    'server-behaviour case 16',
    'spec L151',
    'spec section 8',
    'spec V11',
    'reference-run (d)',
    'peers case 64',
    'ui-review 3',
    "the project's notes",
    'see (case 54)',
    'surprise (surprises 2 and 3)',
    'issue 5',
    'see (L111)',
  ])('are faults: %s', (citation) => {
    expect(faultsOf('libs/x.ts', `/**\n * It is so (${citation}).\n */`)).toHaveLength(1);
  });
  it('are faults also across a line break', () => {
    expect(faultsOf('libs/x.ts', '/**\n * It is so (spec\n * L129).\n */')).toHaveLength(1);
  });
  it('do not include public documents, rows of the coverage and plain numbers', () => {
    expect(
      faultsOf('libs/x.ts', '// RFC 8216 section 4.3, streamlink/streamlink#3881, (W16), case 4: the spec of 2 files'),
    ).toEqual([]);
  });
});

it('builds anchors like GitHub', () => {
  expect([
    ...anchorsOf('# Layers of `apps/api`\n## [A link](b.md), here\n## Twice\n## Twice\n```\n# none\n```\n'),
  ]).toEqual(['layers-of-appsapi', 'a-link-here', 'twice', 'twice-1']);
});

it('reports the faults of all files of a repository', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'references-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, 'README.md'), '[there](docs/a.md#a)');
  writeFileSync(path.join(root, 'docs/a.md'), '# A\n[up](../README.md) [gone](b.md) `x/main.ts`');
  writeFileSync(path.join(root, 'main.ts'), '// docs/a.md#b');
  expect((await referencesCheck.run(root)).faults).toEqual([
    'docs/a.md: docs/b.md does not exist',
    'docs/a.md: x/main.ts does not exist',
    'main.ts: docs/a.md has no heading #b',
  ]);
  rmSync(root, { recursive: true });
});
