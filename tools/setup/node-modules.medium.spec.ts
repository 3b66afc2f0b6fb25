import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { npmCache } from './node-modules.mjs';

describe('npmCache', () => {
  it('leaves npm its own cache where that can be written', () => {
    expect(npmCache({ HOME: tmpdir() })).toEqual({});
    expect(npmCache({ HOME: '/dev/null', npm_config_cache: join(tmpdir(), 'cache') })).toEqual({});
  });
  it("takes one in .tools when neither the home nor npm's cache can be written", () => {
    const own = { npm_config_cache: expect.stringMatching(/\.tools\/npm-cache$/) };
    // npm itself sets its cache for scripts, below the same home.
    for (const env of [{ HOME: '/dev/null' }, { HOME: '/dev/null', npm_config_cache: '/dev/null/.npm' }])
      expect(npmCache(env)).toEqual(own);
  });
});
