import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './paths.mjs';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Runs the entry as a plain script (a static import or an await would not parse) on a Node of that version. */
function runOn(version: string): { readonly loaded: string[]; readonly errors: string[] } {
  const loaded: string[] = [];
  const errors: string[] = [];
  const load = (file: string) => {
    loaded.push(file);
    return Promise.resolve({ runSetUp: () => undefined });
  };
  const process = { versions: { node: version }, argv: [] };
  const console = { error: (line: string) => errors.push(line) };
  new Script(textOf('tools/setup/run.mjs').replace('import(', 'load(')).runInContext(
    createContext({ process, console, load }),
  );
  return { loaded, errors };
}

describe('the entry of set-up', () => {
  it.each(['14.21.3', '18.20.4', '20.11.1', '21.3.0'])(
    'refuses Node %s in one line and loads nothing else',
    (version) => {
      const { loaded, errors } = runOn(version);
      expect(loaded).toEqual([]);
      expect(errors).toEqual([
        expect.stringContaining(`Node ${version} is too old. Vodkeep needs Node 20.12 or newer`),
      ]);
    },
  );

  it.each(['20.12.0', '21.4.0', '22.0.0', '24.21.0'])('loads set-up with Node %s', (version) => {
    expect(runOn(version)).toEqual({ loaded: ['./set-up.mjs'], errors: [] });
  });

  it('states the same minimum in package.json and README.md', () => {
    const { engines } = JSON.parse(textOf('package.json')) as { readonly engines: object };
    expect(engines).toEqual({ node: '^20.12.0 || >=21.4.0' });
    expect(textOf('README.md')).toContain('Node 20.12 or newer');
  });
});
